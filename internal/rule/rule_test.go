package rule_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// testPass parses src and returns a pass over it that collects diagnostics.
func testPass(t *testing.T, src string, got *[]analysis.Diagnostic) (*analysis.Pass, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "/m/a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{
		Analyzer: &analysis.Analyzer{Name: "demo"},
		Fset:     fset,
		Files:    []*ast.File{f},
		Pkg:      types.NewPackage("example.com/m", "m"),
		Report:   func(d analysis.Diagnostic) { *got = append(*got, d) },
	}, f
}

func TestReport(t *testing.T) {
	var diags []analysis.Diagnostic
	pass, f := testPass(t, "package m\n\nfunc F() {}\n", &diags)
	pos, end := f.Decls[0].Pos(), f.Decls[0].End()
	step := rule.Step(pass, trace.Root, pos, "F", "context.Background")

	var set finding.Set
	rule.Report(pass, &set, rule.Finding{Pos: pos, End: end, Kind: "k", Severity: finding.Warning,
		Confidence: finding.Medium, Message: "F waits", Trace: []trace.Step{step}, Unless: []string{"x"}})
	rule.Report(pass, &set, rule.Finding{Pos: pos, Kind: "k", Confidence: finding.Low, Message: "unsure"})
	rule.Report(pass, &set, rule.Finding{Pos: pos, At: &finding.Location{Pkg: "q", File: "q.go", Line: 7, Column: 2},
		Kind: "k", Confidence: finding.High, Message: "elsewhere"})

	want := []finding.Finding{
		{
			Code: "demo/k", Severity: finding.Warning, Confidence: finding.Medium, Message: "F waits",
			Location: finding.Location{File: "/m/a.go", Line: 3, Column: 1},
			End:      finding.Location{File: "/m/a.go", Line: 3, Column: 12},
			Trace: []trace.Step{{Kind: trace.Root, Func: "F", Pkg: "example.com/m",
				File: "a.go", Line: 3, Col: 1, Note: "context.Background"}},
			Unless: []string{"x"},
		},
		{Code: "demo/k", Confidence: finding.Low, Message: "unsure",
			Location: finding.Location{File: "/m/a.go", Line: 3, Column: 1}},
		{Code: "demo/k", Confidence: finding.High, Message: "elsewhere",
			Location: finding.Location{Pkg: "q", File: "q.go", Line: 7, Column: 2}},
	}
	if d := cmp.Diff(want, set.Findings); d != "" {
		t.Error(d)
	}
	wantDiags := []analysis.Diagnostic{{Pos: pos, End: end, Category: "k", Message: "F waits (demo/k)"}}
	if d := cmp.Diff(wantDiags, diags); d != "" {
		t.Error("diagnostics: only the sure ones of this package:", d)
	}
}

const page = `// Copyright.

// Package demo finds demos.
//
// # What it reports
//
// Demos.
//
// # Kind a
//
// About a.
//
// # Kind b
//
// About b.
//
// # Limits
//
// None.
package demo

import "broken
`

func TestPage(t *testing.T) {
	text := rule.Page(page)
	want := []rule.Section{
		{Text: "Package demo finds demos."},
		{Heading: "What it reports", Text: "Demos."},
		{Heading: "Kind a", Text: "About a."},
		{Heading: "Kind b", Text: "About b."},
		{Heading: "Limits", Text: "None."},
	}
	if d := cmp.Diff(want, rule.Sections(text)); d != "" {
		t.Error(d)
	}
	for kind, want := range map[string]string{
		"":  "Package demo finds demos.\n\n# What it reports\n\nDemos.\n",
		"a": "About a.\n",
		"b": "About b.\n\n# Limits\n\nNone.\n",
		"c": "Package demo finds demos.\n\n# What it reports\n\nDemos.\n", // none of its own
	} {
		if d := cmp.Diff(want, rule.PageFor(text, kind)); d != "" {
			t.Errorf("kind %q: %s", kind, d)
		}
	}
	if got := rule.Page("package x\n"); got != "" {
		t.Errorf("a package without a comment has the page %q", got)
	}
}

func TestInfo(t *testing.T) {
	info := rule.Info{Name: "demo", Kinds: []rule.Kind{{Name: "a"}, {Name: "b", Default: rule.Opt}}}
	if d := cmp.Diff([]string{"demo/a", "demo/b"}, info.Codes()); d != "" {
		t.Error(d)
	}
	if k, ok := info.Kind("b"); !ok || k.Default != rule.Opt {
		t.Errorf("Kind(b) = %v, %v", k, ok)
	}
	if _, ok := info.Kind("c"); ok {
		t.Error("Kind(c) was found")
	}
}
