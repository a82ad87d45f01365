package ssabuild

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// stubs stand for packages that end the goroutine or the process.
var stubs = map[string]string{
	"os":                               "package os\nfunc Exit(int)\nfunc Getpid() int",
	"log":                              "package log\nfunc Fatalf(string, ...any)\nfunc Printf(string, ...any)\nconst LUTC = 1\ntype Logger struct{ Level int }\nfunc (*Logger) Fatal(...any)",
	"runtime":                          "package runtime\nfunc Goexit()\nfunc GC()",
	"testing":                          "package testing\ntype T struct{}\nfunc (*T) Fatal(...any)\nfunc (*T) Error(...any)",
	"github.com/sirupsen/logrus":       "package logrus\nfunc Fatalf(string, ...any)",
	"go.uber.org/mock/gomock":          "package gomock\ntype Controller struct{}\nfunc (*Controller) Call(any, string) any",
	"github.com/stretchr/testify/mock": "package mock\ntype Mock struct{}\nfunc (*Mock) Called() any",
}

type stubImporter struct{ fset *token.FileSet }

func (i stubImporter) Import(path string) (*types.Package, error) {
	f, err := parser.ParseFile(i.fset, path+".go", stubs[path], 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{IgnoreFuncBodies: true}).Check(path, i.fset, []*ast.File{f}, nil)
}

func newLazy(t *testing.T, files ...string) *Lazy {
	t.Helper()
	fset := token.NewFileSet()
	pass := &analysis.Pass{Fset: fset, TypesInfo: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}}
	for _, text := range files {
		f, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		pass.Files = append(pass.Files, f)
	}
	var err error
	pass.Pkg, err = (&types.Config{Importer: stubImporter{fset}}).Check("p", fset, pass.Files, pass.TypesInfo)
	if err != nil {
		t.Fatal(err)
	}
	lazy, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return lazy.(*Lazy)
}

// TestFuncs: all functions with a body, in source order, each before its literals.
func TestFuncs(t *testing.T) {
	lazy := newLazy(t, `package p

var v = func() int { return 1 }()

func init() {}

func b() { func() { func() {}() }(); func() {}() }

type t struct{}

func (t) m() {}

func outside()

func _() {}

func g[T any](x T) T { return x }

func init() { _ = g(1) }
`, `package p

func a() {}
`)
	var got []string
	for _, fn := range lazy.Get().Funcs {
		got = append(got, fn.Name())
	}
	want := []string{"init", "init$1", "init#1", "b", "b$1", "b$1$1", "b$2", "m", "g", "init#2", "a"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOnce: whoever asks first makes it, and all get the same.
func TestOnce(t *testing.T) {
	lazy := newLazy(t, "package p\nfunc f() {}\n")
	if lazy.ssa != nil {
		t.Error("built before anybody asked")
	}
	var wg sync.WaitGroup
	all := make([]*SSA, 4)
	for i := range all {
		wg.Go(func() { all[i] = lazy.Get() })
	}
	wg.Wait()
	for _, s := range all {
		if s == nil || s != all[0] {
			t.Error("built more than once")
		}
	}
}

// TestNoReturn: what stands after a call that does not come back is not reached.
func TestNoReturn(t *testing.T) {
	lazy := newLazy(t, `package p

import ("os"; "log"; "runtime"; "testing"; "github.com/sirupsen/logrus")

func after() {}

func exit()                { os.Exit(1); after() }
func pid()                 { os.Getpid(); after() }
func fatalf()              { log.Fatalf(""); after() }
func printf()              { log.Printf(""); after() }
func fatal(l *log.Logger)  { l.Fatal(); after() }
func goexit()              { runtime.Goexit(); after() }
func gc()                  { runtime.GC(); after() }
func test(t *testing.T)    { t.Fatal(); after() }
func goes(t *testing.T)    { t.Error(); after() }
func logrusFatalf()        { logrus.Fatalf(""); after() }
func method(e error)       { _ = e.Error(); after() }
`)
	ends := []string{"exit", "fatalf", "fatal", "goexit", "test", "logrusFatalf"}
	for _, fn := range lazy.Get().Funcs {
		if fn.Name() == "after" || fn.Name() == "init" {
			continue
		}
		if want := !slices.Contains(ends, fn.Name()); calls(fn, "after") != want {
			t.Errorf("%s: what follows is reached: %v, want %v", fn.Name(), !want, want)
		}
	}
}

func calls(fn *ssa.Function, name string) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().Name() == name {
				return true
			}
		}
	}
	return false
}
