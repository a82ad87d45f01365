package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/cli"
)

// output is what the command prints.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Main(context.Background(), args, cli.Env{Stdout: &out, Stderr: &errs}); code != 0 {
		t.Fatalf("%q: exit %d, stderr %q", args, code, errs.String())
	}
	return out.String()
}

// TestReadme: README names every rule, with its page, and every flag. The page of each rule and
// the list in docs/rules name its checks.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	for line := range strings.Lines(output(t, "-list")) {
		rule, _, _ := strings.Cut(line, "/")
		if !strings.Contains(readme, "\n| [`"+rule+"`](docs/rules/"+rule+".md) |") {
			t.Errorf("README has no row for %s", rule)
		}
	}
	flags := regexp.MustCompile(`(?m)^  (-\w+)`).FindAllStringSubmatch(output(t, "-h"), -1)
	if len(flags) == 0 {
		t.Error("no flags found")
	}
	for _, f := range flags {
		if !regexp.MustCompile("\\| `" + f[1] + "[` ]").MatchString(readme) {
			t.Errorf("README has no row for the flag %s", f[1])
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)

// TestLinks: what the documents point to in the repository is there.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} {
		docs = append(docs, filepath.Join(root, name))
	}
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), m[1])); err != nil {
				t.Errorf("%s points to %s, which is not there", doc, m[1])
			}
		}
	}
}
