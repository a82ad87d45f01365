package queues

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// implementers knows the types of the package, so that a call through one of its own
// interfaces can be followed.
type implementers struct {
	named   []*types.Named
	pointer map[*types.Interface][]*types.Pointer // those of named that implement one
	behind  map[method][]*ssa.Function
	callers map[*ssa.Function][]ssa.CallInstruction // calls through interfaces
}

// A method is one of an interface.
type method struct {
	iface *types.Interface
	name  string
}

func (e *eval) newImplementers() *implementers {
	out := &implementers{pointer: map[*types.Interface][]*types.Pointer{}, behind: map[method][]*ssa.Function{}}
	scope := e.pass.Pkg.Scope()
	for _, n := range scope.Names() {
		tn, ok := scope.Lookup(n).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok && named.TypeParams().Len() == 0 && !types.IsInterface(named) {
			out.named = append(out.named, named)
		}
	}
	return out
}

// maxImplementers bounds how many types a call through an interface can lead to.
const maxImplementers = 3

// dispatch returns the functions of the package that a call through an interface or a
// function value can lead to; none where they are too many to tell.
func (e *eval) dispatch(c *ssa.CallCommon) []*ssa.Function {
	if !c.IsInvoke() {
		if _, ok := c.Value.(*ssa.Builtin); ok || c.StaticCallee() != nil {
			return nil
		}
		return e.targets(c.Value)
	}
	if c.Method.Pkg() != e.pass.Pkg {
		return nil
	}
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	m := method{iface, c.Method.Name()}
	out, ok := e.impls.behind[m]
	if !ok {
		out = e.standBehind(m)
		e.impls.behind[m] = out
	}
	return out
}

// standBehind returns the functions of the package that m can be; none where they are too
// many to tell.
func (e *eval) standBehind(m method) []*ssa.Function {
	ptrs, ok := e.impls.pointer[m.iface]
	if !ok {
		for _, n := range e.impls.named {
			if ptr := types.NewPointer(n); types.Implements(ptr, m.iface) {
				ptrs = append(ptrs, ptr)
			}
		}
		e.impls.pointer[m.iface] = ptrs
	}
	var out []*ssa.Function
	for _, ptr := range ptrs {
		found, _, _ := types.LookupFieldOrMethod(ptr, true, e.pass.Pkg, m.name)
		obj, ok := found.(*types.Func)
		if !ok || obj.Pkg() != e.pass.Pkg {
			continue
		}
		if fn := e.x.SSA.Pkg.Prog.FuncValue(obj); e.own(fn) {
			out = append(out, fn)
		}
	}
	if len(out) > maxImplementers {
		return nil
	}
	return out
}

// callers returns the calls of fn in the package, those through the package's own
// interfaces among them.
func (e *eval) callers(fn *ssa.Function) []ssa.CallInstruction {
	if e.impls.callers == nil {
		e.impls.callers = map[*ssa.Function][]ssa.CallInstruction{}
		for _, f := range e.x.SSA.Funcs {
			for s := range e.with(f, dynamic) {
				if !s.Common().IsInvoke() {
					continue
				}
				for _, t := range e.dispatch(s.Common()) {
					e.impls.callers[t] = append(e.impls.callers[t], s.CallInstruction)
				}
			}
		}
	}
	through := e.impls.callers[fn]
	if len(through) == 0 {
		return e.x.Callers(fn)
	}
	return append(through[:len(through):len(through)], e.x.Callers(fn)...)
}
