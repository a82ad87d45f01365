package deadlinebudget

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// reuse reports timeout contexts that are made before a loop and spent by all of its
// items together: when the time is over, every later item fails at once.
func (c *checker) reuse(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		var loops []*loop
		looked := false
		for _, s := range p.Index.Sites(fn) {
			call, ok := s.CallInstruction.(*ssa.Call)
			if !ok || !c.setsTimeout(s) || deadlines.TakesTest(fn) || c.life.Operator(fn) {
				continue
			}
			if !looked {
				loops, looked = loopsOf(fn), true
			}
			c.spent(call, loops)
		}
	}
}

// setsTimeout tells whether the call makes a context with a timeout.
func (c *checker) setsTimeout(s flow.Site) bool {
	return s.Fn != nil && deadlines.AddsTimeout(s.Entries(c.cat))
}

// spent judges the context that the call made makes, over the loops of its function.
func (c *checker) spent(made *ssa.Call, loops []*loop) {
	ctx := extracted(made, 0)
	if ctx == nil {
		return
	}
	for _, l := range loops {
		if l.blocks[made.Block()] || !made.Block().Dominates(l.head) {
			continue
		}
		call := c.perItem(ctx, l)
		if call == nil || c.usedOutside(ctx, l) || c.heeds(ctx, l) || c.failureLeaves(call, l) || successLeaves(call, l) {
			continue
		}
		conf := finding.High
		what := "a loop that goes on for as long as it is given work"
		if !l.endless() {
			if !l.items() || !c.fromRoot(made) {
				continue
			}
			conf, what = finding.Medium, "every item of a loop"
		}
		c.reportReuse(made, call, conf, what)
		return
	}
}

// perItem returns the call of the loop that spends the context on one item and can fail
// when it ends, or nil. A call that gives its part of the work a timeout of its own shows
// that the context is a total on purpose; so does work that starts all at once.
func (c *checker) perItem(ctx ssa.Value, l *loop) *ssa.Call {
	var out *ssa.Call
	ok := true
	l.instrs(func(in ssa.Instruction) bool {
		ci, isCall := in.(ssa.CallInstruction)
		if !isCall || !c.takes(ci.Common(), ctx) {
			return true
		}
		call, plain := in.(*ssa.Call)
		if !plain || len(c.eval.SpansAt(ci)) > 0 {
			ok = false // go f(ctx), or a timeout of its own
			return false
		}
		if out == nil && c.spends(call) {
			out = call
		}
		return true
	})
	if !ok {
		return nil
	}
	return out
}

// takes tells whether the context ctx is among the arguments of the call.
func (c *checker) takes(com *ssa.CallCommon, ctx ssa.Value) bool {
	return slices.ContainsFunc(ssacall.Args(com), func(a ssa.Value) bool { return gotype.IsContext(a.Type()) && c.same(a, ctx) })
}

// same tells whether the context v is ctx, whatever else it may be.
func (c *checker) same(v, ctx ssa.Value) bool {
	x, ok := ctx.(*ssa.Extract)
	if !ok {
		return false
	}
	return slices.ContainsFunc(c.eval.Origins(v), func(l flow.Leaf) bool {
		return l.Kind == flow.Call && l.Value == x.Tuple && l.Result == x.Index
	})
}

// spends tells whether the call does something that takes time and ends with its context:
// it leaves the process, or it is the program's own and gives back a result. What tidies
// up has its one deadline on purpose.
func (c *checker) spends(call *ssa.Call) bool {
	fn, recv := ssacall.Target(call.Common())
	if fn == nil {
		return call.Call.Signature().Results().Len() > 0 // a function value
	}
	if tidies(fn.Name()) {
		return false
	}
	for _, en := range c.cat.Func(fn, recv) {
		switch en.Kind {
		case catalogue.KindOutbound:
			return !en.Stream
		case catalogue.KindDeadline:
			return en.On == "request"
		default:
			return false
		}
	}
	if fn.Signature().Results().Len() == 0 || !c.own(fn) {
		return false
	}
	return true
}

// own tells whether fn is declared in the program, or is a method of an interface of it.
func (c *checker) own(fn *types.Func) bool { return fn.Pkg() != nil && c.inProgram(fn.Pkg().Path()) }

