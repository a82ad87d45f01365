package missingdeadline

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// An ending says what ends a wait besides the answer.
type ending int

const (
	noEnding   ending = iota
	byTimer           // a timer, or a context whose timeout is made in the function
	byContext         // a context that comes from elsewhere
	maxAbandon = 8    // cases of one select that are looked at
)

// abandoned reports selects in which a timer ends the waiting for a goroutine that the
// function started, and nothing ends the goroutine: it works on, and where its channel has
// no room it is stuck on the send for ever.
func (c *checker) abandoned(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		waits := p.Index.ChanOps(fn)
		if len(waits) == 0 || deadlines.TakesTest(fn) || c.life.Operator(fn) {
			continue
		}
		for _, in := range waits {
			if s, ok := in.(*ssa.Select); ok && s.Blocking && len(s.States) >= 2 && len(s.States) <= maxAbandon {
				c.abandon(s, p)
			}
		}
	}
}

func (c *checker) abandon(s *ssa.Select, p *deadlines.Package) {
	for i, st := range s.States {
		how := c.ending(st, s.Parent())
		if how == noEnding {
			continue
		}
		leave := caseBlock(s, i)
		if leave == nil || reachable(leave, s.Block()) {
			continue // it goes back to waiting
		}
		for _, other := range s.States {
			if other == st || other.Dir == types.SendOnly {
				continue
			}
			if c.abandonedWork(s, st, other, how, p) {
				return
			}
		}
	}
}

// ending says how the case st ends the wait of the function fn.
func (c *checker) ending(st *ssa.SelectState, fn *ssa.Function) ending {
	if c.eval.TimerChannel(st.Chan) {
		return byTimer
	}
	ctx := doneOf(st.Chan)
	if ctx == nil {
		return noEnding
	}
	for _, l := range c.eval.Origins(ctx) {
		if l.Kind == flow.Call && flow.Named(l.Value.Parent()) == flow.Named(fn) && c.eval.SetsTimeout(l.Value.(*ssa.Call)) {
			return byTimer
		}
	}
	return byContext
}

// doneOf returns the context whose Done channel v is, or nil.
func doneOf(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Done" && gotype.IsContext(call.Call.Value.Type()) {
		return call.Call.Value
	}
	return nil
}

// caseBlock returns the block of case i of a select.
func caseBlock(s *ssa.Select, i int) *ssa.BasicBlock {
	for _, ref := range *s.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, use := range *x.Referrers() {
			op, ok := use.(*ssa.BinOp)
			if !ok || op.Op != token.EQL {
				continue
			}
			k, ok := op.Y.(*ssa.Const)
			if !ok || k.Int64() != int64(i) {
				continue
			}
			for _, r := range *op.Referrers() {
				if br, ok := r.(*ssa.If); ok {
					return br.Block().Succs[0]
				}
			}
		}
	}
	return nil
}

func reachable(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// abandonedWork judges the goroutine that answers on the channel of the case answer. It
// tells whether it reported.
func (c *checker) abandonedWork(s *ssa.Select, end, answer *ssa.SelectState, how ending, p *deadlines.Package) bool {
	made := c.madeHere(answer.Chan, s.Parent())
	if made == nil {
		return false
	}
	work, sends := c.worker(made)
	if work == nil || c.received(made, s) || !c.onlyAwaited(answer.Chan, s) {
		return false
	}
	switch {
	case sends && noRoom(made):
		conf := finding.High
		if how == byContext || endsLife(s.Parent()) {
			conf = finding.Low
		}
		c.reportAbandon(s, end, work, nil, conf, "the goroutine that does the work is then stuck for ever on its send, since nobody receives and the channel has no room; give the channel room for one answer, and end the work with a context")
		return true
	case how != byTimer:
		return false
	}
	if o := c.goesOn(work, p); o != nil {
		c.reportAbandon(s, end, work, o, finding.Medium, fmt.Sprintf("the work goes on, uncancelled: %s; give it a context that ends with the waiting", chain(o)))
		return true
	}
	if calls(work) {
		c.reportAbandon(s, end, work, nil, finding.Low, "the function that is called goes on, and cannot be told to stop; hand it a context that ends with the waiting")
		return true
	}
	return false
}

// endsLife tells whether fn is by its name what stops a component: the process ends soon.
func endsLife(fn *ssa.Function) bool {
	switch flow.Named(fn).Name() {
	case "Stop", "Close", "Shutdown", "stop", "close", "shutdown":
		return true
	}
	return false
}

// madeHere returns where the channel is made, if that is in the same declared function, or
// in a function of the package that it calls for this one channel.
func (c *checker) madeHere(ch ssa.Value, fn *ssa.Function) *ssa.MakeChan {
	leaves := c.eval.Origins(ch)
	if len(leaves) != 1 {
		return nil
	}
	if mk, ok := leaves[0].Value.(*ssa.MakeChan); ok && flow.Named(mk.Parent()) == flow.Named(fn) {
		return mk
	}
	// A helper that starts the work and gives back its channel: case <-start(work).
	call, ok := leaves[0].Value.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || flow.Named(call.Parent()) != flow.Named(fn) {
		return nil
	}
	var made *ssa.MakeChan
	for _, v := range ssacall.Returned(flow.Origin(call.Call.StaticCallee()), leaves[0].Result) {
		for _, l := range c.eval.Origins(v) {
			mk, ok := l.Value.(*ssa.MakeChan)
			if !ok || made != nil && made != mk {
				return nil
			}
			made = mk
		}
	}
	return made
}

// onlyAwaited tells whether the channel, where a helper gave it, is used by nothing but the
// select.
func (c *checker) onlyAwaited(ch ssa.Value, s *ssa.Select) bool {
	call, ok := ch.(*ssa.Call)
	if !ok {
		return true
	}
	for _, ref := range *call.Referrers() {
		if _, debug := ref.(*ssa.DebugRef); ref != ssa.Instruction(s) && !debug {
			return false
		}
	}
	return true
}

func noRoom(mk *ssa.MakeChan) bool {
	k, ok := mk.Size.(*ssa.Const)
	return ok && k.Value != nil && constant.Sign(k.Value) == 0
}

// worker returns the one goroutine that answers on the channel, and whether it does so by
// a plain send and not only by closing it.
func (c *checker) worker(mk *ssa.MakeChan) (work *ssa.Function, sends bool) {
	for _, g := range flow.WithLiterals(flow.Named(mk.Parent())) {
		if g.Parent() == nil {
			continue
		}
		answers, plain := c.answers(g, mk)
		if !answers {
			continue
		}
		if work != nil || !c.eval.Started(g, mk.Parent()) {
			return nil, false
		}
		work, sends = g, plain
	}
	return work, sends
}

func (c *checker) answers(g *ssa.Function, mk *ssa.MakeChan) (any, sends bool) {
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Send:
				if c.isChan(in.Chan, mk) {
					any, sends = true, true
				}
			case *ssa.Select:
				any = any || slices.ContainsFunc(in.States, func(st *ssa.SelectState) bool { return st.Dir == types.SendOnly && c.isChan(st.Chan, mk) })
			case ssa.CallInstruction:
				if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" && c.isChan(in.Common().Args[0], mk) {
					any = true
				}
			}
		}
	}
	return any, sends
}

