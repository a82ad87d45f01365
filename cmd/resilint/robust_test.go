package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/resilint/resilint/internal/doors/doorstest"
	"github.com/resilint/resilint/internal/gen"
)

// A bench is a module, the command, and what it says of the module without a cache.
type bench struct {
	bin, dir string
	vars     []string
	want     string
}

// newBench builds the command and writes a module.
func newBench(t *testing.T, s gen.Size) *bench {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the command")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{bin: doorstest.Build(t, root), dir: t.TempDir()}
	keep, err := goEnv("GOCACHE", "GOMODCACHE", "GOPATH")
	if err != nil {
		t.Fatal(err)
	}
	b.vars = append(keep, "PATH="+os.Getenv("PATH"), "HOME="+t.TempDir(), "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off", "GOFLAGS=")
	if err := gen.Module(s).Write(b.dir); err != nil {
		t.Fatal(err)
	}
	code, out, errs := b.run(t, "RESILINT_CACHE=off")
	if code != 1 || errs != "" || out == "" {
		t.Fatalf("exit %d, stderr %q", code, errs)
	}
	b.want = out
	return b
}

func (b *bench) command(vars ...string) *exec.Cmd {
	cmd := exec.Command(b.bin, "./...")
	cmd.Dir, cmd.Env = b.dir, append(slices.Clone(b.vars), vars...)
	return cmd
}

func (b *bench) run(t *testing.T, vars ...string) (code int, stdout, stderr string) {
	t.Helper()
	return finish(t, b.command(vars...))
}

func finish(t *testing.T, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	cmd.Stderr = &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// right wants the whole answer, and on stderr nothing or the one warning.
func (b *bench) right(t *testing.T, what, warning string, vars ...string) {
	t.Helper()
	code, out, errs := b.run(t, vars...)
	if code != 1 || out != b.want {
		t.Errorf("%s: exit %d, another answer:\n%s\nstderr %s", what, code, out, errs)
	}
	if warning == "" && errs != "" || !strings.Contains(errs, warning) || strings.Count(errs, "\n") > 1 {
		t.Errorf("%s: stderr %q, want %q", what, errs, warning)
	}
}

// TestKilled ends runs in the middle, in a way that leaves them no time to clean up.
func TestKilled(t *testing.T) {
	b := newBench(t, gen.Size{Packages: 30, Functions: 30, Depth: 3, Layers: 1})
	cache := "RESILINT_CACHE=" + t.TempDir()
	dir := strings.TrimPrefix(cache, "RESILINT_CACHE=")
	killed := 0
	for _, entries := range []int{1, 3, 8, 20} {
		cmd := b.command(cache)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() { defer close(done); _ = cmd.Wait() }()
		for len(files(t, dir)) < entries {
			select {
			case <-done:
			case <-time.After(time.Millisecond):
				continue
			}
			break
		}
		if cmd.Process.Kill() == nil {
			killed++
		}
		<-done
		b.right(t, "after a run that was killed", "", cache)
		b.right(t, "and after that", "", cache)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if killed == 0 {
		t.Skip("each run had ended before it could be killed")
	}
}

// files lists the files below dir; one that goes away meanwhile is none.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !d.IsDir() {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSideBySide(t *testing.T) {
	b := newBench(t, gen.Size{Packages: 12, Functions: 20, Depth: 3, Layers: 1})
	cache := "RESILINT_CACHE=" + t.TempDir()
	var cmds []*exec.Cmd
	var outs [4]bytes.Buffer
	for i := range outs {
		cmd := b.command(cache)
		cmd.Stdout = &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, cmd)
	}
	for i, cmd := range cmds {
		_ = cmd.Wait()
		if cmd.ProcessState.ExitCode() != 1 || outs[i].String() != b.want {
			t.Errorf("run %d of %d at once: exit %d, another answer:\n%s", i, len(cmds), cmd.ProcessState.ExitCode(), outs[i].String())
		}
	}
	b.right(t, "afterwards", "", cache)
}

