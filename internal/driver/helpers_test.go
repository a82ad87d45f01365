package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// depth is the toy fact: how many functions of the source set lie below this one.
type depth struct {
	N     int
	Via   []string
	Sees  int // object facts the package sees when the function is judged
	Sizes int // and package facts
}

func (*depth) AFact() {}

// size is a toy package fact: how many functions a package and what it imports have.
type size struct{ Funcs int }

func (*size) AFact() {}

// toy is a helper analyzer with facts and a rule that reports each function with one.
// runs, where set, hears which packages the helper ran on.
func toy(runs func(pkg string)) *analysis.Analyzer {
	facts := &analysis.Analyzer{
		Name: "depth", Doc: "toy", FactTypes: []analysis.Fact{(*depth)(nil), (*size)(nil)},
		ResultType: reflect.TypeFor[map[*ast.FuncDecl]*depth](),
	}
	facts.Run = func(p *analysis.Pass) (any, error) {
		if runs != nil {
			runs(p.Pkg.Path())
		}
		return toyFacts(p), nil
	}
	return toyRule("toy", facts)
}

func toyRule(name string, facts *analysis.Analyzer, more ...*analysis.Analyzer) *analysis.Analyzer {
	rule := &analysis.Analyzer{
		Name: name, Doc: "toy", Requires: append(more, facts),
		ResultType: reflect.TypeFor[*finding.Set](),
	}
	rule.Run = func(p *analysis.Pass) (any, error) {
		return toySet(p, p.ResultOf[facts].(map[*ast.FuncDecl]*depth)), nil
	}
	return rule
}

func toyFacts(p *analysis.Pass) map[*ast.FuncDecl]*depth {
	out := make(map[*ast.FuncDecl]*depth)
	total := size{}
	eachFunc(p, func(fd *ast.FuncDecl) {
		total.Funcs++
		d := &depth{Sees: len(p.AllObjectFacts()), Sizes: len(p.AllPackageFacts())}
		ast.Inspect(fd, func(x ast.Node) bool {
			id, ok := x.(*ast.Ident)
			if !ok {
				return true
			}
			if fn, ok := p.TypesInfo.Uses[id].(*types.Func); ok {
				var below depth
				if p.ImportObjectFact(fn.Origin(), &below) {
					d.N = max(d.N, below.N+1)
					d.Via = append(d.Via, fn.FullName())
				}
			}
			return true
		})
		p.ExportObjectFact(p.TypesInfo.Defs[fd.Name], d)
		out[fd] = d
	})
	for _, imp := range p.Pkg.Imports() {
		var s size
		if p.ImportPackageFact(imp, &s) {
			total.Funcs += s.Funcs
		}
	}
	p.ExportPackageFact(&total)
	return out
}

// toySet reports each function with its depth, and takes notes, directives and
// elsewhere-findings from comments: "//note x", "//dir x", "//at pkg file line".
func toySet(p *analysis.Pass, facts map[*ast.FuncDecl]*depth) *finding.Set {
	s := &finding.Set{}
	place := func(n ast.Node) finding.Location {
		pos := p.Fset.Position(n.Pos())
		return finding.Location{File: pos.Filename, Line: pos.Line, Column: pos.Column}
	}
	eachFunc(p, func(fd *ast.FuncDecl) {
		f := finding.Finding{Code: "toy/depth", Severity: finding.Warning, Location: place(fd.Name),
			Message: fmt.Sprintf("%s %d %v objects %d packages %d", fd.Name.Name, facts[fd].N, facts[fd].Via,
				facts[fd].Sees, facts[fd].Sizes)}
		if knob, ok := strings.CutPrefix(fd.Name.Name, "Unless"); ok {
			f.Unless = []string{knob}
		}
		s.Findings = append(s.Findings, f)
	})
	for _, file := range p.Files {
		for _, g := range file.Comments {
			for _, c := range g.List {
				if note, ok := strings.CutPrefix(c.Text, "//note "); ok {
					s.Notes = append(s.Notes, note)
				}
				if strings.HasPrefix(c.Text, "//dir ") {
					s.Directives = append(s.Directives, finding.Directive{Location: place(c), Text: c.Text})
				}
				var loc finding.Location
				if n, _ := fmt.Sscanf(c.Text, "//at %s %s %d", &loc.Pkg, &loc.File, &loc.Line); n == 3 {
					s.Findings = append(s.Findings, finding.Finding{Code: "toy/at", Location: loc, Message: "elsewhere"})
				}
			}
		}
	}
	return s
}

func eachFunc(p *analysis.Pass, f func(*ast.FuncDecl)) {
	for _, file := range p.Files {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name != "_" {
				f(fd)
			}
		}
	}
}

// module writes files (name, contents by turns) into a folder and gives its path.
func module(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(files); i += 2 {
		write(t, dir, files[i], files[i+1])
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// environment is the process's own with the go command kept off the network, and
// whatever is given.
func environment(more ...string) []string {
	return append(append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK="), more...)
}

// runIn runs the toy in dir, with a cache in the test's own folder.
func runIn(t *testing.T, dir string, change func(*Options)) *Result {
	t.Helper()
	o := Options{Dir: dir, Patterns: []string{"./..."}, Env: environment(), Analyzers: []*analysis.Analyzer{toy(nil)},
		CacheDir: filepath.Join(t.TempDir(), "cache")}
	if change != nil {
		change(&o)
	}
	res, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// show gives the answer as text, with file names relative to dir.
func show(dir string, res *Result) string {
	var b strings.Builder
	rel := func(s string) string { return strings.TrimPrefix(filepath.ToSlash(s), filepath.ToSlash(dir)+"/") }
	for _, f := range res.Set.Findings {
		fmt.Fprintf(&b, "%s:%d %s\n", rel(f.Location.File), f.Location.Line, f.Message)
	}
	for _, d := range res.Set.Directives {
		fmt.Fprintf(&b, "%s:%d %s\n", rel(d.Location.File), d.Location.Line, d.Text)
	}
	for _, p := range res.Problems {
		fmt.Fprintf(&b, "problem %s %s: %s\n", p.Pkg, rel(p.Pos), strings.ReplaceAll(p.Message, dir+string(filepath.Separator), ""))
	}
	return b.String()
}

// wantLines fails unless each of the lines stands in got.
func wantLines(t *testing.T, got string, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if !strings.Contains(got, l) {
			t.Errorf("missing %q in:\n%s", l, got)
		}
	}
}
