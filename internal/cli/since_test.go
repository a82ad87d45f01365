package cli

import (
	"bytes"
	"context"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestSinceInterrupted: a run that is told to end takes its temporary folder with it.
func TestSinceInterrupted(t *testing.T) {
	if _, err := osexec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir, tmp := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	write("a.go", "package m\n\nimport _ \"net/http\"\n")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}} {
		cmd := osexec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	write("a.go", "package m\n\nimport _ \"os\"\n")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, tmp)
	}
	folders := func() []string {
		found, err := filepath.Glob(filepath.Join(tmp, "resilint-since-*"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var out, errs bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- Main(ctx, []string{"-C", dir, "-cache", "off", "-config", "off", "-since", "HEAD", "./..."}, Env{Stdout: &out, Stderr: &errs, Vars: os.Environ()})
	}()
	for len(folders()) == 0 && ctx.Err() == nil {
		select {
		case <-code:
			t.Skip("the run was over before its folder was seen")
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	if got := <-code; got != exitTrouble {
		t.Errorf("exit %d, stdout %q, stderr %q", got, out.String(), errs.String())
	}
	if left := folders(); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
}