// TestEachFileOfTheCache spoils one file of the cache after the other.
func TestEachFileOfTheCache(t *testing.T) {
	b := newBench(t, gen.Size{Packages: 3, Functions: 4, Depth: 2, Layers: 1})
	dir := t.TempDir()
	cache := "RESILINT_CACHE=" + dir
	b.right(t, "to fill it", "", cache)
	all := files(t, dir)
	for i, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		spoilt := [][]byte{nil, text[:len(text)/2], append([]byte("x"), text...), bytes.Repeat([]byte{0xff}, len(text)), flip(text)}
		if err := os.WriteFile(name, spoilt[i%len(spoilt)], 0o666); err != nil {
			t.Fatal(err)
		}
		b.right(t, "with "+filepath.Base(name)+" spoilt", "", cache)
	}
	for _, name := range all { // and all at once
		if err := os.Truncate(name, 1); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	b.right(t, "with all truncated", "", cache)
}

// flip changes a bit in the middle, which keeps the length.
func flip(text []byte) []byte {
	out := slices.Clone(text)
	if len(out) > 0 {
		out[len(out)/2] ^= 4
	}
	return out
}

// TestFullDisk gives the cache a file system of its own that is too small for it.
func TestFullDisk(t *testing.T) {
	b := newBench(t, gen.Size{Packages: 10, Functions: 20, Depth: 3, Layers: 1})
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
		defer full.Close()
		cmd := b.command("RESILINT_CACHE=off")
		cmd.Stdout = full
		if code, _, errs := finish(t, cmd); code != 2 || !strings.Contains(errs, "no space left") {
			t.Errorf("an answer that cannot be written: exit %d, %q", code, errs)
		}
	}
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("only root on Linux can mount a small file system")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("mount: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
	cache := "RESILINT_CACHE=" + dir
	for range 3 {
		b.right(t, "on a full disk", "cannot write the cache: ", cache)
	}
}

// TestClock gives what the cache holds ages that no clock which goes right would give.
func TestClock(t *testing.T) {
	b := newBench(t, gen.Size{Packages: 3, Functions: 4, Depth: 2, Layers: 1})
	dir := t.TempDir()
	cache := "RESILINT_CACHE=" + dir
	b.right(t, "to fill it", "", cache)
	used := len(files(t, dir))
	for what, at := range map[string]time.Time{
		"the far past": time.Unix(1, 0), "the future": time.Now().AddDate(30, 0, 0),
		"before 1970": time.Date(1950, 1, 1, 0, 0, 0, 0, time.UTC), "a month ago": time.Now().AddDate(0, -1, 0),
	} {
		for _, name := range files(t, dir) {
			if filepath.Base(name) == "trim.txt" { // it holds the time of the last trim
				if err := os.WriteFile(name, []byte("99999999999"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chtimes(name, at, at); err != nil {
				t.Fatal(err)
			}
		}
		b.right(t, "with a cache of "+what, "", cache)
		cmd := b.command(cache)
		cmd.Args = append(cmd.Args[:1], "-v", "./...")
		if _, _, errs := finish(t, cmd); !strings.Contains(errs, "analysed anew 0,") {
			t.Errorf("with a cache of %s what is in use is lost: %s", what, errs)
		}
		if n := len(files(t, dir)); n < used {
			t.Errorf("with a cache of %s: %d files of %d are left", what, n, used)
		}
	}
}

func TestNoHome(t *testing.T) {
	b := newBench(t, gen.Size{Packages: 2, Functions: 4, Depth: 2, Layers: 1})
	b.vars = slices.DeleteFunc(b.vars, func(v string) bool { return strings.HasPrefix(v, "HOME=") })
	b.right(t, "no HOME", "warning: running without a cache: ")
	if _, err := os.Stat("/proc/self"); err == nil {
		// Nobody can make a folder there, root included.
		b.right(t, "a home that nobody can write", "warning: running without a cache: ", "HOME=/proc")
		b.right(t, "a cache that nobody can write", "warning: running without a cache: ", "HOME="+t.TempDir(), "RESILINT_CACHE=/proc/cache")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Skip("no links here: ", err)
	}
	b.right(t, "a cache behind a link", "", "RESILINT_CACHE="+link)
	b.right(t, "and again", "", "RESILINT_CACHE="+link)
	if err := os.Symlink(b.dir, link+"ed"); err != nil {
		t.Fatal(err)
	}
	b.dir = link + "ed"
	b.right(t, "a module behind a link", "", "RESILINT_CACHE="+link)
}
