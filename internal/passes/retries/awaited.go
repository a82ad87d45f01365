package retries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
)

// awaited tells whether fn waits for what the goroutine g brings: it receives from a
// channel of its own that the goroutine's function literal sends to or closes, as helpers
// do that put a time limit on a function.
func (e *Eval) awaited(fn *ssa.Function, g *ssa.Go) bool {
	mc, ok := g.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	lit := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		made := e.madeHere(fn, b)
		if made != nil && gives(lit, lit.FreeVars[i]) && e.receives(fn, made) {
			return true
		}
	}
	return false
}

// madeHere returns the make of the channel that the variable or value v holds, or nil.
func (e *Eval) madeHere(fn *ssa.Function, v ssa.Value) *ssa.MakeChan {
	if mk, ok := v.(*ssa.MakeChan); ok {
		return mk
	}
	a, ok := v.(*ssa.Alloc)
	if !ok || a.Parent() != fn || a.Referrers() == nil {
		return nil
	}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			mk, _ := st.Val.(*ssa.MakeChan)
			return mk
		}
	}
	return nil
}

// gives tells whether the literal sends to, or closes, the captured channel v.
func gives(lit *ssa.Function, v ssa.Value) bool {
	is := func(ch ssa.Value) bool {
		if u, ok := ch.(*ssa.UnOp); ok && u.Op == token.MUL {
			ch = u.X
		}
		return ch == v
	}
	for _, f := range flow.WithLiterals(lit) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Send:
					if is(in.Chan) {
						return true
					}
				case *ssa.Select:
					for _, s := range in.States {
						if s.Dir == types.SendOnly && is(s.Chan) {
							return true
						}
					}
				case ssa.CallInstruction:
					if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" && is(in.Common().Args[0]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// receives tells whether fn itself receives from the channel that made makes.
func (e *Eval) receives(fn *ssa.Function, made *ssa.MakeChan) bool {
	is := func(ch ssa.Value) bool {
		if ch == made {
			return true
		}
		u, ok := ch.(*ssa.UnOp)
		return ok && u.Op == token.MUL && e.madeHere(fn, u.X) == made
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && is(in.X) {
					return true
				}
			case *ssa.Select:
				for _, s := range in.States {
					if s.Dir == types.RecvOnly && is(s.Chan) {
						return true
					}
				}
			}
		}
	}
	return false
}
