package flow

import "golang.org/x/tools/go/ssa"

// BottomUp orders the declared functions of the package so that callees come first where
// no recursion forbids it. The order depends on the source only. The slice is shared: do
// not change it.
func (x *Index) BottomUp() []*ssa.Function { return x.order() }

func (x *Index) bottomUp() []*ssa.Function {
	var order []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		fn = Named(Origin(fn))
		if seen[fn] || fn.Blocks == nil || fn.Pkg != x.SSA.Pkg {
			return
		}
		seen[fn] = true
		x.eachCallee(fn, visit)
		order = append(order, fn)
	}
	for _, fn := range x.SSA.Funcs {
		visit(fn)
	}
	return order
}

// eachCallee visits what fn and the literals in it call by name, in source order.
func (x *Index) eachCallee(fn *ssa.Function, visit func(*ssa.Function)) {
	for _, c := range x.Sites(fn) {
		if callee := c.Common().StaticCallee(); callee != nil {
			visit(callee)
		}
	}
	for _, lit := range fn.AnonFuncs {
		x.eachCallee(lit, visit)
	}
}

// WithLiterals returns fn and the function literals inside it, in source order.
func WithLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, lit := range fn.AnonFuncs {
		out = append(out, WithLiterals(lit)...)
	}
	return out
}
