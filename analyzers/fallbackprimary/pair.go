package fallbackprimary

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// pair judges the second call as the fallback of the first.
func (c *checker) pair(first, second *call, all []*call, f *failing) {
	if failed, _ := f.within(second.Block()); failed {
		c.fallback(first, second, all, f)
	}
	c.spent(first, second, f)
}

// fallback reports a fallback that leads back to what failed, or waits behind what it
// waited behind.
func (c *checker) fallback(first, second *call, all []*call, f *failing) {
	if repeats(first.Call, second.Call) || c.other(first, second) || c.handles(second.Call, f) {
		return
	}
	s := &failing{call: second.Call, errs: map[ssa.Value]bool{}}
	if g := c.failing(second); g != nil {
		s = g
	} else {
		s.errors(second.Call, 0)
	}
	if !c.stands(f, s) {
		return
	}
	a, b := first.only(c.deps), second.only(c.deps)
	if !a.Known() || c.alive(a, second, all, f) {
		return
	}
	switch c.deps.Like(a, b) {
	case dependency.Same:
		c.same(first, second, f, a, finding.High)
	case dependency.Maybe:
		c.same(first, second, f, a, finding.Medium)
	default:
		if b.Known() {
			c.pool(first, second, a, b)
			c.behind(first, second, a)
		}
	}
}

// alive tells whether, between the failure and the second call, the dependency is or may
// be asked for something else, whose answer the second call needs: then it is not down.
func (c *checker) alive(key dependency.Ref, second *call, all []*call, f *failing) bool {
	return slices.ContainsFunc(all, func(k *call) bool {
		if k == second || k.Call == f.call || k.Block() == second.Block() && position(k.Call) > position(second.Call) || !k.Block().Dominates(second.Block()) {
			return false
		}
		failed, _ := f.within(k.Block())
		return failed && (k.more || slices.ContainsFunc(k.meets, func(m dependency.Meet) bool {
			return !m.Key().Known() || c.deps.Like(m.Key(), key) != dependency.Other
		}))
	})
}

// other tells whether what the calls are named says that the second is no fallback: it
// creates what was not found, cleans up, asks what became of the first, or asks the same
// in the way of another method.
func (c *checker) other(first, second *call) bool {
	a, b := name(first.Call), name(second.Call)
	if begins(b, undoWords) && !begins(a, undoWords) {
		return true
	}
	if begins(a, readWords) && begins(b, writeWords) || begins(a, writeWords) && begins(b, readWords) {
		return true
	}
	return method(first.Call) == "HEAD" && method(second.Call) != "HEAD"
}

// handles tells whether the second call is given the error of the first: it reports the
// failure, or handles it.
func (c *checker) handles(second *ssa.Call, f *failing) bool {
	for _, a := range second.Common().Args {
		if c.tells(a, f) || gotype.IsError(a.Type()) && !ssacall.IsNil(a) {
			return true
		}
		s, ok := a.(*ssa.Slice)
		if !ok {
			continue
		}
		if array, ok := s.X.(*ssa.Alloc); ok {
			for _, st := range stores(array) {
				if c.tells(st.val, f) {
					return true
				}
			}
		}
	}
	return false
}

// tells tells whether v is the first error, or made of it.
func (c *checker) tells(v ssa.Value, f *failing) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return c.isError(v, f) || c.wraps(v, f)
}

// wraps tells whether v is an error, or a text, that a call made of the first error.
func (c *checker) wraps(v ssa.Value, f *failing) bool {
	k, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	for _, a := range ssacall.Args(k.Common()) {
		if c.isError(a, f) {
			return true
		}
	}
	return false
}

// method is the HTTP method that the call states, in its name or an argument.
func method(c *ssa.Call) string {
	if begins(name(c), []string{"head"}) {
		return "HEAD"
	}
	for _, a := range c.Common().Args {
		if k, ok := a.(*ssa.Const); ok && k.Value != nil && strings.Trim(k.Value.ExactString(), `"`) == "HEAD" {
			return "HEAD"
		}
	}
	return ""
}

// name is what the call calls, as a reader names it.
func name(c *ssa.Call) string {
	if obj, _ := ssacall.Target(c.Common()); obj != nil {
		return deadlines.FuncName(obj)
	}
	return "a function value"
}

