package retries

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// unbound returns a chain of the function value fn, or of one whose fact obj has, as those
// see it who hold the value and do not call it themselves. A chain that ends in a parameter
// of the function ends in what they don't see.
func unbound(it *item, fn *ssa.Function, name func() string) *item {
	if it.Param == NoParam && (it.end == nil || it.end.Parent() != fn) {
		return it
	}
	out := *it
	out.Param, out.Method, out.end = NoParam, "", nil
	out.Opaque, out.Callee = true, "what "+name()+" is given"
	return &out
}

// bodyOf returns the function of the package that obj is, or nil.
func (e *Eval) bodyOf(obj *types.Func) *ssa.Function {
	if obj.Pkg() != e.pass.Pkg {
		return nil
	}
	return e.x.SSA.Pkg.Prog.FuncValue(obj.Origin())
}
