package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Site is a call that stands in a function, with what it calls. Nearly all that a pass
// wants of a function is in its calls, and most functions have few among many instructions.
type Site struct {
	ssa.CallInstruction
	Fn   *types.Func // as Target gives it
	Recv types.Type
}

// Sites returns the calls in fn, in the order of its blocks: go and defer statements among
// them, and calls of builtins, but not the calls in its literals. For a function of the
// package's source it is made once, and the slice is shared: do not change it.
func (x *Index) Sites(fn *ssa.Function) []Site {
	if list, ok := x.sites[fn]; ok {
		return list
	}
	return sitesOf(fn) // a wrapper that the SSA form brings, or another package's
}

func sitesOf(fn *ssa.Function) []Site {
	n := 0
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(ssa.CallInstruction); ok {
				n++
			}
		}
	}
	if n == 0 {
		return nil
	}
	list := make([]Site, 0, n)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				s := Site{CallInstruction: c}
				s.Fn, s.Recv = Target(c.Common())
				list = append(list, s)
			}
		}
	}
	return list
}

// Target returns the declared function or interface method that c calls, with the static
// type of its receiver, or nil.
func Target(c *ssa.CallCommon) (fn *types.Func, recv types.Type) {
	if c.IsInvoke() {
		return c.Method, c.Value.Type()
	}
	callee := c.StaticCallee()
	if callee == nil {
		return nil, nil
	}
	fn, _ = Origin(callee).Object().(*types.Func)
	if fn != nil && callee.Signature.Recv() != nil && len(c.Args) > 0 {
		recv = c.Args[0].Type()
	}
	return fn, recv
}
