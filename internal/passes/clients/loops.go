package clients

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/cycles"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// waitsForStop tells whether fn waits for a signal or for the end of its context, and for
// nothing else.
func (e *eval) waitsForStop(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if ch := receives(in); ch != nil && (signalChan(ch.Type()) || doneOfContext(ch) || emptyChan(ch.Type()) && closedBySignal(fn)) {
				return true
			}
			if s, ok := in.(*ssa.Select); ok && s.Blocking && (len(s.States) == 0 || lifecycle(s)) {
				return true
			}
		}
	}
	return false
}

// lastingLoop tells whether fn has a loop that only a stop or a failure ends. A loop that
// success ends is a poll. may tells whether there is anything in fn that a loop could pause
// at: else its loops are not asked.
func (e *eval) lastingLoop(fn *ssa.Function, may bool) bool {
	c := e.x.Cycles(fn)
	for _, blocks := range c.All(fn) {
		l := &loop{e: e, fn: fn, blocks: blocks, cycles: c}
		if l.endless() || may && l.pauses() && l.stops() {
			return true
		}
	}
	return false
}

// repeated tells whether b stands in a loop that only a stop or a failure ends.
func (e *eval) repeated(b *ssa.BasicBlock) bool {
	c := e.x.Cycles(b.Parent())
	if !c.In(b) {
		return false
	}
	l := &loop{e: e, fn: b.Parent(), cycles: c}
	for _, x := range b.Parent().Blocks {
		if c.Group(x) == c.Group(b) {
			l.blocks = append(l.blocks, x)
		}
	}
	return l.endless() || l.pauses() && l.stops()
}

// lifecycle tells whether a select waits for a signal, and besides it only for errors:
// that is how a main waits for what it has started.
func lifecycle(s *ssa.Select) bool {
	signals := 0
	for _, st := range s.States {
		switch {
		case st.Dir != types.RecvOnly:
			return false
		case signalChan(st.Chan.Type()):
			signals++
		case doneOfContext(st.Chan):
		default:
			ch, ok := st.Chan.Type().Underlying().(*types.Chan)
			if !ok || !gotype.IsError(ch.Elem()) {
				return false
			}
		}
	}
	return signals > 0
}

// doneOfContext tells whether v is ctx.Done().
func doneOfContext(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	obj, _ := ssacall.Target(c.Common())
	return obj != nil && gotype.IsFunc(obj, "(context.Context).Done")
}

// A loop is a set of blocks that lead to one another.
type loop struct {
	e      *eval
	fn     *ssa.Function
	blocks []*ssa.BasicBlock
	cycles *cycles.Cycles
}

// has tells whether b belongs to the loop.
func (l *loop) has(b *ssa.BasicBlock) bool { return l.cycles.Group(b) == l.cycles.Group(l.blocks[0]) }

// pauses tells whether the loop waits in each pass or now and then: for a timer, for one
// of several things, for a message.
func (l *loop) pauses() bool {
	for _, b := range l.blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				if in.Blocking {
					return true
				}
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				if f, _ := ssacall.Target(in.Common()); f != nil && gotype.IsFunc(f, "time.Sleep") {
					return true
				}
				if en := l.e.entry(in.Common(), catalogue.KindOutbound); en != nil && en.Stream {
					return true
				}
			}
		}
	}
	return false
}

// endless tells whether no way leads out of the loop, but for crashes.
func (l *loop) endless() bool { return l.allExits(func(_, _ *ssa.BasicBlock) bool { return false }) }

// stops tells whether each way out of the loop is a stop or a failure.
func (l *loop) stops() bool { return l.allExits(l.excused) }

// allExits tells whether ok holds of each edge out of the loop, without crashes.
func (l *loop) allExits(ok func(from, to *ssa.BasicBlock) bool) bool {
	for _, b := range l.blocks {
		for _, to := range b.Succs {
			if !l.has(to) && !crashes(to) && !ok(b, to) {
				return false
			}
		}
	}
	return true
}

