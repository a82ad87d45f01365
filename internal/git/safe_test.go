package git_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestRunsNothing: the repository's own configuration cannot make git run its hooks, watchers,
// pagers or external diffs.
func TestRunsNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the command that leaves a mark is a shell script")
	}
	r := newRepo(t)
	r.write("a.go", "one\n")
	r.write("hooks/evil", "")
	r.commit()
	mark := filepath.Join(t.TempDir(), "mark")
	evil := filepath.Join(r.dir, "hooks", "evil")
	script := "#!/bin/sh\necho \"$0 $*\" >>'" + mark + "'\n"
	r.write(".gitattributes", "*.go diff=evil\n")
	r.write("a.go", "two\n")
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "diff.external",
		"diff.evil.command", "diff.evil.textconv", "pager.diff", "pager.rev-parse", "alias.diff", "credential.helper"} {
		r.git("config", key, evil)
	}
	r.git("config", "core.hooksPath", filepath.Dir(evil))
	for _, name := range []string{"evil", "post-checkout", "post-index-change", "fsmonitor-watchman", "reference-transaction"} {
		r.write("hooks/"+name, script)
		if err := os.Chmod(filepath.Join(r.dir, "hooks", name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.at("HEAD")["a.go"]; got != "one\n" {
		t.Errorf("a.go was %q", got)
	}
	if text, err := os.ReadFile(mark); err == nil {
		t.Errorf("git has run something:\n%s", text)
	}
}
