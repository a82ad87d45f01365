package layers

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxDepth bounds how far a value is followed through what it is made of.
const maxDepth = 40

// said returns what v says about retries. A value that can't be followed leaves open what
// its type may bring.
func (e *Eval) said(v ssa.Value) *saying {
	if s, ok := e.memo[v]; ok {
		return s
	}
	if e.busy[v] {
		e.cuts++
		return &saying{}
	}
	if e.depth == 0 {
		e.steps = 0
	}
	e.steps++
	if e.depth > maxDepth || e.steps > maxSteps {
		e.cuts++
		return e.lost(v.Type())
	}
	e.busy[v] = true
	e.depth++
	cuts := e.cuts
	var all []*saying
	leaves := e.x.Resolve(v)
	if len(leaves) == 1 && leaves[0].Kind == flow.Other && leaves[0].Value == v {
		all, leaves = []*saying{e.other(v)}, nil
	}
	for _, l := range leaves {
		if isNil(l) && len(leaves) > 1 && !e.matters(v.Type(), 0).settings && !e.matters(v.Type(), 0).follow {
			continue // the nil of an error path
		}
		s := e.leaf(l)
		if e.foreign(v, l) {
			s = s.clone()
			s.odd, s.open = true, true
		}
		all = append(all, s)
	}
	s := either(all)
	e.depth--
	delete(e.busy, v)
	if e.depth == 0 || e.cuts == cuts {
		e.memo[v] = s
	}
	return s
}

// Cuts counts how often an answer was cut short, since it was still being made or led too
// far. An answer without a cut in it is the same whenever it is asked for.
func (e *Eval) Cuts() int { return e.cuts }

// maxSteps bounds the values looked at for one answer: where values lead to one another in
// circles, what is cut short can't be remembered, and is asked for again and again.
const maxSteps = 500

func isNil(l flow.Leaf) bool {
	return l.Kind == flow.Const && (l.Value == nil || ssacall.IsNil(l.Value))
}

// foreign tells whether a type of the program stands where a library asks for one of its
// interfaces: a back-off or a retryer of its own.
func (e *Eval) foreign(v ssa.Value, l flow.Leaf) bool {
	if m := e.matters(v.Type(), 0); !types.IsInterface(v.Type()) || !m.settings || m.requests {
		return false
	}
	switch l.Kind {
	case flow.Alloc, flow.Const, flow.Global, flow.GlobalAddr, flow.Call:
	default:
		return false
	}
	if l.Value == nil {
		return false
	}
	n, ok := types.Unalias(gotype.Deref(leafType(l))).(*types.Named)
	return ok && !types.IsInterface(n) && n.Obj().Pkg() != nil && outside.InProgram(e.pass, n.Obj().Pkg().Path())
}

// lost is what a value of type t leaves open where it can't be followed.
func (e *Eval) lost(t types.Type) *saying {
	m := e.matters(t, 0)
	return &saying{open: m.settings, inner: m.requests}
}

func (e *Eval) leaf(l flow.Leaf) *saying {
	switch l.Kind {
	case flow.Const:
		if l.Value != nil {
			return e.typed(l.Value)
		}
		return &saying{}
	case flow.Param:
		return e.param(l.Value.(*ssa.Parameter))
	case flow.Global:
		return e.global(l.Value.(*ssa.Global))
	case flow.GlobalAddr:
		g := l.Value.(*ssa.Global)
		if g.Pkg != e.x.SSA.Pkg {
			return e.libraryVar(g)
		}
		return e.structAt(g)
	case flow.Field:
		return e.field(l)
	case flow.FieldAddr:
		return e.fieldAddr(l)
	case flow.Alloc:
		return e.alloc(l.Value)
	case flow.Call:
		return e.call(l.Value.(*ssa.Call), l.Result)
	case flow.Func:
		return e.function(l.Value)
	}
	return e.other(l.Value)
}

// typed is what the type of a value says by itself: aws.NopRetryer{}.
func (e *Eval) typed(v ssa.Value) *saying {
	name := gotype.Name(v.Type())
	s := &saying{}
	if name == "" {
		return s
	}
	for _, k := range e.cat.Knobs("type:" + name) {
		s.apply(e.knob(k, nil, v.Pos()))
	}
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		for _, k := range e.constKnobs(c) {
			s.apply(e.knob(k, nil, v.Pos()))
		}
	}
	if en := maker(e.cat.Lit(v.Type())); en != nil {
		s.make(spec{name: en.LayerName(), entry: en, pos: v.Pos()})
	}
	return s
}

// constKnobs returns what the catalogue says of the constant of a library's own type.
func (e *Eval) constKnobs(c *ssa.Const) []catalogue.Knob {
	n, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !e.cat.HasRetries(n.Obj().Pkg().Path()) {
		return nil
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.Const)
		if ok && types.Identical(o.Type(), n) && constant.Compare(o.Val(), token.EQL, c.Value) {
			if ks := e.cat.Knobs("var:" + n.Obj().Pkg().Path() + "." + name); len(ks) > 0 {
				return ks
			}
		}
	}
	return nil
}

// maker returns the entry that says what it speaks of is a layer, or nil.
func maker(entries []*catalogue.Entry) *catalogue.Entry {
	for _, en := range entries {
		if en.Kind != catalogue.KindRetry {
			continue
		}
		switch en.Mode {
		case "client", "policy", "middleware":
			return en
		}
	}
	return nil
}

func (e *Eval) param(p *ssa.Parameter) *saying {
	s := e.lost(p.Type())
	if p.Parent().Parent() == nil && (s.open || s.inner) {
		s.from = home{fn: flow.Origin(p.Parent()), index: ssacall.ParamIndex(p)}
	}
	return s
}

// alloc follows a variable or literal.
func (e *Eval) alloc(v ssa.Value) *saying {
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return &saying{}
	}
	switch p.Elem().Underlying().(type) {
	case *types.Struct:
		return e.structAt(v)
	case *types.Array:
		return e.elements(v)
	}
	var all []*saying
	for _, st := range whole(v) {
		all = append(all, e.said(st.Val))
	}
	return either(all)
}

// other follows what package flow does not: slices.
func (e *Eval) other(v ssa.Value) *saying {
	switch v := v.(type) {
	case *ssa.Slice:
		if p, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			if _, array := p.Elem().Underlying().(*types.Array); array {
				return e.elements(v.X)
			}
		}
		return e.said(v.X)
	case *ssa.MakeSlice:
		return e.elements(v)
	case *ssa.UnOp:
		if ia, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL {
			return e.said(ia.X)
		}
		if v.Op == token.MUL {
			return e.said(v.X)
		}
	}
	return e.lost(v.Type())
}

// elements is what the elements of the array or slice at addr say, in their order.
func (e *Eval) elements(addr ssa.Value) *saying {
	s := &saying{}
	refs := addr.Referrers()
	if refs == nil {
		return s
	}
	for _, ref := range *refs {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ia {
				s.after(e.said(st.Val))
			}
		}
	}
	return s
}