func (c *checker) isChan(v ssa.Value, mk *ssa.MakeChan) bool {
	leaves := c.eval.Origins(v)
	return len(leaves) == 1 && leaves[0].Value == mk
}

// received tells whether anybody else than the select s receives from the channel, or may:
// it is handed on.
func (c *checker) received(mk *ssa.MakeChan, s *ssa.Select) bool {
	for _, g := range flow.WithLiterals(flow.Named(mk.Parent())) {
		for _, b := range g.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.UnOp:
					if in.Op == token.ARROW && c.isChan(in.X, mk) {
						return true
					}
				case *ssa.Select:
					if in != s && slices.ContainsFunc(in.States, func(st *ssa.SelectState) bool { return st.Dir != types.SendOnly && c.isChan(st.Chan, mk) }) {
						return true
					}
				case ssa.CallInstruction:
					_, builtin := in.Common().Value.(*ssa.Builtin)
					if !builtin && slices.ContainsFunc(in.Common().Args, func(a ssa.Value) bool { return c.isChan(a, mk) }) {
						return true
					}
				case *ssa.Return:
					if flow.Named(g) == flow.Named(s.Parent()) && slices.ContainsFunc(in.Results, func(a ssa.Value) bool { return c.isChan(a, mk) }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// goesOn returns a call of the goroutine that leaves the process with no end in time, and
// whose context, if it has one, is not cancelled in the function that waits.
func (c *checker) goesOn(work *ssa.Function, p *deadlines.Package) *deadlines.Outbound {
	inside := flow.WithLiterals(work)
	for _, o := range p.Calls {
		if o.Slot || o.Client.State != deadlines.BoundNo || !slices.Contains(inside, o.Fn) {
			continue
		}
		ended := slices.ContainsFunc(o.Sources, func(s deadlines.Source) bool { return s.Cancel })
		if !ended && !c.cancelled(o) {
			return o
		}
	}
	return nil
}

// cancelled tells whether the call gets a context that the function around it can cancel:
// one made by a call in it.
func (c *checker) cancelled(o *deadlines.Outbound) bool {
	for _, a := range ssacall.Args(o.Call.Common()) {
		if !gotype.IsContext(a.Type()) {
			continue
		}
		for _, l := range c.eval.Origins(a) {
			if l.Kind == flow.Call && flow.Named(l.Value.Parent()) == flow.Named(o.Fn) && l.Value.(*ssa.Call).Call.Signature().Results().Len() == 2 {
				return true
			}
		}
	}
	return false
}

// calls tells whether the goroutine calls a function value that gets no context, and is
// not a part of the function itself.
func calls(work *ssa.Function) bool {
	for _, b := range work.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
				continue
			}
			if _, builtin := call.Call.Value.(*ssa.Builtin); builtin || slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return gotype.IsContext(a.Type()) }) {
				continue
			}
			return true
		}
	}
	return false
}

func (c *checker) reportAbandon(s *ssa.Select, end *ssa.SelectState, work *ssa.Function, o *deadlines.Outbound, conf finding.Confidence, what string) {
	f := rule.Finding{
		Pos:        end.Pos,
		Kind:       "abandon",
		Severity:   finding.Warning,
		Confidence: conf,
		Message:    "the timeout only stops the waiting: " + what,
		Trace: []trace.Step{
			c.eval.Step(trace.Call, work.Pos(), s.Parent(), "the goroutine that is waited for"),
			c.eval.Step(trace.Use, end.Pos, s.Parent(), "the wait ends here"),
		},
	}
	if o != nil { // it holds as the call does
		f.If, f.Unless = o.If, o.Client.Unless
	}
	c.report(f)
}
