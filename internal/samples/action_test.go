package samples

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

const root = "../.."

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// An action is action.yml.
type action struct {
	Inputs map[string]struct {
		Description string
		Default     *string
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []struct {
			ID, Name, If, Uses, Shell, Run string
			With, Env                      map[string]string
		}
	}
}

func readAction(t *testing.T) action {
	t.Helper()
	var a action
	if err := yaml.Unmarshal([]byte(read(t, "action.yml")), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestActionMetadata: no part of a script comes from a workflow, each input is used, and the
// page has a row for each input and output with its default.
func TestActionMetadata(t *testing.T) {
	a := readAction(t)
	page := read(t, "docs/action.md")
	text := read(t, "action.yml")
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("the step %q has an expression in its script: pass it as a variable", s.Name)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("the step %q names no shell", s.Name)
		}
		if s.Uses != "" && !regexp.MustCompile(`^actions/(cache/restore|cache/save|setup-go)@v\d+$`).MatchString(s.Uses) {
			t.Errorf("the step %q uses %s", s.Name, s.Uses)
		}
	}
	for name, in := range a.Inputs {
		if !strings.Contains(text, "inputs."+name+" ") {
			t.Errorf("the input %s is used nowhere", name)
		}
		if in.Default == nil {
			t.Fatalf("the input %s has no default", name)
		}
		value := "`" + *in.Default + "`"
		if *in.Default == "" {
			value = ""
		}
		if !regexp.MustCompile("(?m)^\\| `" + name + "` \\| " + regexp.QuoteMeta(value) + " ?\\| .+ \\|$").MatchString(page) {
			t.Errorf("docs/action.md has no row for the input %s with the default %q", name, value)
		}
	}
	for name, out := range a.Outputs {
		if !strings.Contains(page, "\n| `"+name+"` | ") {
			t.Errorf("docs/action.md has no row for the output %s", name)
		}
		if !strings.Contains(out.Value, "steps.run.outputs."+name) || !strings.Contains(read(t, "action/steps.sh"), "output "+name+" ") {
			t.Errorf("the output %s is not what the script writes", name)
		}
	}
}

// A job is what GitHub gives to the steps of an action.
type job struct {
	t         *testing.T
	dir, temp string
	env       map[string]string
}

func bash(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	return name
}

// newJob makes a job with the defaults of action.yml for inputs, in an empty workspace.
func newJob(t *testing.T) *job {
	t.Helper()
	action, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	j := &job{t: t, dir: t.TempDir(), temp: t.TempDir(), env: map[string]string{
		"GITHUB_ACTION_PATH": action, "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "BASE_REVISION": "",
		"GITHUB_RUN_ID": "12", "GITHUB_RUN_ATTEMPT": "1", "GITHUB_JOB": "resilint",
	}}
	j.env["RUNNER_TEMP"] = j.temp
	j.env["GITHUB_WORKSPACE"] = j.dir
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"} {
		j.env[name] = filepath.Join(j.temp, name)
	}
	a := readAction(t)
	for _, s := range a.Runs.Steps {
		for name, value := range s.Env {
			if m := regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`).FindStringSubmatch(value); m != nil {
				j.env[name] = *a.Inputs[m[1]].Default
			}
		}
	}
	return j
}

// step runs the script of a step as action.yml has it.
func (j *job) step(name string, env ...string) (code int, log string) {
	j.t.Helper()
	a := readAction(j.t)
	for _, s := range a.Runs.Steps {
		if s.Name != name {
			continue
		}
		cmd := exec.Command(bash(j.t), "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		cmd.Dir = j.dir
		cmd.Env = os.Environ()
		for k, v := range j.env {
			cmd.Env = append(cmd.Env, k+"="+v)
		}
		cmd.Env = append(cmd.Env, env...)
		out, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(out)
	}
	j.t.Fatalf("no step %q", name)
	return 0, ""
}

// file gives what the steps have written, and forgets it.
func (j *job) file(name string) string {
	text, _ := os.ReadFile(j.env[name])
	_ = os.Remove(j.env[name])
	return string(text)
}

// stub puts in the place of resilint what says its arguments, writes the files that -f
// names, and exits with a code.
func (j *job) stub(code string) {
	write(j.t, filepath.Join(j.temp, "resilint", "bin", "resilint.exe"), `#!/usr/bin/env bash
printf 'arg %s\n' "$@"
echo "in $(pwd -P)"
for a; do
	case $a in
	json=*) printf '{}\n{}\n' >"${a#json=}" ;;
	markdown=*) echo "# summary" >"${a#markdown=}" ;;
	sarif-github=*) echo "{}" >"${a#sarif-github=}" ;;
	esac
