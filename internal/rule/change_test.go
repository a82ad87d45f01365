package rule_test

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

// typed is a pass over checked files, named a.go, b.go, ….
func typed(t *testing.T, srcs ...string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	pass := &analysis.Pass{Analyzer: &analysis.Analyzer{Name: "demo"}, Fset: fset,
		TypesInfo: &types.Info{Defs: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}}}
	for i, src := range srcs {
		f, err := parser.ParseFile(fset, "/m/"+string(rune('a'+i))+".go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pass.Files = append(pass.Files, f)
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}} // imports that are not used
	pass.Pkg, _ = conf.Check("example.com/m", fset, pass.Files, pass.TypesInfo)
	return pass
}

// apply makes a fix's edits in src.
func apply(src string, fix *finding.Fix) string {
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return b.Start - a.Start })
	for _, e := range edits {
		src = src[:e.Start] + e.New + src[e.End:]
	}
	return src
}

// mark finds the identifier HERE, where a fix wants to use a package.
func mark(f *ast.File) *ast.Ident {
	var found *ast.Ident
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "HERE" {
			found = id
		}
		return true
	})
	return found
}

func TestImport(t *testing.T) {
	const use = "\n\nfunc f() { HERE() }\n"
	for _, test := range []struct{ name, src, want string }{
		{"none", "package m" + use, "package m\n\nimport \"time\"\n\nfunc f() { time() }\n"},
		{"none, with a remark", "package m // M" + use, "package m // M\n\nimport \"time\"\n\nfunc f() { time() }\n"},
		{"there", "package m\n\nimport \"time\"" + use, "package m\n\nimport \"time\"\n\nfunc f() { time() }\n"},
		{"under another name", "package m\n\nimport clock \"time\"" + use, "package m\n\nimport clock \"time\"\n\nfunc f() { clock() }\n"},
		{"blank", "package m\n\nimport _ \"time\"" + use, "package m\n\nimport (\n\t_ \"time\"\n\t\"time\"\n)\n\nfunc f() { time() }\n"},
		{"alone", "package m\n\nimport \"os\" // why" + use, "package m\n\nimport (\n\t\"os\"\n\t\"time\"\n) // why\n\nfunc f() { time() }\n"},
		{"in its place", "package m\n\nimport (\n\t\"os\" // why\n\t\"unicode\"\n\n\t\"example.com/x\"\n)" + use,
			"package m\n\nimport (\n\t\"os\" // why\n\t\"time\"\n\t\"unicode\"\n\n\t\"example.com/x\"\n)\n\nfunc f() { time() }\n"},
		{"first", "package m\n\nimport (\n\t// why\n\t\"unicode\"\n)" + use, "package m\n\nimport (\n\t\"time\"\n\t// why\n\t\"unicode\"\n)\n\nfunc f() { time() }\n"},
		{"before others", "package m\n\nimport (\n\t\"example.com/x\"\n)" + use, "package m\n\nimport (\n\t\"time\"\n\n\t\"example.com/x\"\n)\n\nfunc f() { time() }\n"},
		{"empty", "package m\n\nimport ()" + use, "package m\n\nimport (\n\t\"time\"\n)\n\nfunc f() { time() }\n"},
		{"not to C", "package m\n\n// int x;\nimport \"C\"" + use, "package m\n\nimport \"time\"\n\n// int x;\nimport \"C\"\n\nfunc f() { time() }\n"},
		{"taken here", "package m\n\nimport \"time\"\n\nfunc f(time int) { HERE() }\n", "package m\n\nimport (\n\t\"time\"\n\ttime2 \"time\"\n)\n\nfunc f(time int) { time2() }\n"},
		{"taken in the package", "package m\n\nvar time = 1" + use, "package m\n\nimport time2 \"time\"\n\nvar time = 1\n\nfunc f() { time2() }\n"},
		{"taken by another import", "package m\n\nimport time \"os\"" + use, "package m\n\nimport (\n\ttime \"os\"\n\ttime2 \"time\"\n)\n\nfunc f() { time2() }\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pass := typed(t, test.src)
			here := mark(pass.Files[0])
			c := rule.NewChange(pass, "use it")
			name := c.Import(here.Pos(), "time")
			if again := c.Import(here.Pos(), "time"); again != name {
				t.Errorf("%s, then %s", name, again)
			}
			c.Replace(here.Pos(), here.End(), name)
			fix := c.Fix()
			if fix == nil {
				t.Fatal("no fix")
			}
			if d := cmp.Diff(test.want, apply(test.src, fix)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestNotImported: an import that is neither here nor of the standard library goes behind
// those of its kind, under the name that the package has.
func TestNotImported(t *testing.T) {
	src := "package m\n\nimport (\n\t\"os\"\n\n\t\"example.com/x\"\n)\n\nvar v = HERE\n"
	pass := typed(t, src)
	c := rule.NewChange(pass, "use it")
	if name := c.Import(mark(pass.Files[0]).Pos(), "example.com/y"); name != "y" {
		t.Error(name)
	}
	if got := apply(src, c.Fix()); !strings.Contains(got, "\t\"example.com/x\"\n\t\"example.com/y\"\n)") {
		t.Error(got)
	}
}

func TestField(t *testing.T) {
	for src, want := range map[string]string{
		"T{}":                                 "T{C: 1}",
		"T{A: 2}":                             "T{A: 2, C: 1}",
		"T{A: 2, }":                           "T{A: 2, C: 1, }",
		"T{\n\t\tA: 2, // two\n\t\t// E\n\t}": "T{\n\t\tA: 2, // two\n\t\t// E\n\t\tC: 1,\n\t}",
		"T{C: 2}":                             "", // it is there
		"T{1, 2}":                             "", // no keys
	} {
		src := "package m\n\ntype T struct{ A, C int }\n\nfunc f() {\n\t_ = " + src + "\n}\n"
		pass := typed(t, src)
		c := rule.NewChange(pass, "set C")
		ast.Inspect(pass.Files[0], func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				c.Field(lit, "C", "1")
			}
			return true
		})
		fix := c.Fix()
		if want == "" {
			if fix != nil {
				t.Errorf("%s has the fix %v", src, fix)
			}
			continue
		}
		if got := apply(src, fix); !strings.Contains(got, "_ = "+want+"\n") {
			t.Errorf("%s", got)
		}
	}
}

// TestNoFix: no edit in what nobody wrote, or half of one.
func TestNoFix(t *testing.T) {
	const src = "package m\n\nvar a = 1\n"
	change := func(src string, do func(*rule.Change, *ast.File)) *finding.Fix {
		pass := typed(t, src, "package m\n\nvar b = 1\n")
		c := rule.NewChange(pass, "x")
		do(c, pass.Files[0])
		return c.Fix()
	}
	insert := func(c *rule.Change, f *ast.File) { c.Insert(f.End(), "x") }
	for name, fix := range map[string]*finding.Fix{
		"no edits":           change(src, func(*rule.Change, *ast.File) {}),
		"generated":          change("// Code generated by x. DO NOT EDIT.\n\n"+src, insert),
		"a line directive":   change("package m\n\n//line /n/x.go:7\nvar a = 1\n", insert),
		"no position":        change(src, func(c *rule.Change, _ *ast.File) { c.Delete(token.NoPos, 5) }),
		"backwards":          change(src, func(c *rule.Change, f *ast.File) { c.Delete(f.End(), f.Pos()) }),
		"two files":          change(src, func(c *rule.Change, f *ast.File) { c.Delete(f.Pos(), f.FileEnd+5) }),
		"failed":             change(src, func(c *rule.Change, f *ast.File) { insert(c, f); c.Failed() }),
		"one of two is none": change(src, func(c *rule.Change, f *ast.File) { insert(c, f); c.Insert(token.NoPos, "") }),
	} {
		if fix != nil {
			t.Errorf("%s: %+v", name, fix)
		}
	}
	if change(src, insert) == nil {
		t.Error("a right edit makes no fix")
	}
}

// TestSuggested: a diagnostic brings the fix along, unless it is for a reader to judge.
func TestSuggested(t *testing.T) {
	src := "package m\n\nvar a = f(1)\n"
	pass := typed(t, src)
	var diags []analysis.Diagnostic
	pass.Report = func(d analysis.Diagnostic) { diags = append(diags, d) }
	call := pass.Files[0].Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.CallExpr)
	for _, manual := range []bool{false, true} {
		c := rule.NewChange(pass, "call g")
		c.Replace(call.Pos(), call.End(), "g("+c.Source(call.Args[0])+")")
		if manual {
			c.Manual()
		}
		fix := c.Fix()
		if fix == nil || fix.Manual != manual {
			t.Fatalf("%+v", fix)
		}
		rule.Report(pass, &finding.Set{}, rule.Finding{Pos: call.Pos(), Kind: "k", Confidence: finding.High, Message: "f", Fix: fix})
	}
	want := []analysis.SuggestedFix{{Message: "call g", TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte("g(1)")}}}}
	if len(diags) != 2 || !cmp.Equal(want, diags[0].SuggestedFixes, cmp.Comparer(bytes.Equal)) || diags[1].SuggestedFixes != nil {
		t.Errorf("%+v", diags)
	}
}
