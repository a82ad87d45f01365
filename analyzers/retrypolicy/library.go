package retrypolicy

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// setUp is where the package sets up the policy of a library's retry, else where it is
// used.
func (l *layer) setUp() token.Pos {
	if l.lib.Pos.IsValid() {
		return l.lib.Pos
	}
	return l.pos
}

// goesOut tells whether the function op calls something that gets a context and can fail.
func goesOut(op *ssa.Function) bool {
	return calls(op, func(com *ssa.CallCommon) bool {
		res := com.Signature().Results()
		return hasContext(com) && res.Len() > 0 && gotype.IsError(res.At(res.Len()-1).Type())
	})
}

// calls tells whether fn, or a literal in it, makes a call of that kind.
func calls(fn *ssa.Function, kind func(*ssa.CallCommon) bool) bool {
	if fn == nil {
		return false
	}
	for _, f := range flow.WithLiterals(fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok && kind(c.Common()) {
					return true
				}
			}
		}
	}
	return false
}

// looks tells whether what the program hands to a library's retry ends it with the
// context: a predicate that asks the context, or an operation that does and whose errors
// are not all repeated. Then at most one pause is waited for in vain.
func (c *checker) looks(l *layer) bool {
	ended := func(com *ssa.CallCommon) bool {
		fn, _ := ssacall.Target(com)
		return fn != nil && (gotype.IsFunc(fn, "(context.Context).Err") || gotype.IsFunc(fn, "context.Cause"))
	}
	for _, lit := range l.fn.AnonFuncs {
		res := lit.Signature.Results()
		if lit != l.op && res.Len() == 1 && types.Identical(res.At(0).Type(), types.Typ[types.Bool]) && calls(lit, ended) {
			return true
		}
	}
	if !calls(l.op, ended) {
		return false
	}
	return l.lib.Stops || l.lib.Entry != nil && calls(l.op, func(com *ssa.CallCommon) bool {
		fn, _ := ssacall.Target(com)
		return fn != nil && slices.Contains(l.lib.Entry.StopErrors, fn.FullName())
	})
}

// goesOn tells whether op, which says whether it is done, says no and no error after
// something in it has failed.
func goesOn(op *ssa.Function) bool {
	if op == nil {
		return false
	}
	for _, b := range op.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != 2 || !ssacall.IsNil(ret.Results[1]) {
			continue
		}
		if k, ok := ret.Results[0].(*ssa.Const); ok && k.Value != nil && k.Value.String() == "false" && failed(b) {
			return true
		}
	}
	return false
}

// failed tells whether b only runs where an error is there, or is of some kind.
func failed(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		in, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || len(d.Succs[0].Preds) != 1 || !d.Succs[0].Dominates(b) {
			continue
		}
		switch cond := in.Cond.(type) {
		case *ssa.BinOp:
			if cond.Op == token.NEQ && gotype.IsError(cond.X.Type()) && (ssacall.IsNil(cond.X) || ssacall.IsNil(cond.Y)) {
				return true
			}
		case *ssa.Call:
			if slices.ContainsFunc(cond.Call.Args, func(a ssa.Value) bool { return gotype.IsError(a.Type()) }) {
				return true
			}
		}
	}
	return false
}