done
exit `+code+"\n", 0o777)
}

func arguments(log string) []string {
	var out []string
	for line := range strings.Lines(log) {
		if a, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "arg "); ok {
			out = append(out, a)
		}
	}
	return out
}

func TestActionRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stub of the program is a script")
	}
	bash(t)
	const json, markdown = "json=TEMP/resilint/findings.json", "markdown=TEMP/resilint/summary.md"
	tests := []struct {
		name, exit string
		env        []string
		code       int
		args       []string
		output     string
		says       string
	}{
		{
			name: "defaults", exit: "0",
			args:   []string{"-f", "github", "-f", json, "-f", markdown, "./..."},
			output: "exit-code=0\nfindings=2\nsarif-file=\n",
		},
		{
			name: "all inputs", exit: "1", code: 1,
			env: []string{
				"INPUT_PACKAGES=./a ./b/...", "INPUT_ARGS=-tests  -tags x,*", "INPUT_CHECKS=default,-sharedclient/*",
				"INPUT_CONFIDENCE=low", "INPUT_CONFIG=off", "INPUT_BASELINE=.base line", "INPUT_SARIF_FILE=out.sarif",
				"INPUT_SUMMARY=false", "INPUT_ANNOTATIONS=false", "INPUT_SINCE=v1.2", "INPUT_WORKING_DIRECTORY=svc",
				"BASE_REVISION=0123",
			},
			args: []string{
				"-since=v1.2", "-checks=default,-sharedclient/*", "-confidence=low", "-config=off", "-baseline=.base line",
				"-f", "text", "-f", json, "-f", "sarif-github=out.sarif", "-tests", "-tags", "x,*", "./a", "./b/...",
			},
			output: "exit-code=1\nfindings=2\nsarif-file=svc/out.sarif\n",
		},
		{
			name: "nothing of a script", exit: "0", env: []string{`INPUT_CHECKS=$(touch hacked)"; touch hacked; "`, "INPUT_ARGS=`touch hacked` ; touch hacked"},
			args: []string{`-checks=$(touch hacked)"; touch hacked; "`, "-f", "github", "-f", json, "-f", markdown,
				"`touch", "hacked`", ";", "touch", "hacked", "./..."},
			output: "exit-code=0\nfindings=2\nsarif-file=\n",
		},
		{
			name: "no base outside of pull requests", exit: "0", env: []string{"INPUT_SINCE=off", "BASE_REVISION=0123"},
			args:   []string{"-f", "github", "-f", json, "-f", markdown, "./..."},
			output: "exit-code=0\nfindings=2\nsarif-file=\n",
		},
		{
			name: "never, with findings", exit: "1", env: []string{"INPUT_FAIL_ON=never"},
			args:   []string{"-f", "github", "-f", json, "-f", markdown, "./..."},
			output: "exit-code=1\nfindings=2\nsarif-file=\n",
		},
		{
			name: "never, with trouble", exit: "2", env: []string{"INPUT_FAIL_ON=never"},
			args:   []string{"-f", "github", "-f", json, "-f", markdown, "./..."},
			output: "exit-code=2\nfindings=2\nsarif-file=\n",
			says:   "::warning title=resilint::something could not be done",
		},
		{name: "fail-on", env: []string{"INPUT_FAIL_ON=error"}, code: 2, says: `fail-on is "error"; write "findings" or "never"`},
		{name: "summary", env: []string{"INPUT_SUMMARY=yes"}, code: 2, says: `summary is "yes"; write "true" or "false"`},
		{name: "folder", env: []string{"INPUT_WORKING_DIRECTORY=nosuch"}, code: 2, says: `there is no folder "nosuch"; mend working-directory`},
		{name: "lines", env: []string{"INPUT_SARIF_FILE=a\nexit-code=0"}, code: 2, says: "sarif-file has a comma or more than one line"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := newJob(t)
			j.stub(test.exit)
			if err := os.Mkdir(filepath.Join(j.dir, "svc"), 0o777); err != nil {
				t.Fatal(err)
			}
			code, log := j.step("Run", test.env...)
			if code != test.code || !strings.Contains(log, test.says) {
				t.Errorf("exit %d, want %d and %q:\n%s", code, test.code, test.says, log)
			}
			got := arguments(strings.ReplaceAll(log, j.temp, "TEMP"))
			if diff := cmp.Diff(test.args, got); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
			if got := j.file("GITHUB_OUTPUT"); got != test.output {
				t.Errorf("outputs:\n%s", got)
			}
			if got, want := j.file("GITHUB_STEP_SUMMARY"), slices.Contains(test.args, markdown); (got == "# summary\n") != want {
				t.Errorf("summary: %q", got)
			}
			for _, name := range []string{"hacked", "svc/hacked"} {
				if _, err := os.Stat(filepath.Join(j.dir, name)); err == nil {
					t.Error("an input was run as a script")
				}
			}
		})
	}
}

// TestActionPlan: the key is of the source, so that it stays, and changes with it.
func TestActionPlan(t *testing.T) {
	bash(t)
	j := newJob(t)
	plan := func() string {
		t.Helper()
		if code, log := j.step("Plan"); code != 0 {
			t.Fatalf("exit %d: %s", code, log)
		}
		return j.file("GITHUB_OUTPUT")
	}
	first := plan()
	if !regexp.MustCompile(`^platform=Linux-X64-go\S+\nkey=Linux-X64-go\S+-[0-9a-f]{40}\nrun=12-1-[0-9a-f]{40}\nprogram=\S+/resilint\.exe\ncache=\S+\n$`).MatchString(first) {
		t.Errorf("outputs:\n%s", first)
	}
	if again := plan(); again != first {
		t.Errorf("the key changes by itself:\n%s%s", first, again)
	}
	if code, log := j.step("Plan", "INPUT_WORKING_DIRECTORY=other"); code != 0 || j.file("GITHUB_OUTPUT") == first {
		t.Errorf("two modules write into one cache: exit %d, %s", code, log)
	}
	// A copy of a part of the source, with one file changed.
	copied := t.TempDir()
	for _, name := range []string{"action/steps.sh", "go.mod"} {
		write(t, filepath.Join(copied, name), read(t, name), 0o777)
	}
	j.env["GITHUB_ACTION_PATH"] = copied
	before := plan()
	write(t, filepath.Join(copied, "README.md"), "words", 0o666)
	if plan() != before {
		t.Error("documents change the key")
	}
	write(t, filepath.Join(copied, "go.mod"), "module changed\n", 0o666)
	if plan() == before {
		t.Error("the source does not change the key")
	}
}
