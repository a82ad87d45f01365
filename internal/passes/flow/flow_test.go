package flow

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// stubs stand for the packages of the standard library that the tests import.
var stubs = map[string]string{
	"fmt": "package fmt\nfunc Sprintf(format string, args ...any) string\nfunc Sprint(args ...any) string",
	"net": "package net\nfunc JoinHostPort(host, port string) string",
}

type stubImporter struct{ fset *token.FileSet }

func (i stubImporter) Import(path string) (*types.Package, error) {
	f, err := parser.ParseFile(i.fset, path+".go", stubs[path], 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{IgnoreFuncBodies: true}).Check(path, i.fset, []*ast.File{f}, nil)
}

// load gives the index of the package in a file of testdata.
func load(t *testing.T, name string) (*Index, []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return index(t, name, string(text)), strings.Split(string(text), "\n")
}

// index gives the index of the package with the text as its one file.
func index(t *testing.T, name, text string) *Index {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: stubImporter{fset}}).Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	lazy, err := ssabuild.Analyzer.Run(&analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info})
	if err != nil {
		t.Fatal(err)
	}
	return New(lazy.(*ssabuild.Lazy).Get())
}

// uses gives, by line, the value that each call of the function use gets.
func uses(x *Index) map[int]ssa.Value {
	out := map[int]ssa.Value{}
	for _, fn := range x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(*ssa.Call)
				if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Name() != "use" {
					continue
				}
				v := c.Call.Args[0]
				if mi, ok := v.(*ssa.MakeInterface); ok {
					v = mi.X
				}
				out[x.SSA.Pkg.Prog.Fset.Position(c.Pos()).Line] = v
			}
		}
	}
	return out
}

var wanted = regexp.MustCompile(`use\(.*\)\s*// (.*)$`)

// check compares what describe says of the values that the file uses with the comments
// that stand beside them.
func check(t *testing.T, name string, describe func(*Index, ssa.Value) string) {
	t.Helper()
	x, lines := load(t, name)
	got := uses(x)
	for i, line := range lines {
		m := wanted.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		v := got[i+1]
		if v == nil {
			t.Errorf("%s:%d: no call of use", name, i+1)
			continue
		}
		if d := describe(x, v); d != m[1] {
			t.Errorf("%s:%d: %s: got %s, want %s", name, i+1, strings.TrimSpace(line), d, m[1])
		}
		delete(got, i+1)
	}
	if len(got) > 0 {
		t.Errorf("%s: %d calls of use without a comment", name, len(got))
	}
}

func TestResolve(t *testing.T) {
	check(t, "resolve.go", func(x *Index, v ssa.Value) string {
		var out []string
		for _, l := range x.Resolve(v) {
			out = append(out, describe(l))
		}
		return strings.Join(out, ", ")
	})
}

// TestManyOrigins: what comes from very many places is not followed.
func TestManyOrigins(t *testing.T) {
	for n, want := range map[int]int{maxLeaves: maxLeaves, maxLeaves + 1: 1} {
		var b strings.Builder
		b.WriteString("package p\nfunc use(any) {}\nfunc f(n int) {\nvar v int\nswitch n {\n")
		for i := range n - 1 {
			fmt.Fprintf(&b, "case %d: v = %d\n", i, i+1)
		}
		b.WriteString("}\nuse(v)\n}\n")
		x := index(t, "many.go", b.String())
		for _, v := range uses(x) {
			leaves := x.Resolve(v)
			if len(leaves) != want || want == 1 && leaves[0].Kind != Other {
				t.Errorf("of %d origins %d are given, want %d", n, len(leaves), want)
			}
		}
	}
}

// describe is a leaf in a few words.
func describe(l Leaf) string {
	switch l.Kind {
	case Param:
		return "param " + l.Value.Name()
	case Call:
		return fmt.Sprintf("call %s %d", l.Value.(*ssa.Call).Call.StaticCallee().Name(), l.Result)
	case Global:
		return "global " + l.Value.Name()
	case GlobalAddr:
		return "address of " + l.Value.Name()
	case Field:
		return "field " + l.Var.Name()
	case FieldAddr:
		return "address of field " + l.Var.Name()
	case Alloc:
		return "made here"
	case Const:
		if l.Value == nil {
			return "never written"
		}
		return "const " + strings.SplitN(l.Value.Name(), ":", 2)[0]
	case Func:
		if mc, ok := l.Value.(*ssa.MakeClosure); ok {
			return "closure " + mc.Fn.Name()
		}
		return "func " + l.Value.Name()
	}
	return "other"
}

func TestTextStart(t *testing.T) {
	check(t, "text.go", func(_ *Index, v ssa.Value) string {
		s, ok := TextStart(v)
		return fmt.Sprintf("%q %v", s, ok)
	})
}

// TestIndex looks up what the whole package shows.
func TestIndex(t *testing.T) {
	x, _ := load(t, "index.go")
	scope := x.SSA.Pkg.Pkg.Scope()
	field := func(owner, name string) *types.Var {
		obj, _, _ := types.LookupFieldOrMethod(scope.Lookup(owner).Type(), true, x.SSA.Pkg.Pkg, name)
		return obj.(*types.Var)
	}
	fn := func(name string) *ssa.Function { return x.SSA.Pkg.Func(name) }
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"stores into box.n", len(x.FieldStores(field("box", "n"))), 2},
		{"places with the address of box.n", len(x.FieldAddrs(field("box", "n"))), 3},
		{"stores into pair.first, of all instances", len(x.FieldStores(field("pair", "first"))), 2},
		{"stores into count", len(x.GlobalStores(x.SSA.Pkg.Var("count"))), 2},
		{"callers of called", len(x.Callers(fn("called"))), 2},
		{"callers of generic, of all instances", len(x.Callers(fn("generic"))), 2},
		{"callers of lonely", len(x.Callers(fn("lonely"))), 0},
		{"closures of maker's literal", len(x.Literals(fn("maker").AnonFuncs[0])), 1},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
	inner := fn("maker").AnonFuncs[0].AnonFuncs[0]
	if Named(inner) != fn("maker") || Named(fn("called")) != fn("called") {
		t.Error("Named does not lead to the declared function")
	}
	var instances []*ssa.Function
	for _, c := range x.Callers(fn("generic")) {
		instances = append(instances, c.Common().StaticCallee())
	}
	if slices.ContainsFunc(instances, func(f *ssa.Function) bool { return Origin(f) != fn("generic") }) {
		t.Error("Origin does not lead to the generic function")
	}
}
