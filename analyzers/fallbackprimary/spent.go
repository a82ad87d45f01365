package fallbackprimary

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// spent reports a second call on the deadline that the first has used up: it was set in
// this function, before the first call, and not anew.
func (c *checker) spent(first, second *call, f *failing) {
	limits := c.limits(second)
	if len(limits) == 0 {
		return
	}
	failed, proven := f.within(second.Block())
	if proven || repeats(first.Call, second.Call) {
		return
	}
	var t *ssa.Call
	for _, d := range limits {
		if !before(d, first.Call) || !slices.Contains(c.spends(first), d) {
			continue
		}
		if failed || f.later(second.Block(), d.Block()) {
			t = d
			break
		}
	}
	if t == nil || c.looked(t, first, second) {
		return
	}
	s := &failing{call: second.Call, errs: map[ssa.Value]bool{}}
	if g := c.failing(second); g != nil {
		s = g
	} else {
		s.errors(second.Call, 0)
	}
	anew := c.anew(t, f, second)
	if anew == nil && (c.handles(second.Call, f) || begins(name(second.Call), undoWords) || !c.stands(f, s)) {
		return
	}
	one, two := c.called(first), c.called(second)
	why := fmt.Sprintf("in %s, %s runs on the deadline that %s has used up when it times out", clients.FuncName(second.Parent()), two, one)
	if anew != nil {
		why = fmt.Sprintf("the deadline that %s gives %s is derived from the one that %s has used up when it times out", clients.FuncName(second.Parent()), two, one)
	}
	path := []trace.Step{
		rule.Step(c.pass, trace.Make, t.Pos(), clients.FuncName(t.Parent()), name(t)),
		rule.Step(c.pass, trace.Call, first.Pos(), clients.FuncName(first.Parent()), name(first.Call)),
		rule.Step(c.pass, trace.Call, second.Pos(), clients.FuncName(second.Parent()), name(second.Call)),
	}
	c.report(rule.Finding{
		Pos: second.Pos(), Kind: "ctx", Confidence: finding.High,
		Message: why + ": it fails at once; derive it from the caller's context, or from context.WithoutCancel with a deadline of its own",
		Trace:   path,
	})
}

// called names what the call calls, with the dependency where it is known.
func (c *checker) called(k *call) string {
	s := name(k.Call)
	if key := k.only(c.deps); key.Known() && key.Root != dependency.Made {
		if l := label(key, k); l != s {
			s += " (" + l + ")"
		}
	}
	return s
}

// before tells whether a may have run when b runs.
func before(a, b *ssa.Call) bool {
	if a.Block() == b.Block() {
		return position(a) < position(b)
	}
	return dependency.Reaches(a.Block(), b.Block(), nil)
}

func position(in ssa.Instruction) int { return slices.Index(in.Block().Instrs, in) }

// setters make a context with a deadline from another.
var setters = map[string]bool{
	"context.WithTimeout": true, "context.WithDeadline": true, "context.WithTimeoutCause": true, "context.WithDeadlineCause": true,
}

// carriers hand a context on.
var carriers = map[string]int{
	"context.WithCancel": 0, "context.WithCancelCause": 0, "context.WithValue": 0, "golang.org/x/sync/errgroup.WithContext": 0,
	"os/signal.NotifyContext": 0, "net/http.NewRequestWithContext": 0, "(*net/http.Request).WithContext": 1, "(*net/http.Request).Clone": 1,
}

// limits lists the calls of this function that set a deadline for the context of the call,
// from the nearest to the outermost.
func (c *checker) limits(k *call) []*ssa.Call {
	if !k.asked {
		k.asked = true
		if ctx := contextOf(k.Call); ctx != nil {
			k.limits = c.deadlinesIn(ctx, flow.Named(k.Parent()), 0)
		}
	}
	return k.limits
}

func (c *checker) deadlinesIn(ctx ssa.Value, fn *ssa.Function, depth int) []*ssa.Call {
	var out []*ssa.Call
	if depth > 6 {
		return nil
	}
	for _, l := range c.x.Resolve(ctx) {
		call, ok := l.Value.(*ssa.Call)
		if l.Kind != flow.Call || !ok || call.Parent() == nil || flow.Named(call.Parent()) != fn {
			continue
		}
		obj, _ := ssacall.Target(call.Common())
		if obj == nil {
			continue
		}
		as := ssacall.Args(call.Common())
		n := obj.FullName()
		switch i, carries := carriers[n]; {
		case setters[n]:
			out = append(out, call)
			out = append(out, c.deadlinesIn(as[0], fn, depth+1)...)
		case carries && i < len(as):
			out = append(out, c.deadlinesIn(as[i], fn, depth+1)...)
		}
	}
	return out
}

// contextOf is the context of a call, or what carries it.
func contextOf(k *ssa.Call) ssa.Value {
	for _, a := range k.Common().Args {
		if gotype.IsContext(a.Type()) || gotype.Name(a.Type()) == "net/http.Request" {
			return a
		}
	}
	return nil
}

// spends lists the deadlines that the first call may use up: the nearest that holds for
// it, and none where what it calls gives itself a shorter one.
func (c *checker) spends(first *call) []*ssa.Call {
	all := c.limits(first)
	if len(all) == 0 || c.ownDeadline(first) {
		return nil
	}
	if len(all) > 1 {
		nearest := all[0]
		return slices.DeleteFunc(slices.Clone(all), func(d *ssa.Call) bool { return c.derivedFrom(nearest, d) })
	}
	return all
}

// derivedFrom tells whether the deadline a was set on a context with the deadline b.
func (c *checker) derivedFrom(a, b *ssa.Call) bool {
	return a != b && slices.Contains(c.deadlinesIn(a.Common().Args[0], flow.Named(a.Parent()), 0), b)
}

// ownDeadline tells whether the function that is called gives what it calls a context of
// its own.
func (c *checker) ownDeadline(k *call) bool {
	return k.Common().StaticCallee() != nil && !slices.ContainsFunc(k.meets, func(m dependency.Meet) bool { return m.Kind != dependency.Value || m.Via.Known() }) ||
		c.deps.Detaches(k.Call)
}

// looked tells whether, between the calls, somebody asks whether the deadline has passed.
func (c *checker) looked(t *ssa.Call, first, second *call) bool {
	fn := second.Parent()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			k, ok := in.(*ssa.Call)
			if !ok || k == second.Call {
				continue
			}
			obj, _ := ssacall.Target(k.Common())
			if obj == nil || obj.Name() != "Err" && obj.Name() != "Deadline" || !k.Common().IsInvoke() || !gotype.IsContext(k.Common().Value.Type()) {
				continue
			}
			if (b.Dominates(second.Block()) || b == second.Block()) && before(first.Call, k) {
				return true
			}
		}
	}
	return false
}

// anew is the call that gives the second call's context a deadline after the first has
// failed, on top of the spent one, or nil.
func (c *checker) anew(t *ssa.Call, f *failing, second *call) *ssa.Call {
	for _, d := range c.limits(second) {
		if d == t || d.Parent() != second.Parent() || !c.derivedFrom(d, t) {
			continue
		}
		if failed, _ := f.within(d.Block()); failed {
			return d
		}
	}
	return nil
}
