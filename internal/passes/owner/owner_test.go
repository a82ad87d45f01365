package owner

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/statement"
)

// TestStatements holds what a pass is told of expressions and objects, over two packages,
// against want comments.
func TestStatements(t *testing.T) {
	stated := []statement.Stated{
		{Symbol: "(*m/store.Client).Get", Statements: []statement.Statement{
			{Verb: statement.Retry, Attempts: 7, Reason: "a gateway"},
			{Verb: statement.Bounded, Duration: 9 * time.Second, Reason: "the gateway"}}},
		// The comment counts before the file.
		{Symbol: "(*m/store.Client).Put", Statements: []statement.Statement{{Verb: statement.Retry, Attempts: 9}}},
		{Symbol: "m/store.Client.Wait", Statements: []statement.Statement{{Verb: statement.Bounded, Duration: 4 * time.Second, Reason: "by the file"}}},
		{Symbol: "m/app.jobs", Statements: []statement.Statement{{Verb: statement.Queue, Timeout: time.Second, Service: 10 * time.Millisecond, Safety: 0.5}}},
		{Symbol: "m/store.Client.Gone", Statements: []statement.Statement{{Verb: statement.Retry, Attempts: 2}}},
	}
	pass := New(stated)
	ask := &analysis.Analyzer{
		Name: "ask", Doc: "report what is stated", Requires: []*analysis.Analyzer{pass, Faults},
		Run: func(p *analysis.Pass) (any, error) {
			for _, f := range p.Files {
				ast.Inspect(f, func(n ast.Node) bool { askNode(p, p.ResultOf[pass].(*Package), n); return true })
			}
			return nil, nil
		},
	}
	dir := filepath.Join(analysistest.TestData(), "prog")
	analysistest.Run(t, dir, pass, "./store")
	analysistest.Run(t, dir, ask, "./app", "./far")
}

// TestSilent: a package is silent where nobody states anything that it could ask for, be it
// in a package that it does not import itself, or in the configuration.
func TestSilent(t *testing.T) {
	dir := filepath.Join(analysistest.TestData(), "prog")
	silent := func(pkg string, stated ...statement.Stated) bool {
		pass := New(stated)
		seen := &analysis.Analyzer{Name: "seen", Doc: "give the result", Requires: []*analysis.Analyzer{pass}, ResultType: reflect.TypeFor[*Package](),
			Run: func(p *analysis.Pass) (any, error) { return p.ResultOf[pass], nil }}
		return analysistest.Run(nop{}, dir, seen, pkg)[0].Result.(*Package).Silent()
	}
	for pkg, want := range map[string]bool{"./store": false, "./app": false, "./far": false, "./quiet": true} {
		if got := silent(pkg); got != want {
			t.Errorf("%s: silent is %v, want %v", pkg, got, want)
		}
	}
	if silent("./quiet", statement.Stated{Symbol: "time.Sleep", Statements: []statement.Statement{{Verb: statement.Bounded, Duration: time.Second}}}) {
		t.Error("what the configuration states is not asked for")
	}
}

// nop looks at results only: what want comments say is for another analyzer.
type nop struct{}

func (nop) Errorf(string, ...any) {}

func askNode(p *analysis.Pass, o *Package, n ast.Node) {
	say := func(n ast.Node, what string, list []statement.Statement) {
		if len(list) > 0 {
			p.Reportf(n.Pos(), "%s: %s", what, (&Stated{list}).String())
		}
	}
	switch n := n.(type) {
	case *ast.ForStmt:
		say(n, "loop", o.At(n.Pos()))
	case *ast.CallExpr:
		name := types.ExprString(n.Fun)
		say(n, "call "+name[strings.LastIndex(name, ".")+1:], o.At(n.Lparen))
	case *ast.Ident:
		if obj := p.TypesInfo.Uses[n]; obj != nil {
			say(n, n.Name, o.Object(obj))
		}
	}
}

// TestFind: an expression counts before the objects, and these in their order.
func TestFind(t *testing.T) {
	pkg := types.NewPackage("m", "m")
	a, b := types.NewVar(0, pkg, "a", types.Typ[types.Int]), types.NewVar(0, pkg, "b", types.Typ[types.Int])
	one := func(n int) []statement.Statement { return []statement.Statement{{Verb: statement.Retry, Attempts: n}} }
	p := &Package{
		pass:   &analysis.Pass{Pkg: pkg},
		placed: []placed{{Statement: one(1)[0], from: 10, to: 20}},
		own:    map[types.Object][]statement.Statement{a: one(2), b: one(3)},
		known:  map[types.Object][]statement.Statement{},
	}
	for _, c := range []struct {
		pos  token.Pos
		objs []types.Object
		want int
	}{{15, []types.Object{a, b}, 1}, {0, []types.Object{nil, b, a}, 3}, {25, []types.Object{a, b}, 2}} {
		if s, ok := p.Find(statement.Retry, c.pos, c.objs...); !ok || s.Attempts != c.want {
			t.Errorf("%v: %+v", c, s)
		}
	}
	if _, ok := p.Find(statement.Bounded, 15, a); ok {
		t.Error("another verb is found")
	}
}