// crashes tells whether b does nothing but panic, as after a select of which no case was
// taken. What ends the process, or says why it panics, may be the program's normal end.
func crashes(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if _, ok := in.(*ssa.Call); ok {
			return false
		}
	}
	_, panics := last(b).(*ssa.Panic)
	return panics
}

// excused tells whether the edge from b out of the loop, or what must be true for b to
// run in the loop, is a stop or a failure.
func (l *loop) excused(b, out *ssa.BasicBlock) bool {
	for {
		if c, ok := last(b).(*ssa.If); ok && l.reason(c.Cond, b.Succs[0] == out) {
			return true
		}
		if len(b.Preds) != 1 || !l.has(b.Preds[0]) {
			return false
		}
		b, out = b.Preds[0], b
	}
}

func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// reason tells whether cond being holds means that something failed, or that the loop was
// told to stop.
func (l *loop) reason(cond ssa.Value, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return l.reason(c.X, !holds)
		}
	case *ssa.BinOp:
		if c.Op == token.NEQ {
			holds = !holds
		} else if c.Op != token.EQL {
			return false
		}
		return l.equal(c, holds)
	case *ssa.Call:
		obj, _ := ssacall.Target(c.Common())
		return holds && obj != nil && gotype.IsFunc(obj, "errors.Is") && !endOfInput(c.Common().Args[1])
	case *ssa.Extract: // v, ok := <-t.C: a timer's channel is never closed
		if u, ok := c.Tuple.(*ssa.UnOp); ok && c.Index == 1 && !holds {
			return timeChan(u.X.Type())
		}
	}
	return false
}

// equal is reason for x == y.
func (l *loop) equal(c *ssa.BinOp, holds bool) bool {
	if gotype.IsError(c.X.Type()) {
		if ssacall.IsNil(c.Y) {
			return !holds
		}
		return holds && !endOfInput(c.Y)
	}
	x, ok := c.X.(*ssa.Extract)
	if !ok || x.Index != 0 || !holds {
		return false
	}
	s, ok := x.Tuple.(*ssa.Select)
	k, isConst := c.Y.(*ssa.Const)
	if !ok || !isConst || k.Value == nil || k.Value.Kind() != constant.Int {
		return false
	}
	i := int(k.Int64())
	return i < len(s.States) && s.States[i].Dir == types.RecvOnly && l.stop(s.States[i].Chan)
}

func endOfInput(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && strings.HasSuffix(g.Name(), "EOF")
}

func timeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && gotype.Name(ch.Elem()) == "time.Time"
}

// stop tells whether a receive from ch means "stop": the end of a context, a signal, or
// a channel that carries nothing and comes from outside the function. One that is made
// here says that the work is done, unless it is a signal that closes it.
func (l *loop) stop(ch ssa.Value) bool {
	if signalChan(ch.Type()) || doneOfContext(ch) {
		return true
	}
	t, ok := ch.Type().Underlying().(*types.Chan)
	if !ok || timeChan(t) {
		return false
	}
	if gotype.IsError(t.Elem()) {
		return true
	}
	if !emptyChan(t) {
		return false
	}
	for _, leaf := range l.e.x.Resolve(ch) {
		if leaf.Kind == flow.Other && !closedBySignal(flow.Named(l.fn)) {
			return false
		}
	}
	return true
}

// emptyChan tells whether t is a channel that carries nothing but the event.
func emptyChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	switch elem := ch.Elem().Underlying().(type) {
	case *types.Struct:
		return elem.NumFields() == 0
	case *types.Basic:
		return elem.Info()&types.IsBoolean != 0
	}
	return false
}

// closedBySignal tells whether a literal in fn waits for a signal and then closes or
// sends on a channel.
func closedBySignal(fn *ssa.Function) bool {
	for _, lit := range flow.WithLiterals(fn)[1:] {
		signals := false
		eachInstr(lit, func(_ *ssa.Function, in ssa.Instruction) {
			ch := receives(in)
			signals = signals || ch != nil && signalChan(ch.Type())
		})
		if signals && signalsEnd(lit) {
			return true
		}
	}
	return false
}
