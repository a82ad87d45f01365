package deadlines

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// callSets returns what a call is known to write through its arguments, counted with the
// receiver first: what the callee does, or where a function value or an interface is
// called, what the functions and types that fit it do.
func (e *Eval) callSets(c *ssa.CallCommon) []Set {
	if _, ok := c.Value.(*ssa.Builtin); ok || !takesSettable(ssacall.Args(c)) {
		return nil
	}
	k := callee(c)
	switch {
	case k.Lit != nil:
		return e.ownSets(k.Lit)
	case k.Obj == nil:
		return e.optionSets(c.Signature())
	}
	var out []Set
	for _, obj := range e.targets(k) {
		if f := e.fact(obj); f != nil {
			out = append(out, f.Sets...)
		}
	}
	return out
}

// takesSettable tells whether there is a value that others set fields of among the
// parameters of a function, or the arguments of a call.
func takesSettable[V ssa.Value](vals []V) bool {
	return slices.ContainsFunc(vals, func(v V) bool { return settable(v.Type()) })
}

// optionSets returns what the function values of a type write through their parameters:
// the functions and literals of that type in this package, and those that functions of
// other packages return to it. Which of them a call gets is not asked: options are a
// list that the caller fills.
func (e *Eval) optionSets(sig *types.Signature) []Set {
	var out []Set
	for _, fn := range e.x.SSA.Funcs {
		if fn.Signature.Recv() == nil && types.Identical(fn.Signature, sig) {
			out = append(out, e.ownSets(fn)...)
		}
		for _, s := range e.x.Sites(fn) {
			if c, ok := s.CallInstruction.(*ssa.Call); ok {
				out = append(out, e.madeOption(c, sig)...)
			}
		}
	}
	return out
}

// madeOption returns what the function that the call of another package's function
// returns sets, where it is of the given type.
func (e *Eval) madeOption(c *ssa.Call, sig *types.Signature) []Set {
	t, ok := c.Type().Underlying().(*types.Signature)
	if !ok || !types.Identical(t, sig) {
		return nil
	}
	k := callee(c.Common())
	if k.Obj == nil {
		return nil
	}
	f := e.facts.Imported(k.Obj)
	if f == nil {
		return nil
	}
	var out []Set
	for _, s := range f.Sets {
		if s.Param != NoParam {
			continue
		}
		for i := range sig.Params().Len() {
			if gotype.Name(sig.Params().At(i).Type()) == ownerOf(s.Field) {
				out = append(out, Set{Param: i, Field: s.Field})
			}
		}
	}
	return out
}

// ownSets returns the fields that fn writes through its parameters, itself or in the
// declared functions that it calls.
func (e *Eval) ownSets(fn *ssa.Function) []Set {
	if !takesSettable(fn.Params) {
		return nil
	}
	var out []Set
	add := func(s Set) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				fa, ok := in.Addr.(*ssa.FieldAddr)
				if !ok || zero(in.Val) || !settable(fa.X.Type()) {
					continue
				}
				for _, i := range e.params(fn, fa.X) {
					add(Set{Param: i, Field: gotype.Name(fa.X.Type()) + "." + flow.FieldVar(fa).Name()})
				}
			case ssa.CallInstruction:
				if k := callee(in.Common()); k.Obj != nil {
					if f := e.fact(k.Obj); f != nil {
						e.nestedSets(fn, in, f.Sets, add)
					}
				}
			}
		}
	}
	return out
}

// returnedSets returns what the function literals that fn returns write through their
// parameters: those of an option's constructor.
func (e *Eval) returnedSets(fn *ssa.Function) []Set {
	var out []Set
	res := fn.Signature.Results()
	for i := range res.Len() {
		sig, ok := res.At(i).Type().Underlying().(*types.Signature)
		if !ok || !getsSettable(sig) {
			continue
		}
		for _, v := range ssacall.Returned(fn, i) {
			for _, l := range e.x.Resolve(v) {
				lit := literal(l.Value)
				if l.Kind != flow.Func || lit == nil {
					continue
				}
				for _, s := range e.ownSets(lit) {
					out = append(out, Set{Param: NoParam, Field: s.Field})
				}
			}
		}
	}
	return out
}

// getsSettable tells whether functions of the signature get a value that others set fields of.
func getsSettable(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if settable(v.Type()) {
			return true
		}
	}
	return false
}

// literal returns the function that the function value v is, or nil.
func literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	}
	return nil
}

// setThroughElement tells whether the value becomes an element of a slice, array or map
// and the package sets a bounding field through an element of such a type, as a loop
// over a list of servers does.
func (e *Eval) setThroughElement(v ssa.Value) bool {
	return e.becomesElement(v) && e.fieldSetThrough(e.isElement, v.Type())
}

// becomesElement tells whether v, or a copy of what it points to, is stored into a
// slice, array or map.
func (e *Eval) becomesElement(v ssa.Value) bool {
	for _, ref := range e.x.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Value == v {
				return true
			}
		case *ssa.Store:
			if _, ok := ref.Addr.(*ssa.IndexAddr); ok && ref.Val == v {
				return true
			}
		case *ssa.UnOp:
			if ref.Op != token.MUL {
				continue
			}
			for _, r := range *ref.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Val == ref {
					if _, ok := st.Addr.(*ssa.IndexAddr); ok {
						return true
					}
				}
			}
		}
	}
	return false
}

// isElement tells whether v is the address of an element, or a pointer read from one.
func (e *Eval) isElement(v ssa.Value) bool {
	if element(v) {
		return true
	}
	return slices.ContainsFunc(e.x.Resolve(v), func(l flow.Leaf) bool { return l.Value != nil && element(l.Value) })
}

func element(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.IndexAddr, *ssa.Lookup, *ssa.Index:
		return true
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Next, *ssa.Lookup:
			return true
		}
	case *ssa.UnOp:
		_, ok := v.X.(*ssa.IndexAddr)
		return ok && v.Op == token.MUL
	}
	return false
}
