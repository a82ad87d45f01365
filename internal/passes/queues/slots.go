package queues

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// slotting are the marks of calls by which a function can take a slot.
const slotting = limiter | slotted | factual

// slotOps lists the instructions of fn by which it takes a slot: work that needs one
// can't pile up.
func (e *eval) slotOps(fn *ssa.Function) []ssa.Instruction {
	if !e.steppable(fn, slotting) {
		return nil
	}
	return ask(e, e.ops, fn, e.findSlotOps)
}

func (e *eval) findSlotOps(fn *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	e.steps(fn, slotting, func(in ssa.Instruction, _ *flow.Site) {
		if e.slotOp(in) {
			out = append(out, in)
		}
	})
	return out
}

func (e *eval) slotOp(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Send:
		return isToken(in.Chan, in.X)
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.SendOnly && isToken(st.Chan, st.Send) {
				return true
			}
		}
	case *ssa.UnOp:
		// A token that is taken out of a channel that starts full: the goroutine puts it
		// back.
		return isRecv(in) && e.refilled(in)
	case *ssa.Call:
		return e.slotCall(in.Common())
	}
	return false
}

// isToken tells whether a send is that of a token, which brings nothing with it.
func isToken(ch, v ssa.Value) bool {
	t := elem(ch)
	if signal(t) {
		return true
	}
	_, isConst := v.(*ssa.Const)
	b, isBasic := t.Underlying().(*types.Basic)
	return isConst && isBasic && b.Info()&types.IsNumeric != 0
}

// refilled tells whether a literal in the function sends on the channel that in receives
// from, or the function itself where that carries no more than signals.
func (e *eval) refilled(in *ssa.UnOp) bool {
	name, found := e.keyOf(in.X), false
	eachInstr(flow.Named(in.Parent()), func(x ssa.Instruction) {
		if s, ok := x.(*ssa.Send); ok && e.keyOf(s.Chan) == name && (s.Parent() != in.Parent() || signal(elem(in.X))) {
			found = true
		}
	})
	return found
}

// slotCall tells whether a call takes a slot, or waits for its turn.
func (e *eval) slotCall(c *ssa.CallCommon) bool {
	fn, recv := ssacall.Target(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindLimiter {
			switch en.Does {
			case "acquire", "wait", "reserve":
				return true
			case "try", "allow":
				return false // for the condition on it to say
			}
		}
	}
	if gotype.IsFunc(fn, "(*sync.Cond).Wait") {
		return true
	}
	if f := e.known(fn); f != nil {
		return f.Slot
	}
	if callee := c.StaticCallee(); callee != nil && e.own(flow.Origin(callee)) {
		takes := false
		// When it takes one, its fact says so, which has been read. What that follows from need not be.
		e.log.Reading(func() { takes = e.takesSlot(flow.Origin(callee)) })
		return takes
	}
	return slotName(fn.Name()) && !strings.HasPrefix(e.fullName(fn), "(*sync.")
}

// slotName tells whether a function of which no body is known takes a slot, by its name.
func slotName(name string) bool {
	name = strings.ToLower(name)
	for _, p := range []string{"acquire", "takeslot", "taketoken", "reserve", "borrow", "throttle", "waitn", "waitfor", "obtain", "ratelimit"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return name == "wait" || name == "take" || name == "limit"
}

// takesSlot tells whether fn takes a slot that it does not give back itself.
func (e *eval) takesSlot(fn *ssa.Function) bool {
	return fn.Blocks != nil && e.steppable(fn, slotting) && ask(e, e.slots, fn, e.takes)
}

func (e *eval) takes(fn *ssa.Function) bool {
	ops := e.slotOps(fn)
	if len(ops) == 0 {
		return false
	}
	gives := false
	eachInstr(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Go:
			gives = true // the goroutine gives it back
		case *ssa.UnOp:
			if in.Op == token.ARROW && signal(elem(in.X)) {
				gives = true
			}
		case ssa.CallInstruction:
			if f, _ := ssacall.Target(in.Common()); f != nil && strings.HasPrefix(strings.ToLower(f.Name()), "release") {
				gives = true
			}
		}
	})
	if gives {
		return false
	}
	// A function that ends at once where there is nothing to take is one, too. One that
	// only wakes somebody up is not: it goes on either way.
	for _, op := range ops {
		switch op := op.(type) {
		case *ssa.Select:
			if op.Blocking {
				return true
			}
			if len(fn.Signature.Results().String()) > 2 && strings.Contains(fn.Signature.Results().String(), "bool") || strings.Contains(fn.Signature.Results().String(), "error") {
				return true
			}
		case *ssa.Send:
			return true
		case *ssa.UnOp:
			return true
		case *ssa.Call:
			return true
		}
	}
	return false
}

// admits tells whether a call says, by its result, whether there is a slot.
func (e *eval) admits(fn *types.Func, recv types.Type) bool {
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindLimiter && (en.Does == "try" || en.Does == "allow" || en.Does == "acquire" || en.Does == "reserve") {
			return true
		}
	}
	name := strings.ToLower(fn.Name())
	return strings.HasPrefix(name, "allow") || strings.HasPrefix(name, "try") || slotName(name)
}
