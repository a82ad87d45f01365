package samples

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/samples/pages"
)

// command builds resilint and gives the folder that it is in.
func command(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "resilint")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", name, "../../cmd/resilint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// demo is a repository with the demo module in it.
func demo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range pages.Demo() {
		write(t, filepath.Join(dir, name), text, 0o666)
	}
	git(t, dir, "init", "-q")
	git(t, dir, "config", "user.name", "n")
	git(t, dir, "config", "user.email", "e@example.com")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "demo")
	return dir
}

// inDemo runs a script in the demo module with resilint in PATH.
func inDemo(t *testing.T, bin, shell string, args ...string) string {
	t.Helper()
	dir := demo(t)
	cmd := exec.Command(shell, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"RESILINT_CACHE="+filepath.Join(dir, ".git", "cache"), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return string(out)
}

// needs are flags and commands that a page tells of; without them it is not yet true.
var needs = map[string][]string{
	"getting-started.md": {"resilint baseline", "-baseline", "-since"},
}

// TestPages runs the commands of the pages, save those that install something, which
// verify/ship runs.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	bin := command(t)
	help, err := exec.Command(filepath.Join(bin, "resilint"), "-h").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"getting-started.md"} {
		t.Run(name, func(t *testing.T) {
			for _, word := range needs[name] {
				if !strings.Contains(string(help), word) {
					t.Skipf("this resilint has no %s", word)
				}
			}
			blocks := pages.Blocks(read(t, "docs/"+name), "sh")
			if len(blocks) == 0 {
				t.Fatal("no commands found")
			}
			installs := func(command string) bool { return strings.HasPrefix(command, "go install ") }
			inDemo(t, bin, bash(t), "-c", pages.Script(blocks, installs))
		})
	}
	t.Run("completion.md", func(t *testing.T) {
		page := read(t, "docs/completion.md")
		for shell, try := range map[string]string{
			"bash": "complete -p resilint",
			"zsh":  "autoload -U compinit && compinit -D -u; %s; (( ${+_comps[resilint]} ))",
			"fish": "",
		} {
			t.Run(shell, func(t *testing.T) {
				name, err := exec.LookPath(shell)
				if err != nil {
					t.Skipf("no %s here", shell)
				}
				t.Setenv("HOME", t.TempDir())
				t.Setenv("GOCACHE", goEnv(t, "GOCACHE"))
				blocks := pages.Blocks(page, shell)
				if len(blocks) != 1 {
					t.Fatalf("%d blocks", len(blocks))
				}
				script := blocks[0] + try
				if strings.Contains(try, "%s") {
					script = strings.Replace(try, "%s", strings.TrimSpace(blocks[0]), 1)
				}
				inDemo(t, bin, name, "-c", script)
			})
		}
	})
}

// goEnv is a setting of the go command, for one that is run with another home.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestWorkflows: the workflows of the pages give the action inputs that it has, take no more
// rights than they need, and name the major version of what they use.
func TestWorkflows(t *testing.T) {
	a := readAction(t)
	inputs := map[string]bool{}
	for name := range a.Inputs {
		inputs[name] = true
	}
	found := 0
	for _, page := range []string{"README.md", "docs/action.md", "docs/getting-started.md"} {
		for _, block := range pages.Blocks(read(t, page), "yaml") {
			if !strings.Contains(block, "runs-on:") {
				continue
			}
			found++
			checkWorkflow(t, page, block, inputs)
		}
	}
	if found == 0 {
		t.Error("no workflows found")
	}
}

func checkWorkflow(t *testing.T, page, text string, inputs map[string]bool) {
	t.Helper()
	var w struct {
		Permissions map[string]string
		Jobs        map[string]struct {
			Steps []struct {
				Uses string
				With map[string]any
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	uploads := strings.Contains(text, "upload-sarif")
	if w.Permissions["contents"] != "read" || (w.Permissions["security-events"] == "write") != uploads {
		t.Errorf("%s: permissions are %v", page, w.Permissions)
	}
	known := map[string]bool{"actions/checkout@v6": true, "resilint/resilint@main": true, "github/codeql-action/upload-sarif@v4": true}
	for _, job := range w.Jobs {
		for _, step := range job.Steps {
			if !known[step.Uses] {
				t.Errorf("%s uses %q", page, step.Uses)
			}
			for name := range step.With {
				if strings.HasPrefix(step.Uses, "resilint/") && !inputs[name] {
					t.Errorf("%s: the action has no input %s", page, name)
				}
			}
		}
	}
}
