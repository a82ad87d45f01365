package deadlines

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// endedByTimer tells whether the context that c makes, by a WithCancel, is bounded by
// hand: a timer runs its cancel function, or the function that cancels it leaves at a
// timer's signal.
func (e *Eval) endedByTimer(c *ssa.Call) bool {
	cancel := extracted(c, 1)
	if cancel == nil || !cancels(callee(c.Common()).Obj) {
		return false
	}
	for _, a := range e.x.Aliases(cancel) {
		for _, ref := range e.x.Uses(a) {
			call, ok := ref.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if call.Common().Value != a {
				if k := callee(call.Common()); k.Obj != nil && gotype.IsFunc(k.Obj, "time.AfterFunc") {
					return true
				}
				continue
			}
			if e.runByTimer(call.Parent()) || flow.Named(call.Parent()) == flow.Named(c.Parent()) && e.leavesAtTimer(call) {
				return true
			}
		}
	}
	return false
}

// extracted returns result i of the call, or nil.
func extracted(c *ssa.Call, i int) ssa.Value {
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

// runByTimer tells whether the literal fn is what a time.AfterFunc runs.
func (e *Eval) runByTimer(fn *ssa.Function) bool {
	return fn.Parent() != nil && slices.ContainsFunc(e.uses(fn), func(u use) bool {
		k := callee(u.call.Common())
		return k.Obj != nil && u.arg != NoParam && gotype.IsFunc(k.Obj, "time.AfterFunc")
	})
}

// leavesAtTimer tells whether the call of a cancel function comes after its function has
// waited once, in no loop, for a timer: a deferred call, or one past the wait. One before
// it asks others to stop and then waits for them.
func (e *Eval) leavesAtTimer(cancel ssa.CallInstruction) bool {
	_, deferred := cancel.(*ssa.Defer)
	for _, b := range cancel.Parent().Blocks {
		if !deferred && b != cancel.Block() && !reaches(b, cancel.Block(), map[*ssa.BasicBlock]bool{}) {
			continue
		}
		for _, in := range b.Instrs {
			if in == cancel && !deferred {
				break
			}
			if e.waitsForTimer(in) && !e.x.Again(b) {
				return true
			}
		}
	}
	return false
}

// waitsForTimer tells whether the instruction is a wait that a timer ends.
func (e *Eval) waitsForTimer(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Select:
		return slices.ContainsFunc(in.States, func(s *ssa.SelectState) bool { return e.timerChannel(s.Chan) })
	case *ssa.UnOp: // a goroutine that sleeps and then cancels
		return in.Op == token.ARROW && in.Parent().Parent() != nil && e.timerChannel(in.X)
	}
	return false
}

// TimerChannel tells whether the channel v is that of a timer, which fires once.
func (e *Eval) TimerChannel(v ssa.Value) bool { return e.timerChannel(v) }

// SetsTimeout tells whether the call makes a context with a timeout.
func (e *Eval) SetsTimeout(c *ssa.Call) bool {
	return AddsTimeout(e.entries(c.Common()))
}

// AddsTimeout tells whether what the catalogue says of a call is that it makes a context with
// a timeout.
func AddsTimeout(entries []*catalogue.Entry) bool {
	en := first(entries, catalogue.KindDeadline)
	return en != nil && en.Effect == "adds" && en.On == "ctx"
}

// timerChannel tells whether the channel v is that of a timer, which fires once.
func (e *Eval) timerChannel(v ssa.Value) bool {
	return slices.ContainsFunc(e.x.Resolve(v), func(l flow.Leaf) bool {
		switch l.Kind {
		case flow.Call:
			k := callee(l.Value.(*ssa.Call).Common())
			return k.Obj != nil && gotype.IsFunc(k.Obj, "time.After")
		case flow.Field:
			return l.Var.Name() == "C" && gotype.Is(l.Base.Type(), "time", "Timer")
		}
		return false
	})
}
