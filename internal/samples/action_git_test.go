package samples

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// git runs git away from the user's settings.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestActionBase: the base of a pull request is what -since gets, and is fetched where the
// checkout left it out.
func TestActionBase(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stub of the program is a script")
	}
	bash(t)
	origin := t.TempDir()
	git(t, origin, "init", "-q")
	git(t, origin, "config", "uploadpack.allowAnySHA1InWant", "true")
	commit := func(name string) string {
		write(t, filepath.Join(origin, name), name, 0o666)
		git(t, origin, "add", name)
		git(t, origin, "commit", "-qm", name)
		return git(t, origin, "rev-parse", "HEAD")
	}
	fork := commit("a")
	git(t, origin, "checkout", "-qb", "change")
	for _, name := range []string{"b", "c", "d"} {
		commit(name)
	}
	git(t, origin, "checkout", "-q", "main")
	base := commit("e")
	git(t, origin, "checkout", "-qb", "merge")
	git(t, origin, "merge", "-qm", "merge", "change")

	for _, test := range []struct {
		name, branch, depth string
		since, base         string
		bare                bool
		want                string // "" where the run has to fail
	}{
		{"whole", "merge", "", "auto", base, false, "-since=" + base + "..."},
		{"shallow merge", "merge", "1", "auto", base, false, "-since=" + base + "..."},
		{"shallow head", "change", "1", "auto", base, false, "-since=" + base + "..."},
		{"two deep", "merge", "2", "auto", base, false, "-since=" + base + "..."},
		{"no remote", "merge", "1", "auto", base, true, ""},
		{"no such commit", "merge", "1", "auto", strings.Repeat("0123", 10), false, ""},
		{"named", "merge", "", fork, base, false, "-since=" + fork},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := newJob(t)
			j.stub("0")
			args := []string{"clone", "-q", "--branch", test.branch}
			if test.depth != "" {
				args = append(args, "--depth", test.depth)
			}
			git(t, j.dir, append(args, "file://"+filepath.ToSlash(origin), ".")...)
			if test.bare {
				git(t, j.dir, "remote", "remove", "origin")
			}
			code, log := j.step("Run", "INPUT_SINCE="+test.since, "BASE_REVISION="+test.base)
			if test.want == "" {
				if code != 2 || !strings.Contains(log, "::error title=resilint::the base revision "+test.base+" cannot be had; let actions/checkout have fetch-depth: 0") {
					t.Errorf("exit %d:\n%s", code, log)
				}
				return
			}
			if code != 0 || !slices.Contains(arguments(log), test.want) {
				t.Errorf("exit %d, want %s:\n%s", code, test.want, log)
			}
			if got := git(t, j.dir, "merge-base", test.base, "HEAD"); got != base && got != fork {
				t.Errorf("merge base %s", got)
			}
		})
	}
}
