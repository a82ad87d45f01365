package clients

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// A SharedTransport is a transport that the clients of two or more dependencies share.
type SharedTransport struct {
	Pos     token.Pos // where the transport is made, or the first client
	Fn      *ssa.Function
	Home    string // the variable that holds it, or http.DefaultTransport
	Clients []string
	Deps    []Dependency
}

// Transports lists the transports of the package that several clients share, each with a
// dependency of its own.
func (p *Package) Transports() []*SharedTransport {
	if p.Index == nil {
		return nil
	}
	g := p.eval.graph
	byKey := map[string]*SharedTransport{}
	var order []*SharedTransport
	for _, m := range g.order {
		key, pos := g.transportOf(m)
		if key == "" {
			continue
		}
		s := &Shared{}
		g.collect(s, m.ref)
		if len(s.Deps) == 0 {
			continue
		}
		t := byKey[key]
		if t == nil {
			t = &SharedTransport{Pos: cmp.Or(pos, m.pos), Fn: m.fn, Home: short(key)}
			byKey[key] = t
			order = append(order, t)
		}
		t.Clients = append(t.Clients, cmp.Or(s.Home, FuncName(m.fn)))
		all := &Shared{Deps: t.Deps}
		for _, d := range s.Deps {
			all.count(d.named())
		}
		t.Deps = all.Deps
	}
	return slices.DeleteFunc(order, func(t *SharedTransport) bool { return len(t.Clients) < 2 || len(t.Deps) < 2 })
}

// named is d for a reader who sees several functions: a base URL is known by its owner,
// not by the parameter that it came from.
func (d Dependency) named() Dependency {
	if d.ref.Kind != RefHost {
		d.ref = Ref{Kind: RefNamed, Name: d.owner}
	}
	return d
}

// transportOf names the transport of a client that is made as a literal, and where it is
// made if that is known. It is empty where the client has one of its own.
func (g *graph) transportOf(m *madeClient) (key string, pos token.Pos) {
	a, ok := m.val.(*ssa.Alloc)
	if !ok || gotype.Name(a.Type()) != "net/http.Client" {
		return "", token.NoPos
	}
	st := gotype.Deref(a.Type()).Underlying().(*types.Struct)
	for f := range st.Fields() {
		if f.Name() != "Transport" {
			continue
		}
		stores := flow.StoresTo(a, f)
		if len(stores) == 0 {
			return defaultTransport, token.NoPos
		}
		if len(stores) > 1 {
			return "", token.NoPos
		}
		return g.transport(stores[0].Val)
	}
	return "", token.NoPos
}

func (g *graph) transport(v ssa.Value) (key string, pos token.Pos) {
	leaves := g.e.x.Resolve(v)
	if len(leaves) != 1 {
		return "", token.NoPos
	}
	l := leaves[0]
	switch l.Kind {
	case flow.Const:
		return defaultTransport, token.NoPos
	case flow.Global:
		gl := l.Value.(*ssa.Global)
		if isDefault(gl) != "" {
			return defaultTransport, token.NoPos
		}
		for _, st := range g.e.x.GlobalStores(gl) {
			pos = g.e.makingPos(st.Val)
		}
		return gl.Pkg.Pkg.Path() + "." + gl.Name(), pos
	case flow.Alloc:
		if gotype.Name(l.Value.Type()) == "net/http.Transport" {
			return g.e.pass.Fset.Position(l.Value.Pos()).String(), l.Value.Pos()
		}
	case flow.Field:
		for _, st := range g.e.x.FieldStores(l.Var) {
			pos = g.e.makingPos(st.Val)
		}
		return fieldName(l), pos
	}
	return "", token.NoPos
}

// makingPos is where v is made: here, or in the function of this package that gives it.
func (e *eval) makingPos(v ssa.Value) token.Pos {
	leaves := e.x.Resolve(v)
	if len(leaves) == 0 {
		return token.NoPos
	}
	c, ok := leaves[0].Value.(*ssa.Call)
	if !ok {
		return leaves[0].Pos()
	}
	if callee := c.Common().StaticCallee(); callee != nil {
		if obj, ok := callee.Object().(*types.Func); ok {
			if f := e.fact(obj); f != nil {
				for _, r := range f.Results {
					if r.Kind == ResultFresh && r.Make.At.Pkg == e.pass.Pkg.Path() {
						return e.posOf(r.Make.At)
					}
				}
			}
		}
	}
	return c.Pos()
}

