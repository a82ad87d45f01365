package ship

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/resilint/resilint/internal/samples/pages"
)

const (
	root    = "../.."
	modpath = "github.com/resilint/resilint"
	version = "v0.0.0-20260102030405-0123456789ab"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// proxy makes a module proxy of files that has this checkout as the newest version of
// resilint, and gives the settings to use it: other modules come from the module cache, and
// from the proxy that is set.
func proxy(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	at := filepath.Join(dir, filepath.FromSlash(modpath), "@v")
	info := fmt.Sprintf("{%q: %q, %q: %q}", "Version", version, "Time", "2026-01-02T03:04:05Z")
	write(t, filepath.Join(at, "list"), "")
	write(t, filepath.Join(at, version+".info"), info)
	write(t, filepath.Join(at, "main.info"), info)
	write(t, filepath.Join(at, "..", "@latest"), info)
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(at, version+".mod"), string(mod))
	f, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.CreateFromDir(f, module.Version{Path: modpath, Version: version}, root); err != nil {
		t.Fatal(err)
	}
	modcache := filepath.Join(t.TempDir(), "mod")
	return []string{
		"GOPROXY=" + fileURL(dir) + "," + fileURL(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download")) + "," + goEnv(t, "GOPROXY"),
		"GONOSUMDB=" + modpath, "GOMODCACHE=" + modcache,
		// The folder is new each time, and the build cache is to know what is in it.
		"GOFLAGS=-modcacherw -trimpath", "GOWORK=off", "GOTOOLCHAIN=local",
	}
}

func fileURL(dir string) string {
	dir = filepath.ToSlash(dir)
	if !strings.HasPrefix(dir, "/") {
		dir = "/" + dir
	}
	return "file://" + dir
}

// demo writes the module that the pages' commands are run on, as a repository.
func demo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range pages.Demo() {
		write(t, filepath.Join(dir, name), text)
	}
	commit(t, dir)
	return dir
}

func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"config", "user.name", "n"}, {"config", "user.email", "e@example.com"},
		{"config", "commit.gpgsign", "false"}, {"add", "."}, {"commit", "-qm", "all"},
	} {
		run(t, dir, nil, "git", args...)
	}
}

// run runs a command that has to succeed.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	out, code := exits(t, dir, env, name, args...)
	if code != 0 {
		t.Fatalf("%s %q: exit %d\n%s", name, args, code, out)
	}
	return out
}

func exits(t *testing.T, dir string, env []string, name string, args ...string) (string, int) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("no %s here", name)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// needs skips a test of what this checkout's resilint has no flag for.
func needs(t *testing.T, flags ...string) {
	t.Helper()
	help := run(t, root, []string{"GOWORK=off"}, "go", "run", "./cmd/resilint", "-h")
	for _, f := range flags {
		if !strings.Contains(help, "\n  "+f+" ") {
			t.Skipf("this resilint has no %s", f)
		}
	}
}