func (c *checker) same(first, second *call, f *failing, key dependency.Ref, conf finding.Confidence) {
	kind, when := "same", "when "+name(first.Call)+" fails"
	if breaker := c.breaker(first.Call); breaker != nil {
		when = "when what " + name(first.Call) + " runs fails"
		if f.compared(second.Block(), openErrors(breaker)) {
			kind, when = "policy", "while the breaker of "+name(first.Call)+" is open"
		}
	}
	what := "the same dependency"
	if conf != finding.High {
		what = "what may be the same dependency"
	}
	c.report(rule.Finding{
		Pos: second.Pos(), Kind: kind, Confidence: conf,
		Message: fmt.Sprintf("%s, %s calls %s again (%s): %s; an outage takes both; tell what is an answer, like not found, from a failure first, and answer a failure from what does not need it",
			when, clients.FuncName(second.Parent()), what, label(key, second), arrows(second)),
		Trace: c.path(first, second),
	})
}

// label names the dependency as the function of the call knows it.
func label(key dependency.Ref, k *call) string {
	if fn := flow.Named(k.Parent()); key.Root == dependency.Param && key.Path == "" && key.Param < len(fn.Params) {
		return fn.Params[key.Param].Name()
	}
	if s := key.Label(); s != "" && key.Root != dependency.Made {
		return s
	}
	return k.meets[0].Callee
}

// breaker is the entry of the breaker that the call is, or nil.
func (c *checker) breaker(call *ssa.Call) *catalogue.Entry {
	obj, recv := ssacall.Target(call.Common())
	if obj == nil {
		return nil
	}
	for _, en := range c.cat.Func(obj, recv) {
		if en.Kind == catalogue.KindBreaker && en.Op.Stated() {
			return en
		}
	}
	return nil
}

func openErrors(en *catalogue.Entry) map[string]bool {
	out := map[string]bool{}
	for _, s := range en.OpenErrors {
		out[s] = true
	}
	return out
}

// arrows names the functions from the call down to what leaves the process.
func arrows(k *call) string { return chain(clients.FuncName(k.Parent()), k.meets[0].Path) }

func chain(from string, path []trace.Step) string {
	names := []string{from}
	for _, s := range path {
		if s.Note != "" && s.Note != names[len(names)-1] {
			names = append(names, s.Note)
		}
	}
	return strings.Join(names, " → ")
}

// path shows the first call, and the second with what lies below it.
func (c *checker) path(first, second *call) []trace.Step {
	a := rule.Step(c.pass, trace.Call, first.Pos(), clients.FuncName(first.Parent()), name(first.Call))
	return trace.Join([]trace.Step{a}, second.meets[0].Path)
}

// pool reports a fallback to another dependency behind the limiter, semaphore or circuit
// that the primary has just waited at or tripped.
func (c *checker) pool(first, second *call, a, b dependency.Ref) {
	for _, m := range first.meets {
		for _, g := range m.Gates {
			for _, n := range second.meets {
				i := slices.IndexFunc(n.Gates, func(h dependency.Gate) bool { return c.sameGate(g, h) })
				if i < 0 {
					continue
				}
				c.report(rule.Finding{
					Pos: second.Pos(), Kind: "pool", Confidence: finding.Low,
					Message: fmt.Sprintf("when %s (%s) fails, %s falls back to %s behind the same %s: what the first has filled or tripped refuses the second, too: %s; give the fallback its own",
						name(first.Call), label(a, first), clients.FuncName(second.Parent()), label(b, second), gateName(g), arrows(second)),
					Trace: c.path(first, second),
				})
				return
			}
		}
	}
}

func (c *checker) sameGate(a, b dependency.Gate) bool {
	if a.Kind != b.Kind || len(a.Refs) != len(b.Refs) || len(a.Refs) == 0 {
		return false
	}
	for i := range a.Refs {
		if c.deps.Like(a.Refs[i], b.Refs[i]) == dependency.Other {
			return false
		}
	}
	return true
}

func gateName(g dependency.Gate) string {
	var parts []string
	for _, r := range g.Refs {
		parts = append(parts, r.Label())
	}
	kind := map[dependency.GateKind]string{
		dependency.Limiter: "limiter", dependency.Semaphore: "semaphore", dependency.Breaker: "circuit", dependency.Workers: "worker pool",
	}[g.Kind]
	return kind + " (" + strings.Join(parts, "") + ")"
}