// tidies tells whether a name is that of clean-up, which has one deadline for all.
func tidies(name string) bool {
	name = strings.ToLower(name)
	for _, p := range []string{"close", "shutdown", "stop", "cleanup", "cleanUp", "terminate", "drain", "unregister", "deregister", "rollback", "release", "flush"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// usedOutside tells whether the context is used by anything else than the loop: then it is
// the deadline of the whole function, on purpose.
func (c *checker) usedOutside(ctx ssa.Value, l *loop) bool {
	for _, b := range l.head.Parent().Blocks {
		if l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok && c.takes(ci.Common(), ctx) {
				return true
			}
		}
	}
	return false
}

// heeds tells whether the loop asks for the end of the context, or of an error that says
// so.
func (c *checker) heeds(ctx ssa.Value, l *loop) bool {
	found := false
	l.instrs(func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Call:
			com := in.Common()
			if com.IsInvoke() && gotype.IsContext(com.Value.Type()) && (com.Method.Name() == "Err" || com.Method.Name() == "Done") && c.same(com.Value, ctx) {
				found = true
			}
			if fn, _ := ssacall.Target(com); fn != nil && gotype.IsFunc(fn, "errors.Is") && len(com.Args) == 2 && contextError(com.Args[1]) {
				found = true
			}
		case *ssa.BinOp:
			found = found || contextError(in.X) || contextError(in.Y)
		}
		return !found
	})
	return found
}

// contextError tells whether v is context.Canceled or context.DeadlineExceeded.
func contextError(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	ld, ok := v.(*ssa.UnOp)
	if !ok || ld.Op != token.MUL {
		return false
	}
	g, ok := ld.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context"
}

// failureLeaves tells whether the loop is left when the call fails: then the timeout is
// the time of the whole.
func (c *checker) failureLeaves(call *ssa.Call, l *loop) bool {
	return outcome(call, l, func(ifFailed, _ *ssa.BasicBlock) bool { return l.leaves(ifFailed) })
}

// successLeaves tells whether the loop is left when the call succeeds: a retry, which may
// well have one deadline over all attempts.
func successLeaves(call *ssa.Call, l *loop) bool {
	return outcome(call, l, func(_, ifDone *ssa.BasicBlock) bool { return l.leaves(ifDone) })
}

// outcome asks test about the blocks that follow the comparison of the call's error, or of
// one made from it, with nil.
func outcome(call *ssa.Call, l *loop, test func(ifFailed, ifDone *ssa.BasicBlock) bool) bool {
	found := false
	l.instrs(func(in ssa.Instruction) bool {
		br, ok := in.(*ssa.If)
		if !ok {
			return true
		}
		op, ok := br.Cond.(*ssa.BinOp)
		if !ok || !ssacall.IsNil(op.Y) || !fromCall(op.X, call, 0) {
			return true
		}
		yes, no := br.Block().Succs[0], br.Block().Succs[1]
		switch op.Op {
		case token.NEQ:
			found = found || test(yes, no)
		case token.EQL:
			found = found || test(no, yes)
		}
		return !found
	})
	return found
}

// fromCall tells whether v is a result of the call.
func fromCall(v ssa.Value, call *ssa.Call, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return v.Tuple == call
	case *ssa.Call:
		return v == call || slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return fromCall(a, call, depth+1) })
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return fromCall(e, call, depth+1) })
	}
	return false
}

// fromRoot tells whether the context was made from one without deadline: nobody waits for
// the whole.
func (c *checker) fromRoot(made *ssa.Call) bool {
	if len(made.Call.Args) == 0 {
		return false
	}
	for _, s := range c.eval.Context(made.Call.Args[0]) {
		if s.Kind != deadlines.Root {
			return false
		}
	}
	return true
}

func (c *checker) reportReuse(made, call *ssa.Call, conf finding.Confidence, what string) {
	name := "the call"
	if fn, _ := ssacall.Target(call.Common()); fn != nil {
		name = deadlines.FuncName(fn)
	}
	size := "a timeout"
	for _, s := range c.eval.SpansAt(made) {
		if s.Exact {
			size = fmt.Sprintf("a timeout of %s", s.Amount)
		}
	}
	fn := made.Parent()
	c.report(rule.Finding{
		Pos:        made.Pos(),
		Kind:       "reuse",
		Severity:   finding.Warning,
		Confidence: conf,
		Message: fmt.Sprintf("%s is made once and spent by %s: when it is over, each later call of %s fails at once; make one for each round, or leave the loop when the context is done",
			size, what, name),
		Trace: []trace.Step{
			c.eval.Step(trace.Make, made.Pos(), fn, size),
			c.eval.Step(trace.Use, call.Pos(), fn, name),
		},
	})
}
