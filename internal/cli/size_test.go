package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/golden"
)

// sizePage is the page with what the commands on it print now. The lines behind a command
// that are indented are what it printed before, empty ones between them included.
func sizePage(t *testing.T, text string) string {
	t.Helper()
	const prompt = "    $ resilint "
	var out, held strings.Builder // held: empty lines that may be part of an old output
	inOutput := false
	for line := range strings.Lines(text) {
		command, isCommand := strings.CutPrefix(line, prompt)
		switch {
		case isCommand:
			out.WriteString(line)
			code, stdout, stderr, _ := exec(t, nil, nil, strings.Fields(command)...)
			if code != exitClean || stderr != "" {
				t.Errorf("%s: exit %d, stderr %q", strings.TrimSpace(line), code, stderr)
			}
			for l := range strings.Lines(stdout) {
				if l != "\n" {
					l = "    " + l
				}
				out.WriteString(l)
			}
			inOutput = true
			held.Reset()
		case inOutput && line == "\n":
			held.WriteString(line)
		case inOutput && strings.HasPrefix(line, "    "):
			held.Reset()
		default:
			inOutput = false
			out.WriteString(held.String() + line)
			held.Reset()
		}
	}
	return out.String()
}

// TestSizePage: docs/size.md shows what the command prints, for each question.
func TestSizePage(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "size.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	page := sizePage(t, string(text))
	if golden.Updating() {
		if err := os.WriteFile(name, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(text), page); d != "" {
		t.Errorf("the page differs from what is printed; go test ./internal/cli -update writes it (-page +printed):\n%s", d)
	}
	for _, q := range sizeQuestions() {
		if !strings.Contains(page, "\n## "+q.name+": ") || !strings.Contains(page, "$ resilint size "+q.name) {
			t.Errorf("the page does not show %s", q.name)
		}
	}
}

// TestSizeExamples: what an error or -h tells the user to write is right, in both formats.
func TestSizeExamples(t *testing.T) {
	for _, q := range sizeQuestions() {
		for _, format := range []string{"text", "json"} {
			args := append([]string{"size", q.name, "-format", format}, strings.Fields(q.example)...)
			code, stdout, stderr, _ := exec(t, nil, nil, args...)
			if code != exitClean || stderr != "" || !strings.HasSuffix(stdout, "\n") {
				t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
			}
			_, again, _, _ := exec(t, nil, nil, args...)
			if stdout != again {
				t.Errorf("%q: not the same twice", args)
			}
		}
	}
}
