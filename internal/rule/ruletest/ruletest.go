// Package ruletest holds what the tests of every rule ask of its pages.
//
// It runs no rule: what the code of a rule's page draws is for the rule's own tests to show,
// and that of a kind's page for those of the command.
package ruletest

import (
	"go/parser"
	"go/token"
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

// Code gives the indented pieces of code under the headings of a page, in their order. Of what
// rule.Pages gives it reads the rule's own page.
func Code(page string, headings ...string) []string {
	var out []string
	for _, s := range rule.Sections(rule.PageFor(page, "")) {
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

// Page wants the headings of a page, all of them, in their order.
func Page(t *testing.T, name, page string) {
	t.Helper()
	var got []string
	for _, s := range rule.Sections(page) {
		if s.Heading == "" {
			continue
		}
		got = append(got, s.Heading)
		if s.Text == "" {
			t.Errorf("%s: nothing stands below %q", name, s.Heading)
		}
	}
	if !slices.Equal(got, rule.Headings) {
		t.Errorf("%s: its page has the headings %q, want %q", name, got, rule.Headings)
	}
}

var address = regexp.MustCompile(`https://[^\s,]+`)

// KindPage wants of a kind's page, beside its headings, figures that are worked out and right,
// a reference with an address, and two pieces of code that are those of bad/bad.go and
// good/good.go below dir, where the command runs over them.
func KindPage(t *testing.T, code, page, dir string) {
	t.Helper()
	Page(t, code, page)
	for _, s := range rule.Sections(page) {
		switch s.Heading {
		case "Why it matters":
			sums := Sums(s.Text)
			if len(sums) == 0 {
				t.Errorf("%s: the page works out no figure, as in 20/s × 60 s = 1200", code)
			}
			for _, sum := range sums {
				if !sum.Right() {
					t.Errorf("%s: %s is %v", code, sum.Text, sum.Got)
				}
			}
		case "References":
			if !address.MatchString(s.Text) {
				t.Errorf("%s: the references have no address", code)
			}
		}
	}
	blocks := Code(page, "Example")
	if len(blocks) != 2 {
		t.Errorf("%s: the example has %d pieces of code, want 2: the fault and its mended twin", code, len(blocks))
		return
	}
	for i, name := range []string{"bad", "good"} {
		want, err := body(filepath.Join(dir, name, name+".go"))
		if err != nil {
			t.Error(err)
		} else if want != blocks[i] {
			t.Errorf("%s, %s: the page has\n%s\nits file has\n%s", code, name, blocks[i], want)
		}
	}
}

// body is what stands in a Go file below the package clause and the imports.
func body(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.ImportsOnly)
	if err != nil {
		return "", err
	}
	end := f.Name.End()
	for _, d := range f.Decls {
		end = max(end, d.End())
	}
	return strings.TrimLeft(string(text[fset.Position(end).Offset:]), "\n"), nil
}
