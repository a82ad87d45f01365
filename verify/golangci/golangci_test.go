package golangci_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/doors/doorstest"
)

// offline is what the go command says where no module can be had, as opposed to what it
// says where go.mod is wrong.
var offline = regexp.MustCompile(`dial tcp|no such host|connection refused|i/o timeout|TLS handshake|proxyconnect|module lookup disabled|: 50[234] `)

// build builds golangci-lint with the plugin.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "golangci-lint.exe")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin, "./lint")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return bin
	case offline.Match(out):
		t.Skipf("golangci-lint's modules cannot be had, so it cannot be built: %s", out)
	default:
		t.Fatalf("%v\n%s", err, out)
	}
	return ""
}

// sample is the .golangci.yml of docs/doors.md, so that what is written there works.
func sample(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "doors.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(block[1], `version: "2"`) {
			return block[1]
		}
	}
	t.Fatal("docs/doors.md has no .golangci.yml")
	return ""
}

func write(t *testing.T, config string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), ".golangci.yml")
	if err := os.WriteFile(name, []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

var text = regexp.MustCompile(`^([a-z]+): .* \(([a-z]+)/([a-z]+)\)$`)

// issues reads golangci-lint's JSON.
func issues(t *testing.T, dir, stdout string) []doorstest.Found {
	t.Helper()
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v: %s", err, stdout)
	}
	var out []doorstest.Found
	for _, i := range report.Issues {
		m := text.FindStringSubmatch(i.Text)
		if i.FromLinter != "resilint" || m == nil || m[1] != m[2] {
			t.Errorf("not a message of ours, or not one line with analyzer and code: %+v", i)
			continue
		}
		out = append(out, doorstest.At(t, dir, i.Pos.Filename, i.Pos.Line, i.Pos.Column, m[2]+"/"+m[3]))
	}
	return doorstest.Sorted(out)
}

func TestGolangciLint(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	lint := build(t)
	config := sample(t, root)
	low := write(t, strings.Replace(config, "confidence: medium", "confidence: low", 1))
	cache := []string{"GOLANGCI_LINT_CACHE=" + t.TempDir()}
	doorstest.Parity(t, root, doorstest.Build(t, root), "golangci-lint", func(t *testing.T, dir string) []doorstest.Found {
		stdout, stderr := doorstest.Command(t, dir, cache, lint, "run", "--allow-parallel-runners", "-c", low, "--path-mode=abs",
			"--output.json.path=stdout", "--show-stats=false", "./...")
		if stderr != "" {
			t.Errorf("golangci-lint: %s", stderr)
		}
		return issues(t, dir, stdout)
	})
	t.Run("fix", func(t *testing.T) {
		doorstest.Fixed(t, root, func(dir string) {
			doorstest.Command(t, dir, cache, lint, "run", "--fix", "--allow-parallel-runners", "-c", write(t, config), "./svc")
		})
	})
	d := door{lint, config, cache}
	t.Run("new-from-rev", d.newFromRev)
	t.Run("nolint", d.nolint)
	t.Run("each setting", d.settings)
	t.Run("statements", func(t *testing.T) {
		dir := doorstest.Unpack(t, filepath.Join(root, "testdata", "script", "statements.txtar"))
		stdout, _ := doorstest.Command(t, dir, cache, lint, "run", "--allow-parallel-runners", "-c", write(t, config), "./wrong")
		for _, want := range []string{`wrong.go:8:2: statements: unknown statement "retrys"; write`, "wrong.go:17:1: statements: //resilint:retry stands on nothing"} {
			if strings.Count(stdout, want) != 1 {
				t.Errorf("golangci-lint does not say %q once:\n%s", want, stdout)
			}
		}
	})
	t.Run("settings", func(t *testing.T) {
		for _, c := range []struct{ old, new, want string }{
			{"checks: [default]", "check: [default]", `unknown field "check"; write checks as a list`},
			{"checks: [default]", "checks: [missingdeadlin]", `unknown check "missingdeadlin": did you mean missingdeadline?`},
			{"confidence: medium", "confidence: certain", `unknown level "certain": it is high, medium or low`},
		} {
			cmd := exec.Command(lint, "run", "--allow-parallel-runners", "-c", write(t, strings.Replace(config, c.old, c.new, 1)), "./...")
			cmd.Dir = filepath.Join(root, "examples", "shop")
			cmd.Env = append(os.Environ(), cache...)
			out, err := cmd.CombinedOutput()
			if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 3 || !strings.Contains(string(out), c.want) {
				t.Errorf("%s: %v, want exit 3 and %q:\n%s", c.new, err, c.want, out)
			}
		}
	})
	t.Run("file", func(t *testing.T) {
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module m\n", "m.go": "package m\n", ".resilint.yml": "version: 1\nchecks: sharedclient\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(lint, "run", "--allow-parallel-runners", "-c", write(t, config), "./...")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), append(cache, "GOWORK=off")...)
		out, err := cmd.CombinedOutput()
		want := "checks is set in .golangci.yml and in .resilint.yml:2 to something else; keep it in one of them"
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 3 || !strings.Contains(string(out), want) {
			t.Errorf("%v, want exit 3 and %q:\n%s", err, want, out)
		}
	})
}
