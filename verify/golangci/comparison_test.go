package golangci_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/doors/doorstest"
)

var update = flag.Bool("update", false, "write the measured part of docs/comparison.md anew")

// others are the linters that resilint is compared with, as golangci-lint has them. By default
// it shows one of the findings of a line, which would hide one tool behind another.
const others = `version: "2"
linters:
  default: none
  enable: [noctx, contextcheck, bodyclose, gosec, staticcheck]
issues:
  uniq-by-line: false
`

// checks are the codes with which some of them begin their messages.
var checks = regexp.MustCompile(`^(G\d{3}|(?:SA|S|ST|QF)\d{4}): `)

// besides are findings of gosec that have nothing to do with the subject: a random pause, and
// an error that an example leaves unhandled.
var besides = map[string]bool{"gosec G404": true, "gosec G104": true}

// TestComparison runs the other linters over the programs of docs/comparison.md, and holds the
// tables there equal to what they say.
func TestComparison(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	lint, own := build(t), doorstest.Build(t, root)
	cache := []string{"GOLANGCI_LINT_CACHE=" + t.TempDir(), "RESILINT_CACHE=off"}
	config := write(t, others)
	say := func(module string) map[string]map[string]bool {
		dir := filepath.Join(root, "testdata", module)
		said := map[string]map[string]bool{}
		add := func(file, who string) {
			rel, err := filepath.Rel(dir, filepath.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			rel = filepath.ToSlash(rel)
			if said[rel] == nil {
				said[rel] = map[string]bool{}
			}
			said[rel][who] = true
		}
		stdout, _ := doorstest.Command(t, dir, cache, lint, "run", "--allow-parallel-runners", "-c", config, "--path-mode=abs",
			"--max-issues-per-linter=0", "--max-same-issues=0", "--output.json.path=stdout", "--show-stats=false", "./...")
		var report struct {
			Issues []struct {
				FromLinter, Text string
				Pos              struct{ Filename string }
			}
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil {
			t.Fatalf("%v: %s", err, stdout)
		}
		for _, i := range report.Issues {
			who := i.FromLinter
			if m := checks.FindStringSubmatch(i.Text); m != nil {
				who += " " + m[1]
			}
			if !besides[who] {
				add(i.Pos.Filename, who)
			}
		}
		stdout, _ = doorstest.Command(t, dir, cache, own, "-f", "json", "./...")
		for line := range strings.Lines(stdout) {
			var f struct {
				Code     string
				Location struct{ File string }
			}
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatal(err)
			}
			add(f.Location.File, f.Code)
		}
		return said
	}
	measured := programs(t, filepath.Join(root, "testdata", "compare"), say("compare")) + "\n" + examples(say("pages"))
	hold(t, filepath.Join(root, "docs", "comparison.md"), measured)
}

// programs has a row a program of testdata/compare.
func programs(t *testing.T, dir string, said map[string]map[string]bool) string {
	var b strings.Builder
	b.WriteString("| program | reported by |\n|---|---|\n")
	dirs, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, d.Name(), d.Name()+".go"))
		if err != nil {
			t.Fatal(err)
		}
		about, _, _ := strings.Cut(strings.TrimPrefix(string(text), "// Package "+d.Name()+" "), ".\npackage ")
		about = strings.ReplaceAll(about, "\n// ", " ")
		fmt.Fprintf(&b, "| `%s`: %s | %s |\n", d.Name(), about, list(said[d.Name()]))
	}
	return b.String()
}

// examples has a row for each page's example of which another tool says something.
func examples(said map[string]map[string]bool) string {
	var b strings.Builder
	b.WriteString("| example | the fault | its mended twin |\n|---|---|---|\n")
	kinds, silent := map[string]bool{}, 0
	for dir := range said {
		kinds[strings.TrimSuffix(strings.TrimSuffix(dir, "/bad"), "/good")] = true
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		bad, good := tools(said[kind+"/bad"]), tools(said[kind+"/good"])
		if len(bad)+len(good) == 0 {
			silent++
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", kind, list(bad), list(good))
	}
	fmt.Fprintf(&b, "\nOf %d further examples that resilint reports by default, none of the others says anything.\n", silent)
	return b.String()
}

// tools leaves out what resilint says.
func tools(said map[string]bool) map[string]bool {
	out := maps.Clone(said)
	maps.DeleteFunc(out, func(who string, _ bool) bool { return strings.Contains(who, "/") })
	return out
}

func list(said map[string]bool) string {
	if len(said) == 0 {
		return "nothing"
	}
	return strings.Join(slices.Sorted(maps.Keys(said)), ", ")
}

// hold keeps the part of a file between two marks equal to text.
func hold(t *testing.T, file, text string) {
	t.Helper()
	const begin, end = "<!-- measured -->\n", "<!-- end -->\n"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no marks for what is measured", file)
	}
	want := before + begin + "\n" + text + "\n" + end + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if want != string(old) {
		t.Errorf("docs/comparison.md is not what was measured, which is\n%s", text)
	}
}
