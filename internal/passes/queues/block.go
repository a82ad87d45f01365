package queues

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/trace"
)

// blocking judges a send that has no other way out, in a region: it waits for as long as
// the queue is full.
func (e *eval) blocking(r region, s *ssa.Send) []Pile {
	f, ok := e.lastingQueue(s)
	if !ok || e.roomChecked(s) {
		return nil
	}
	p := Pile{Kind: Block, What: e.nameOf(s.Chan), At: e.place(s.Pos()), fn: r.fn, pos: s.Pos(), top: s, send: s}
	p.To = e.drainOf(f)
	p.Path = []trace.Step{e.step(trace.Use, s.Pos(), r.fn, "waits for room in "+p.What)}
	return []Pile{p}
}

// lastingQueue returns the field or package variable that holds the channel of a send,
// where it is a bounded queue with more than one place that somebody in this package
// takes work from.
func (e *eval) lastingQueue(s *ssa.Send) (string, bool) {
	t := elem(s.Chan)
	if signal(t) || gotype.IsError(t) || basic(t) {
		return "", false
	}
	for _, l := range e.x.Resolve(s.Chan) {
		switch l.Kind {
		case flow.Field:
			if ownedByCall(l.Base) || !e.roomy(e.x.FieldStores(l.Var)) {
				return "", false
			}
		case flow.Global:
			if !e.roomy(e.x.GlobalStores(l.Value.(*ssa.Global))) {
				return "", false
			}
		default:
			return "", false
		}
	}
	key := e.keyOf(s.Chan)
	return key, e.drainOf(key) != "" && e.slowDrain[key]
}

// roomy tells whether the channels that are stored have room for more than one, and are
// all made here.
func (e *eval) roomy(stores []*ssa.Store) bool {
	found := false
	for _, st := range stores {
		for _, l := range e.x.Resolve(st.Val) {
			mk, ok := l.Value.(*ssa.MakeChan)
			if !ok {
				if l.Kind == flow.Const {
					continue
				}
				return false
			}
			if n, isConst := constInt(mk.Size); isConst && n < 2 {
				return false
			}
			found = true
		}
	}
	return found
}

// drainOf names the function of this package that takes from the channel with a key in a
// loop, or is empty.
func (e *eval) drainOf(key string) string {
	if e.drains == nil {
		e.drains, e.slowDrain = map[string]string{}, map[string]bool{}
		for _, fn := range e.x.SSA.Funcs {
			for _, m := range e.x.Moves(fn) {
				for _, ch := range received(m.Instruction) {
					if k := e.keyOf(ch); e.inner(m.Block()) != nil {
						if e.drains[k] == "" {
							e.drains[k] = fnName(fn)
						}
						e.slowDrain[k] = e.slowDrain[k] || e.works(fn)
					}
				}
			}
		}
	}
	return e.drains[key]
}

// works tells whether fn does anything that can wait besides receiving: a consumer that
// only counts is never slow.
func (e *eval) works(fn *ssa.Function) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case ssa.CallInstruction:
			found = found || e.waitOfCall(in.Common(), 0).rank > 0
		case *ssa.Send:
			found = true
		}
	})
	return found
}

// received lists the channels that an instruction receives from.
func received(in ssa.Instruction) []ssa.Value {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			return []ssa.Value{in.X}
		}
	case *ssa.Select:
		var out []ssa.Value
		for _, st := range in.States {
			if st.Dir == types.RecvOnly {
				out = append(out, st.Chan)
			}
		}
		return out
	}
	return nil
}

// roomChecked tells whether the function of a send asks how full the channel is.
func (e *eval) roomChecked(s *ssa.Send) bool {
	key, found := e.keyOf(s.Chan), false
	eachInstr(flow.Named(s.Parent()), func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok {
			return
		}
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") && e.keyOf(c.Call.Args[0]) == key {
			found = true
		}
	})
	return found
}

// contextWaits finds the blocking sends in functions that have a context and use it for
// their very next wait.
func (e *eval) contextWaits() []*Site {
	var out []*Site
	for _, fn := range e.x.SSA.Funcs {
		if !hasContext(fn) {
			continue
		}
		for _, m := range e.x.Moves(fn) {
			s, ok := m.Instruction.(*ssa.Send)
			if !ok || !e.nextWaitHeeds(s) {
				continue
			}
			for _, p := range e.blocking(region{fn: fn}, s) {
				out = append(out, &Site{Kind: Block, Fn: fn, Pos: p.pos, What: p.What, To: p.To, By: "the callers of " + fnName(fn), Send: s, Path: p.Path})
			}
		}
	}
	return out
}

func hasContext(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if gotype.IsContext(p.Type()) {
			return true
		}
	}
	return false
}

// nextWaitHeeds tells whether the first thing after the send that waits is a select with
// the end of a context in it.
func (e *eval) nextWaitHeeds(s *ssa.Send) bool {
	for _, b := range s.Parent().Blocks {
		for _, in := range b.Instrs {
			sel, ok := in.(*ssa.Select)
			if !ok || !e.before(s, sel) {
				continue
			}
			for _, st := range sel.States {
				if doneOfContext(st.Chan) {
					return true
				}
			}
		}
	}
	return false
}
