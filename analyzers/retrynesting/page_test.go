package retrynesting_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/resilint/resilint/analyzers/retrynesting"
	resilint "github.com/resilint/resilint/internal/rule"
)

var wantComment = regexp.MustCompile(` // want .*`)

// TestExample keeps the code of the page equal to what TestRule runs the rule over: the
// example is reported, the way to fix it is not.
func TestExample(t *testing.T) {
	blocks := code(retrynesting.Info().Doc)
	if len(blocks) < 2 {
		t.Fatalf("the page has %d pieces of code, want 2", len(blocks))
	}
	for i, name := range []string{"bad", "good"} {
		text, err := os.ReadFile(filepath.Join("testdata", "src", "page", name, name+".go"))
		if err != nil {
			t.Fatal(err)
		}
		want := wantComment.ReplaceAllString(string(text), "")
		_, want, _ = strings.Cut(want, "\ntype ")
		if want = "type " + want; want != blocks[i] {
			t.Errorf("%s: the page has\n%s\nits file has\n%s", name, blocks[i], want)
		}
	}
}

// code gives the indented pieces of the page's example and of how to fix it.
func code(page string) []string {
	var out []string
	for _, s := range resilint.Sections(page) {
		if s.Heading != "Example" && s.Heading != "How to fix" {
			continue
		}
		var block string
		for line := range strings.Lines(s.Text + "\nend\n") {
			switch {
			case strings.HasPrefix(line, "\t"):
				block += line[1:]
			case strings.TrimSpace(line) == "" && block != "":
				block += line
			case block != "":
				out = append(out, strings.TrimRight(block, "\n")+"\n")
				block = ""
			}
		}
	}
	return out
}
