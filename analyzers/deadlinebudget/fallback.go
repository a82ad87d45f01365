package deadlinebudget

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// An allowance is the time that a call is given by a timeout of its own: the context it
// gets, or what it sets below.
type allowance struct {
	call *ssa.Call
	time time.Duration
	at   token.Pos // where the timeout is made, in this function
	span *deadlines.Span
}

// fallbacks reports calls in the failure branch of another that are given as long as that
// one, or longer: whoever waits, waits for both.
func (c *checker) fallbacks(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		if len(fn.Blocks) < 3 || !answers(fn.Signature) {
			continue
		}
		var all []allowance
		spans := c.eval.EachSpan(fn)
		for _, s := range p.Index.Sites(fn) {
			n := 0 // both are in the order of the calls
			for n < len(spans) && spans[n].Call == s.CallInstruction {
				n++
			}
			if call, ok := s.CallInstruction.(*ssa.Call); ok && !c.setsTimeout(s) {
				if a, ok := c.allowed(call, spans[:n]); ok {
					all = append(all, a)
				}
			}
			spans = spans[n:]
		}
		if len(all) > 1 && !deadlines.TakesTest(fn) && !c.life.Operator(fn) {
			c.pairs(fn, all)
		}
	}
}

// answers tells whether a function has a result besides errors, which a fallback can be for.
func answers(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if !gotype.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// allowed returns the time that the call is given by a timeout of constant size, which is
// not that of the whole function. spans are those that the call sets.
func (c *checker) allowed(call *ssa.Call, spans []*deadlines.Span) (allowance, bool) {
	out := allowance{call: call}
	if ctx := contextOf(call.Common()); ctx != nil {
		if l := c.eval.Limit(ctx); l.Max > 0 {
			out.time, out.at = l.Max, l.Made
		}
	}
	for _, s := range spans {
		if !s.Backstop && s.Amount > 0 && (out.time == 0 || s.Amount < out.time) {
			out.time, out.at, out.span = s.Amount, call.Pos(), s
		}
	}
	return out, out.time > 0
}

// contextOf returns the first context among the receiver and the arguments of a call, or nil.
func contextOf(com *ssa.CallCommon) ssa.Value {
	args := com.Args
	switch {
	case !com.IsInvoke():
		args = ssacall.Args(com)
	case gotype.IsContext(com.Value.Type()):
		return com.Value
	}
	for _, a := range args {
		if gotype.IsContext(a.Type()) {
			return a
		}
	}
	return nil
}

// pairs judges each two of the calls.
func (c *checker) pairs(fn *ssa.Function, all []allowance) {
	for _, first := range all {
		failed := failureBlock(first.call)
		if failed == nil {
			continue
		}
		for _, second := range all {
			if second.call == first.call || second.at == first.at || second.time < first.time || !failed.Dominates(second.call.Block()) {
				continue
			}
			if !c.ownTimeout(second, failed) || !c.becomesResult(second.call) || sameCall(first.call, second.call) {
				continue
			}
			c.reportFallback(fn, first, second)
			return
		}
	}
}

// ownTimeout tells whether the timeout of the fallback is made for it, past the failure.
func (c *checker) ownTimeout(a allowance, failed *ssa.BasicBlock) bool {
	if a.span != nil {
		return true
	}
	for _, b := range failed.Parent().Blocks {
		for _, in := range b.Instrs {
			if in.Pos() == a.at {
				return failed.Dominates(b)
			}
		}
	}
	return false
}

// failureBlock returns the block that is only reached when the call has failed, or nil.
func failureBlock(call *ssa.Call) *ssa.BasicBlock {
	for _, b := range call.Parent().Blocks {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		op, ok := br.Cond.(*ssa.BinOp)
		if !ok || !ssacall.IsNil(op.Y) || !fromCall(op.X, call, 0) {
			continue
		}
		failed := b.Succs[0]
		if op.Op == token.EQL {
			failed = b.Succs[1]
		}
		if len(failed.Preds) == 1 {
			return failed
		}
	}
	return nil
}

// becomesResult tells whether what the call gives back is returned.
func (c *checker) becomesResult(call *ssa.Call) bool {
	for _, b := range call.Parent().Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if slices.ContainsFunc(r.Results, func(v ssa.Value) bool { return !isError(v) && c.comesFrom(v, call) }) {
			return true
		}
	}
	return false
}

// comesFrom tells whether v is a result of the call, also where a deferred call has made a
// variable of the results.
func (c *checker) comesFrom(v ssa.Value, call *ssa.Call) bool {
	return fromCall(v, call, 0) || slices.ContainsFunc(c.eval.Origins(v), func(l flow.Leaf) bool { return l.Value == call })
}

func isError(v ssa.Value) bool { return v.Type().String() == "error" }

// sameCall tells whether the two calls do the same with the same arguments, but for the
// context: the second is another attempt.
func sameCall(a, b *ssa.Call) bool {
	x, _ := ssacall.Target(a.Common())
	y, _ := ssacall.Target(b.Common())
	if x == nil || x != y {
		return false
	}
	return slices.EqualFunc(ssacall.Args(a.Common()), ssacall.Args(b.Common()), func(v, w ssa.Value) bool {
		return v == w || gotype.IsContext(v.Type()) || sameLoad(v, w)
	})
}

// sameLoad tells whether both values are read from the same field of the same value.
func sameLoad(v, w ssa.Value) bool {
	x, ok := v.(*ssa.UnOp)
	y, ok2 := w.(*ssa.UnOp)
	if !ok || !ok2 {
		return false
	}
	f, ok := x.X.(*ssa.FieldAddr)
	g, ok2 := y.X.(*ssa.FieldAddr)
	return ok && ok2 && f.X == g.X && f.Field == g.Field
}

func (c *checker) reportFallback(fn *ssa.Function, first, second allowance) {
	at := second.at
	c.report(rule.Finding{
		Pos:        at,
		Kind:       "fallback",
		Severity:   finding.Info,
		Confidence: finding.Low,
		Message: fmt.Sprintf("the fallback may take %s after the primary has taken %s: whoever waits, waits for both; give the fallback less than its primary",
			second.time, first.time),
		Trace: []trace.Step{
			c.eval.Step(trace.Call, first.call.Pos(), fn, fmt.Sprintf("primary, %s", first.time)),
			c.eval.Step(trace.Call, second.call.Pos(), fn, fmt.Sprintf("fallback, %s", second.time)),
		},
	})
}
