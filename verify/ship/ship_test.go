package ship

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"

	"github.com/resilint/resilint/internal/samples/pages"
)

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPages runs all commands of the pages, with this checkout as what is to be had.
func TestPages(t *testing.T) {
	env := proxy(t)
	bin := t.TempDir()
	env = append(env, "GOBIN="+bin, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "RESILINT_CACHE="+t.TempDir())
	for _, name := range []string{"docs/go-tool.md", "docs/getting-started.md"} {
		t.Run(name, func(t *testing.T) {
			if name == "docs/getting-started.md" {
				needs(t, "-since", "-baseline")
			}
			dir := demo(t)
			out := run(t, dir, env, "bash", "-c", pages.Script(pages.Blocks(page(t, name), "sh"), nil))
			t.Log(out)
			if name != "docs/go-tool.md" {
				return
			}
			if !strings.Contains(out, "\nresilint "+version+" (go") {
				t.Errorf("the tool does not say its version:\n%s", out)
			}
			// A program that go tool builds has an identity, so that its cache is used.
			again, code := exits(t, dir, env, "go", "tool", "resilint", "-v", "./...")
			if code != 1 || !strings.Contains(again, "analysed anew 0,") || strings.Contains(again, "cache stays unused") {
				t.Errorf("exit %d; the second run is not from the cache:\n%s", code, again)
			}
		})
	}
}

// TestReplace: the tool can be a checkout that a replace directive names.
func TestReplace(t *testing.T) {
	dir := demo(t)
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GOFLAGS=-mod=mod", "GOWORK=off", "RESILINT_CACHE=" + t.TempDir()}
	run(t, dir, env, "go", "mod", "edit", "-require="+modpath+"@v0.0.0", "-replace="+modpath+"="+checkout, "-tool="+modpath+"/cmd/resilint")
	run(t, dir, env, "go", "mod", "tidy")
	if out, code := exits(t, dir, env, "go", "tool", "resilint", "./..."); code != 1 || !strings.Contains(out, "main.go:") {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

// TestAction runs the steps of the action with the program that they build.
func TestAction(t *testing.T) {
	needs(t, "-since", "-baseline")
	dir, temp := demo(t), t.TempDir()
	action, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	output, summary := filepath.Join(temp, "output"), filepath.Join(temp, "summary")
	env := []string{
		"GITHUB_ACTION_PATH=" + action, "RUNNER_TEMP=" + temp, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
		"GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + summary, "GITHUB_WORKSPACE=" + dir, "GOWORK=off",
		"GITHUB_RUN_ID=1", "GITHUB_RUN_ATTEMPT=1", "GITHUB_JOB=resilint",
		"INPUT_WORKING_DIRECTORY=.", "INPUT_PACKAGES=./...", "INPUT_ARGS=", "INPUT_SINCE=auto", "INPUT_CHECKS=", "INPUT_CONFIDENCE=",
		"INPUT_CONFIG=", "INPUT_BASELINE=", "INPUT_FAIL_ON=findings", "INPUT_SARIF_FILE=out.sarif", "INPUT_SUMMARY=true", "INPUT_ANNOTATIONS=true",
		"BASE_REVISION=",
	}
	steps := filepath.Join(action, "action", "steps.sh")
	for _, step := range []string{"plan", "build"} {
		run(t, dir, append(env, "GOOS=plan9", "GOFLAGS=-tags=none"), "bash", steps, step)
	}
	// Everything in the first run; in the second nothing, since nothing changed.
	for _, r := range []struct {
		base            string
		code            int
		output, summary string
		log             *regexp.Regexp
	}{
		{"", 1, `(?m)^exit-code=1\nfindings=[1-9]\d*\nsarif-file=out\.sarif$`, `main\.go`, regexp.MustCompile(`(?m)^::(error|warning|notice) .*file=main\.go,`)},
		{strings.TrimSpace(run(t, dir, nil, "git", "rev-parse", "HEAD")), 0, `(?m)^exit-code=0\nfindings=0\nsarif-file=out\.sarif$`, `.`, regexp.MustCompile(``)},
	} {
		_ = os.Remove(output)
		_ = os.Remove(summary)
		log, code := exits(t, dir, append(env, "BASE_REVISION="+r.base), "bash", steps, "run")
		if code != r.code || !r.log.MatchString(log) {
			t.Errorf("exit %d, want %d:\n%s", code, r.code, log)
		}
		for name, want := range map[string]string{output: r.output, summary: r.summary, filepath.Join(dir, "out.sarif"): `"version": ?"2\.1\.0"`} {
			if text, _ := os.ReadFile(name); !regexp.MustCompile(want).Match(text) {
				t.Errorf("%s lacks %s:\n%s", filepath.Base(name), want, text)
			}
		}
	}
}

// TestActionlint: the workflows of the pages are right, and fit the action.
func TestActionlint(t *testing.T) {
	for _, name := range []string{"README.md", "docs/action.md", "docs/getting-started.md"} {
		found := false
		for _, block := range pages.Blocks(page(t, name), "yaml") {
			if !strings.Contains(block, "runs-on:") {
				continue
			}
			found = true
			// actionlint knows the actions of others, and reads action.yml where it is local.
			project := t.TempDir()
			write(t, filepath.Join(project, "action.yml"), page(t, "action.yml"))
			write(t, filepath.Join(project, ".git", "HEAD"), "")
			file := filepath.Join(project, ".github", "workflows", "resilint.yml")
			write(t, file, strings.ReplaceAll(block, "resilint/resilint@main", "./"))
			l, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{Shellcheck: "", Pyflakes: "", WorkingDir: project})
			if err != nil {
				t.Fatal(err)
			}
			p, err := actionlint.NewProject(project)
			if err != nil {
				t.Fatal(err)
			}
			errs, err := l.LintFile(file, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range errs {
				t.Errorf("%s: %v\n%s", name, e, block)
			}
		}
		if !found {
			t.Errorf("%s shows no workflow", name)
		}
	}
}
