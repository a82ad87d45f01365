package retries

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// behind returns the methods that stand behind an interface value, as far as the package
// shows what is put into it.
func (e *Eval) behind(v ssa.Value, method string) []*types.Func {
	if !types.IsInterface(v.Type()) {
		return e.methodNamed(v.Type(), method)
	}
	leaves := e.resolve(v)
	find := func() (out []*types.Func) {
		for _, l := range leaves {
			switch l.Kind {
			case flow.Field, flow.Global:
				out = append(out, e.storedMethods(l, method)...)
			case flow.Call:
				out = append(out, e.resultMethods(l, method)...)
			default: // a parameter is one, too, where its own type is none of an interface
				if l.Value != nil && !types.IsInterface(l.Value.Type()) {
					out = append(out, e.methodNamed(l.Value.Type(), method)...)
				}
			}
		}
		return out
	}
	if slices.ContainsFunc(leaves, func(l flow.Leaf) bool { return l.Kind == flow.Call }) {
		return e.target(use{v, method}, find) // what is returned may lead back here
	}
	return unique(find())
}

// target finds the methods that stand behind a use, and remembers them. While they are looked
// for there are none.
func (e *Eval) target(u use, find func() []*types.Func) []*types.Func {
	if out, ok := e.targets[u]; ok {
		if out != nil && len(out) == 0 {
			e.cut++
			return nil
		}
		return out
	}
	e.targets[u] = []*types.Func{}
	out := unique(find())
	e.targets[u] = out
	return out
}

// storedMethods returns the methods of what is stored where the leaf l is read from.
func (e *Eval) storedMethods(l flow.Leaf, method string) []*types.Func {
	of, stores := e.stores(l)
	if len(stores) == 0 {
		return nil
	}
	return e.target(use{of, method}, func() (out []*types.Func) {
		for _, st := range stores {
			out = append(out, e.behind(st.Val, method)...)
		}
		return out
	})
}

// resultMethods returns the methods of what a call returns.
func (e *Eval) resultMethods(l flow.Leaf, method string) []*types.Func {
	t := l.Value.Type()
	if tuple, ok := t.(*types.Tuple); ok {
		if l.Result >= tuple.Len() {
			return nil
		}
		t = tuple.At(l.Result).Type()
	}
	if !types.IsInterface(t) {
		return e.methodNamed(t, method)
	}
	callee := l.Value.(*ssa.Call).Common().StaticCallee()
	if callee == nil || callee.Blocks == nil || callee.Pkg != e.x.SSA.Pkg {
		return nil
	}
	var out []*types.Func
	for _, r := range ssacall.Returned(callee, l.Result) {
		out = append(out, e.behind(r, method)...)
	}
	return out
}

func (e *Eval) methodNamed(t types.Type, method string) []*types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, e.pass.Pkg, method)
	if fn, ok := obj.(*types.Func); ok && !types.IsInterface(fn.Signature().Recv().Type()) {
		return []*types.Func{fn.Origin()}
	}
	return nil
}

func unique(fns []*types.Func) []*types.Func {
	var out []*types.Func
	for _, f := range fns {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// implementations returns the methods by which types of this package, and of the
// program's packages that it imports, implement a method of an interface of the program.
func (e *Eval) implementations(t types.Type, obj *types.Func) []*types.Func {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || obj.Pkg() == nil || !outside.InProgram(e.pass, obj.Pkg().Path()) {
		return nil
	}
	return e.impls.Of(iface, obj.Name())
}
