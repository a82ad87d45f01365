// Package ruletest holds what the tests of every rule ask of its page.
//
// It runs no rule: what the code of a page draws is for the rule's own tests to show.
package ruletest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/rule"
)

// WantComment matches what a want comment adds to a line of testdata.
var WantComment = regexp.MustCompile(` // want .*`)

// Code gives the indented pieces of code under the headings of a page, in their order.
func Code(page string, headings ...string) []string {
	var out []string
	for _, s := range rule.Sections(page) {
		if !slices.Contains(headings, s.Heading) {
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

// Example keeps a page's two pieces of code equal to testdata/src/page/bad and good, which
// the rule's own test runs the rule over: the first is reported, the second is not.
func Example(t *testing.T, blocks []string) {
	t.Helper()
	if len(blocks) != 2 {
		t.Fatalf("the example has %d pieces of code, want 2", len(blocks))
	}
	for i, name := range []string{"bad", "good"} {
		text, err := os.ReadFile(filepath.Join("testdata", "src", "page", name, name+".go"))
		if err != nil {
			t.Fatal(err)
		}
		want := WantComment.ReplaceAllString(string(text), "")
		_, want, _ = strings.Cut(want, "\ntype ")
		if want = "type " + want; want != blocks[i] {
			t.Errorf("%s: the page has\n%s\nits file has\n%s", name, blocks[i], want)
		}
	}
}
