package layers

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// libraryVar is what a package variable of another package says.
func (e *Eval) libraryVar(g *ssa.Global) *saying {
	path := g.Pkg.Pkg.Path()
	if path == "net/http" {
		return &saying{} // DefaultClient, DefaultTransport
	}
	s := &saying{}
	for _, k := range e.cat.Knobs("var:" + path + "." + g.Name()) {
		s.apply(e.knob(k, nil, g.Pos()))
	}
	if len(s.specs) > 0 {
		return s
	}
	if v, ok := g.Object().(*types.Var); ok && outside.InProgram(e.pass, path) {
		if val, ok := e.facts.Field(v); ok {
			return e.fromFacts(val, nil, nil)
		}
	}
	return e.lost(gotype.Deref(g.Type()))
}

func (e *Eval) global(g *ssa.Global) *saying {
	if g.Pkg != e.x.SSA.Pkg {
		return e.libraryVar(g)
	}
	if _, ok := gotype.Deref(g.Type()).Underlying().(*types.Struct); ok {
		return e.structAt(g)
	}
	var all []*saying
	for _, st := range e.x.GlobalStores(g) {
		if !ssacall.IsNil(st.Val) {
			all = append(all, e.elsewhere(e.said(st.Val)))
		}
	}
	if len(all) == 0 {
		return e.lost(gotype.Deref(g.Type()))
	}
	return either(all)
}

// elsewhere is s as another function of the package sees it: what parameters bring is out
// of sight.
func (e *Eval) elsewhere(s *saying) *saying {
	if s.from.fn == nil {
		return s
	}
	out := s.clone()
	out.from = home{}
	return out
}

// field follows a field that is read.
func (e *Eval) field(l flow.Leaf) *saying {
	f := l.Var
	if f.Pkg() != nil && !outside.InProgram(e.pass, f.Pkg().Path()) {
		if e.matters(f.Type(), 0).requests && !e.matters(f.Type(), 0).settings {
			return e.lost(f.Type()) // the http.Client inside a client that retries
		}
		return e.said(l.Base) // a part of the client: kv.Get of an etcd client, cmdable of go-redis
	}
	if !e.relevant(f.Type()) {
		return &saying{}
	}
	return e.stored(f)
}

// stored is what the program keeps in a field.
func (e *Eval) stored(f *types.Var) *saying {
	var all []*saying
	for _, st := range e.x.FieldStores(f) {
		if !ssacall.IsNil(st.Val) {
			all = append(all, e.elsewhere(e.said(st.Val)))
		}
	}
	if len(all) > 0 {
		return either(all)
	}
	if val, ok := e.facts.Field(f.Origin()); ok {
		return e.fromFacts(val, nil, nil)
	}
	return e.lost(f.Type())
}

// fieldAddr follows the address of a field: a struct that is kept by value.
func (e *Eval) fieldAddr(l flow.Leaf) *saying {
	if l.Var.Pkg() != nil && !outside.InProgram(e.pass, l.Var.Pkg().Path()) {
		return e.said(l.Base)
	}
	if !e.relevant(l.Var.Type()) {
		return &saying{}
	}
	var all []*saying
	set := &saying{}
	for _, fa := range e.x.FieldAddrs(l.Var) {
		for _, st := range whole(fa) {
			all = append(all, e.elsewhere(e.said(st.Val)))
		}
		set.after(e.effects(fa, nil))
	}
	if len(all) == 0 {
		all = append(all, e.zero(l.Value))
	}
	s := either(all).clone()
	s.after(set)
	return s
}

// structAt follows the struct at addr: what is copied into it, or its zero value, and the
// fields that are set.
func (e *Eval) structAt(addr ssa.Value) *saying {
	if gotype.Is(addr.Type(), "net/http", "Transport") || gotype.Is(addr.Type(), "google.golang.org/grpc", "ClientConn") {
		return &saying{}
	}
	if s := e.program(addr); s != nil {
		return s
	}
	var all []*saying
	stores := whole(addr)
	if g, ok := addr.(*ssa.Global); ok {
		stores = e.x.GlobalStores(g)
	}
	for _, st := range stores {
		if c, ok := st.Val.(*ssa.Const); ok && c.Value == nil {
			continue
		}
		all = append(all, e.said(st.Val))
	}
	if len(all) == 0 {
		all = append(all, e.zero(addr))
	}
	s := either(all).clone()
	s.after(e.effects(addr, nil))
	return s
}

// zero is what a struct says whose fields are not set: for some libraries a count of zero
// is no default.
func (e *Eval) zero(addr ssa.Value) *saying {
	s := e.typed(addr)
	name := gotype.Name(addr.Type())
	st, ok := gotype.Deref(addr.Type()).Underlying().(*types.Struct)
	if !ok || name == "" {
		return s
	}
	for i := range st.NumFields() {
		if !isNumber(st.Field(i).Type()) {
			continue
		}
		for _, k := range e.cat.Knobs("field:" + name + "." + st.Field(i).Name()) {
			if k.Zero == "" || k.Means != catalogue.MeansTotal && k.Means != catalogue.MeansRetries {
				continue
			}
			s.apply(spec{name: k.Entry.LayerName(), entry: k.Entry, counts: knob(k).mapped(exact(0)), pos: addr.Pos()})
		}
	}
	return s
}

// program is what a value of one of the program's own types says: what its RoundTrip does,
// over the round trippers that it is made of. It is nil for other types.
func (e *Eval) program(addr ssa.Value) *saying {
	n, ok := types.Unalias(gotype.Deref(addr.Type())).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !outside.InProgram(e.pass, n.Obj().Pkg().Path()) {
		return nil
	}
	s := &saying{}
	fn := way(addr.Type(), e.pass.Pkg)
	if fn == nil {
		return s // requests do not go through it: what its fields hold is none of its callers'
	}
	if val, ok := e.facts.Method(fn); ok {
		s = e.fromFacts(val, nil, nil)
		for i := range s.specs {
			s.specs[i].pos, s.specs[i].in = addr.Pos(), addr.Parent()
		}
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return s
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if !e.matters(f.Type(), 0).requests {
			continue
		}
		for _, store := range e.x.StoresInto(addr, f) {
			s.below(e.said(store.Val))
		}
	}
	return s
}

// method returns the method of that name of t, or nil.
func method(t types.Type, name string, pkg *types.Package) *types.Func {
	o, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, _ := o.(*types.Func)
	return fn
}
