package report_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	// It ships the standard's schema as a constant of its own, which the test reads.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/report"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/suppress"
)

// sarifSchema compiles the schema of SARIF 2.1.0 as OASIS publishes it.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				text += s
			}
		}
		return true
	})
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func sarifOf(t *testing.T, in report.Input) any {
	t.Helper()
	f, ok := report.Lookup("sarif")
	if !ok {
		t.Fatal("no sarif")
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, f, in)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestSARIFIsValid(t *testing.T) {
	schema := sarifSchema(t)
	infos := allRules()
	bare := finding.Finding{Code: "a/b", Message: "m"}
	for name, in := range map[string]report.Input{
		"sample":    sample(),
		"nothing":   {},
		"all rules": {Rules: infos, Root: "/m", Findings: sampleFindings()},
		"no place":  {Findings: []finding.Finding{bare}, Silenced: []report.Silenced{{Finding: bare, By: []report.Comment{{}}}}},
		"no source": {Findings: sampleFindings(), Root: "/"},
	} {
		if err := schema.Validate(sarifOf(t, in)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What the schema is there to find, it finds.
	if err := schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{"tool": 1}}}); err == nil {
		t.Error("the schema allows anything")
	}
}

func allRules() []rule.Info {
	infos := []rule.Info{suppress.Info()}
	for _, r := range analyzers.All() {
		infos = append(infos, r.Info)
	}
	return infos
}

// TestRulesAreDescribed: every kind has a text of its own, within what code scanning takes.
func TestRulesAreDescribed(t *testing.T) {
	run := sarifOf(t, report.Input{Rules: allRules()}).(map[string]any)["runs"].([]any)[0].(map[string]any)
	rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
	if len(rules) == 0 {
		t.Fatal("no rules")
	}
	for _, r := range rules {
		r := r.(map[string]any)
		text := func(name, form string) string {
			s, _ := r[name].(map[string]any)[form].(string)
			return s
		}
		id := r["id"].(string)
		full, markdown := text("fullDescription", "text"), text("help", "markdown")
		if full == "" || len(full) > 1024 || len(text("shortDescription", "text")) > 1024 {
			t.Errorf("%s: descriptions too long or empty: %q", id, full)
		}
		if full == text("shortDescription", "text") {
			t.Errorf("%s: the page has no part about this kind, or one that is too long", id)
		}
		for _, heading := range []string{"## What it reports\n", "\n## How to fix\n"} {
			if !strings.Contains(markdown, heading) {
				t.Errorf("%s: the help has no %q", id, heading)
			}
		}
		if r["helpUri"] != rule.PageURL(id) {
			t.Errorf("%s: its page is at %v", id, r["helpUri"])
		}
		if text("help", "text") == "" || strings.Contains(markdown, "{#") {
			t.Errorf("%s: no help, or one with anchors in it", id)
		}
	}
}
