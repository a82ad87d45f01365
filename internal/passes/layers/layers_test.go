package layers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// stubs are packages of the standard library and of others with the signatures that the
// tests need, by import path.
type stubs struct {
	fset *token.FileSet
	text map[string]string
	done map[string]*types.Package
}

func readStubs(t *testing.T) *stubs {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "stubs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	s := &stubs{fset: token.NewFileSet(), text: map[string]string{}, done: map[string]*types.Package{}}
	for _, part := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		path, text, _ := strings.Cut(part, "\n")
		s.text[path] = text
	}
	return s
}

func (s *stubs) Import(path string) (*types.Package, error) {
	if p := s.done[path]; p != nil {
		return p, nil
	}
	text, ok := s.text[path]
	if !ok {
		return nil, fmt.Errorf("no stub for %s", path)
	}
	f, err := parser.ParseFile(s.fset, path+".go", text, 0)
	if err != nil {
		return nil, err
	}
	p, err := (&types.Config{IgnoreFuncBodies: true, Importer: s}).Check(path, s.fset, []*ast.File{f}, nil)
	s.done[path] = p
	return p, err
}

// load makes an Eval of the package in a file of testdata.
func load(t *testing.T, s *stubs, name string, facts Facts) (*Eval, []string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(s.fset, file, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: s}).Check("p/"+strings.TrimSuffix(name, ".go"), s.fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: s.fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info, ReadFile: os.ReadFile}
	lazy, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	if facts == nil {
		facts = noFacts{}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Values(pass.TypesInfo.Uses)), Concerns(pass, catalogue.Builtin())) {
		t.Errorf("%s: no candidate", name)
	}
	cat := catalogue.Builtin()
	return New(pass, flow.New(lazy.(*ssabuild.Lazy).Get()), cat, facts, NewKinds(cat)), strings.Split(string(text), "\n")
}

type noFacts struct{}

func (noFacts) Result(*types.Func, int) (Value, bool) { return Value{}, false }
func (noFacts) Field(*types.Var) (Value, bool)        { return Value{}, false }
func (noFacts) Method(*types.Func) (Value, bool)      { return Value{}, false }

// layer writes a layer as the tests want it: name ×n and the marks of what it does.
func layer(l Layer) string {
	s := l.Name + " ×" + l.Attempts.String()
	if l.Attempts.Add != 0 {
		s += fmt.Sprintf("%+d", l.Attempts.Add)
	}
	for _, m := range []struct {
		on   bool
		mark string
	}{{!l.Pauses, "tight"}, {l.Pauses && !l.Jitter, "steady"}, {l.Ctx, "ctx"}, {l.Stops, "stops"}, {l.Default, "default"}, {l.Again != "", string(l.Again)}} {
		if m.on {
			s += " " + m.mark
		}
	}
	return s
}

func value(v Value) string {
	var out []string
	for _, l := range v.Layers {
		out = append(out, layer(l))
	}
	if v.Param != NoParam {
		out = append(out, fmt.Sprintf("param %d", v.Param))
	}
	if !v.Known {
		out = append(out, "?")
	}
	return strings.Join(out, " > ")
}

var wanted = regexp.MustCompile(`// want (.*)$`)

// check compares what is found on the lines that have a want comment, and that nothing is
// found on others.
func check(t *testing.T, name string, facts Facts) {
	t.Helper()
	e, lines := load(t, readStubs(t), name, facts)
	got := map[int][]string{}
	add := func(in ssa.CallInstruction, s string) {
		if s != "" {
			n := e.pass.Fset.Position(in.Pos()).Line
			got[n] = append(got[n], s)
		}
	}
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := c.Common().StaticCallee(); callee != nil && callee.Name() == "client" {
					arg := c.Common().Args[0]
					if mi, ok := arg.(*ssa.MakeInterface); ok {
						arg = mi.X
					}
					add(c, value(e.Client(arg)))
				}
				var ws []string
				for _, w := range e.Wrap(c) {
					ws = append(ws, layer(w.Layer))
				}
				add(c, strings.Join(ws, " > "))
				v := value(e.Call(c))
				if v != "?" || e.passesOn(c) {
					add(c, v)
				}
			}
		}
	}
	for i, line := range lines {
		want := ""
		if m := wanted.FindStringSubmatch(line); m != nil {
			want = m[1]
		}
		slices.Sort(got[i+1])
		if g := strings.Join(got[i+1], "; "); g != want {
			t.Errorf("%s:%d: %s\n\tgot  %s\n\twant %s", name, i+1, strings.TrimSpace(strings.SplitN(line, "//", 2)[0]), g, want)
		}
	}
}

func TestWrap(t *testing.T)    { check(t, "wrap.go", nil) }
func TestClients(t *testing.T) { check(t, "clients.go", nil) }
func TestGRPC(t *testing.T)    { check(t, "grpc.go", nil) }

// someFacts stand for what other packages, and the package's own summaries, say.
type someFacts struct{}

func (someFacts) Result(fn *types.Func, _ int) (Value, bool) {
	v := Value{Param: NoParam, Known: true, Layers: []Layer{{Name: "other", Attempts: attempts.Of(7), Pauses: true, Jitter: true}}}
	switch fn.Name() {
	case "viaFacts":
	case "viaParam":
		v.Param = 0
	case "counted":
		v.Layers[0].Attempts = attempts.Number{Kind: attempts.FromParam, Param: 0, Add: 1}
	default:
		return v, false
	}
	return v, true
}

func (someFacts) Field(*types.Var) (Value, bool) { return Value{}, false }

func (someFacts) Method(fn *types.Func) (Value, bool) {
	if fn.Name() != "RoundTrip" || !strings.Contains(fn.FullName(), "again") {
		return Value{}, false
	}
	return Value{Param: NoParam, Known: true, Layers: []Layer{{Name: "again", Attempts: attempts.Of(5), Pauses: true, Jitter: true}}}, true
}

func TestTransport(t *testing.T) { check(t, "transport.go", someFacts{}) }

func (e *Eval) passesOn(c ssa.CallInstruction) bool {
	fn, _ := ssacall.Target(c.Common())
	return fn != nil && e.goesOut(c.Common(), fn) && fn.Name() == "Do" || fn != nil && fn.Name() == "RoundTrip"
}

func TestMore(t *testing.T) { check(t, "more.go", nil) }
