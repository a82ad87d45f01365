package flow

import "golang.org/x/tools/go/ssa"

// BottomUp orders the declared functions of the package so that callees come first where
// no recursion forbids it. The order depends on the source only.
func (x *Index) BottomUp() []*ssa.Function {
	var order []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		fn = Named(Origin(fn))
		if seen[fn] || fn.Blocks == nil || fn.Pkg != x.SSA.Pkg {
			return
		}
		seen[fn] = true
		for _, callee := range callees(fn) {
			visit(callee)
		}
		order = append(order, fn)
	}
	for _, fn := range x.SSA.Funcs {
		visit(fn)
	}
	return order
}

// callees returns what fn and the literals in it call by name, in source order.
func callees(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, f := range WithLiterals(fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil {
					out = append(out, c.Common().StaticCallee())
				}
			}
		}
	}
	return out
}

// WithLiterals returns fn and the function literals inside it, in source order.
func WithLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, lit := range fn.AnonFuncs {
		out = append(out, WithLiterals(lit)...)
	}
	return out
}
