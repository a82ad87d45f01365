package deadlines

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// dynamic returns the waits of the declared functions that a function value can be.
func (e *Eval) dynamic(fn *ssa.Function, c ssa.CallInstruction) []*Outbound {
	if _, ok := c.Common().Value.(*ssa.Builtin); ok {
		return nil
	}
	var out []*Outbound
	for _, v := range e.funcs(c.Common().Value, 0) {
		obj, off := declared(v)
		if obj == nil {
			continue
		}
		f := e.fact(obj)
		if f == nil {
			continue
		}
		for i := range f.Waits {
			w := f.Waits[i]
			if w.Client != NoParam || w.Ctx != NoParam && w.Ctx < off || e.passes(c, w.Path) {
				continue
			}
			if w.Ctx != NoParam {
				w.Ctx -= off
			}
			out = append(out, e.through(fn, c, &w, Callee{Obj: obj}))
		}
	}
	return out
}

// funcs returns the functions that a function value can be, through fields and package
// variables, and through sync.OnceValue, which calls what it is given.
func (e *Eval) funcs(v ssa.Value, depth int) []ssa.Value {
	if depth > 4 {
		return nil
	}
	var out []ssa.Value
	for _, l := range e.x.Resolve(v) {
		var stores []*ssa.Store
		switch l.Kind {
		case flow.Func:
			out = append(out, l.Value)
		case flow.Field:
			stores = e.x.FieldStores(l.Var)
		case flow.Global:
			stores = e.x.GlobalStores(l.Value.(*ssa.Global))
		case flow.Call:
			com := l.Value.(*ssa.Call).Common()
			if k := callee(com); k.Obj != nil && len(com.Args) == 1 && strings.HasPrefix(k.Obj.FullName(), "sync.OnceValue") {
				out = append(out, e.funcs(com.Args[0], depth+1)...)
			}
		}
		for _, st := range stores {
			out = append(out, e.funcs(st.Val, depth+1)...)
		}
	}
	return out
}

// bodies returns the functions with a body among those that a function value can be.
func (e *Eval) bodies(v ssa.Value) []*ssa.Function {
	var out []*ssa.Function
	for _, f := range e.funcs(v, 0) {
		switch f := f.(type) {
		case *ssa.Function:
			out = append(out, f)
		case *ssa.MakeClosure:
			out = append(out, f.Fn.(*ssa.Function))
		}
	}
	return out
}

// handed returns the waits of declared functions that are handed to a callee which
// calls them: withRetry(ctx, s.fetch).
func (e *Eval) handed(fn *ssa.Function, c ssa.CallInstruction, k Callee) []*Outbound {
	f := e.fact(k.Obj)
	if f == nil {
		return nil
	}
	var out []*Outbound
	as := ssacall.Args(c.Common())
	for _, r := range f.Runs {
		if r.Async || r.Param >= len(as) {
			continue
		}
		op, off := declared(as[r.Param])
		if op == nil {
			continue
		}
		g := e.fact(op)
		if g == nil {
			continue
		}
		for i := range g.Waits {
			w := &g.Waits[i]
			if w.Client != NoParam || w.Ctx == NoParam || w.Ctx != r.Arg+off {
				continue
			}
			o := e.through(fn, c, &Wait{Ctx: NoParam, Client: NoParam, Callee: w.Callee, Unless: w.Unless, Path: w.Path, Loop: w.Loop, Local: w.Local, Slot: w.Slot, If: w.If}, k)
			o.Sources = e.result(r.Kind, r.From, c.Common(), fn)
			out = append(out, o)
		}
	}
	return out
}

// declared returns the declared function that v is, with the number of parameters that
// a method value has bound already.
func declared(v ssa.Value) (fn *types.Func, off int) {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return declared(v.X)
	case *ssa.Function:
		fn, _ = v.Object().(*types.Func)
	case *ssa.MakeClosure:
		if f := v.Fn.(*ssa.Function); ssacall.Bound(f) {
			fn, _ = f.Object().(*types.Func)
			off = 1
		}
	}
	return fn, off
}