// A SamePolicy is a constant or variable that gives the clients of different dependencies
// their timeout.
type SamePolicy struct {
	Var  types.Object
	Pos  token.Pos
	Deps []Dependency
}

// Policies lists the timeouts that clients of two or more dependencies have in common,
// because they are one constant or variable.
func (p *Package) Policies() []*SamePolicy {
	if p.Index == nil {
		return nil
	}
	e := p.eval
	if len(e.graph.order) == 0 {
		return nil
	}
	timeouts := e.timeouts()
	byVar := map[types.Object]*SamePolicy{}
	var order []*SamePolicy
	for _, m := range e.graph.order {
		obj := timeouts[m.pos]
		if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() || !outside.InProgram(e.pass, obj.Pkg().Path()) {
			continue // a field or a local variable may be another one's each time; time.Second is nobody's
		}
		s := &Shared{}
		e.graph.collect(s, m.ref)
		x := byVar[obj]
		if x == nil {
			x = &SamePolicy{Var: obj, Pos: m.pos}
			byVar[obj] = x
			order = append(order, x)
		}
		all := &Shared{Deps: x.Deps}
		for _, d := range s.Deps {
			all.count(d.named())
		}
		x.Deps = all.Deps
	}
	return slices.DeleteFunc(order, func(x *SamePolicy) bool { return len(x.Deps) < 2 })
}

// timeouts says, by the place of a client's literal, which constant or variable its
// Timeout is.
func (e *eval) timeouts() map[token.Pos]types.Object {
	out := map[token.Pos]types.Object{}
	for _, f := range e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || gotype.Name(e.pass.TypesInfo.TypeOf(lit)) != "net/http.Client" {
				return true
			}
			for _, el := range lit.Elts {
				kv, ok := el.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				if key, ok := kv.Key.(*ast.Ident); !ok || key.Name != "Timeout" {
					continue
				}
				switch v := ast.Unparen(kv.Value).(type) {
				case *ast.Ident:
					out[lit.Lbrace] = e.pass.TypesInfo.Uses[v]
				case *ast.SelectorExpr:
					out[lit.Lbrace] = e.pass.TypesInfo.Uses[v.Sel]
				}
			}
			return true
		})
	}
	return out
}

// A LibraryDefault is an exported function of a library that puts http.DefaultClient into
// what it gives, unless its caller brings another client.
type LibraryDefault struct {
	Fn    *ssa.Function
	Pos   token.Pos
	Field string
}

// LibraryDefaults lists the constructors of the package that fall back to
// http.DefaultClient.
func (p *Package) LibraryDefaults() []LibraryDefault {
	if p.Index == nil || p.Main != "" || p.eval.pass.Pkg.Name() == "main" {
		return nil
	}
	var out []LibraryDefault
	for _, fn := range p.Index.SSA.Funcs {
		b := p.eval.bodies[fn]
		if b == nil {
			continue
		}
		named := flow.Named(fn)
		if obj := named.Object(); obj == nil || !obj.Exported() || named.Signature.Recv() != nil {
			continue
		}
		for i := range b.items {
			if b.items[i].kind&storesClient == 0 {
				continue
			}
			st := b.items[i].in.(*ssa.Store)
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			if pos, ok := p.eval.fallsBack(st.Val); ok {
				out = append(out, LibraryDefault{named, cmp.Or(pos, st.Pos(), fa.Pos()), flow.FieldVar(fa).Name()})
			}
		}
	}
	return out
}

// fallsBack tells whether v may be http.DefaultClient, and where that is read.
func (e *eval) fallsBack(v ssa.Value) (token.Pos, bool) {
	for _, l := range e.x.Resolve(v) {
		if g, ok := l.Value.(*ssa.Global); ok && l.Kind == flow.Global && isDefault(g) == defaultClient {
			return readPos(v, g, 0), true
		}
	}
	return token.NoPos, false
}

// readPos is the place at which v reads the variable.
func readPos(v ssa.Value, g *ssa.Global, depth int) token.Pos {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.X == g {
			return v.Pos()
		}
	case *ssa.Phi:
		for _, x := range v.Edges {
			if depth > 4 {
				break
			}
			if pos := readPos(x, g, depth+1); pos != token.NoPos {
				return pos
			}
		}
	case *ssa.MakeInterface:
		return readPos(v.X, g, depth+1)
	}
	return token.NoPos
}
