package dependency

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// value is the call of a function value.
func (e *eval) value(c ssa.CallInstruction) list {
	com := c.Common()
	var l list
	if !returnsError(com.Signature()) {
		if mc, ok := com.Value.(*ssa.MakeClosure); ok && !ssacall.Bound(mc.Fn.(*ssa.Function)) {
			return e.body(mc)
		}
		return l
	}
	out, whole := e.at(com.Value, "")
	m := Meet{Kind: Value, Ctx: e.ctxParam(com), Callee: "a function value"}
	m.Path = []trace.Step{e.step(trace.Outbound, c, "")}
	for _, o := range out {
		switch o.val.(type) {
		case *ssa.MakeClosure, *ssa.Function:
			l.join(e.body(o.val))
			continue
		}
		m.Via = o.ref
		m.Callee = o.ref.Label()
		l.add(m)
	}
	if !whole || len(out) == 0 {
		m.Via = Ref{}
		l.add(m)
	}
	return l
}

// body is what a function value meets when it is called.
func (e *eval) body(v ssa.Value) list {
	var l list
	out, whole := []origin{{val: v}}, true
	switch v.(type) {
	case *ssa.MakeClosure, *ssa.Function:
	default:
		out, whole = e.at(v, "")
	}
	for _, o := range out {
		fn := funcOf(o.val)
		switch {
		case fn == nil && o.ref.Known():
			l.add(Meet{Kind: Value, Via: o.ref, Ctx: NoParam, Callee: o.ref.Label()})
		case fn == nil:
			l.more = true
		case fn.Parent() != nil:
			l.join(e.ran(fn))
		default:
			l.join(e.declared(fn, o.val))
		}
	}
	l.more = l.more || !whole
	return l
}

func funcOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.Function:
		return v
	}
	return nil
}

// declared is what a declared function, or a bound method, meets.
func (e *eval) declared(fn *ssa.Function, v ssa.Value) list {
	obj, _ := flow.Origin(fn).Object().(*types.Func)
	f := e.fact(obj)
	if f == nil {
		return list{}
	}
	var as []ssa.Value
	if mc, ok := v.(*ssa.MakeClosure); ok && ssacall.Bound(fn) {
		as = mc.Bindings
	}
	l := list{more: f.More}
	for _, m := range f.Meets {
		m.Ctx = NoParam
		e.subst(&l, m, as)
	}
	return l
}
