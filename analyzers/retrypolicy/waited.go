package retrypolicy

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// infinite reports a retry that nothing ends, where a caller waits for it. It tells whether
// it did.
func (c *checker) infinite(l *layer) bool {
	if c.detached(l.fn) {
		return false
	}
	conf, sure := finding.High, l.leaves()
	if !sure {
		conf, sure = finding.Medium, c.remote(l)
	}
	message := ""
	switch {
	case l.loop == nil:
		n := l.lib.Attempts
		if n.Kind != attempts.Unbounded || n.UntilCtx || l.lib.Ctx || l.lib.Again != catalogue.AgainError || !sure {
			return false
		}
		limit := "it was given no number of attempts, no time and no context"
		if l.lib.Unheeded {
			limit = "its policy has a limit on time that ends nothing, because the literal leaves out Stop"
		}
		message = fmt.Sprintf("%s repeats %s for as long as it fails: %s, and the caller waits; give it a limit", l.lib.Name, l.what(), limit)
	case l.loop.Stuck != "":
		end := "nothing"
		if conf = finding.High; l.loop.Ctx {
			conf, end = finding.Medium, "no number of attempts"
		}
		message = fmt.Sprintf("%s calls itself again when %s fails and hands on %s as it is, so that %s ends it; lower it on this way too, and stop at zero",
			name(l.fn), l.what(), l.loop.Stuck, end)
	case l.loop.Attempts.Kind != attempts.Unbounded || l.loop.Attempts.UntilCtx || l.loop.Ctx || l.loop.Optimistic || l.loop.Chosen || !sure:
		return false
	case l.loop.Recounts:
		message = fmt.Sprintf("%s repeats %s until it succeeds: its count of attempts starts again in each pass, so that nothing ends it, and the caller waits; count outside the loop",
			name(l.fn), l.what())
	case !l.leaves() && !l.loop.Pause.Any:
		return false // it may be a queue or a lock of the process
	default:
		message = fmt.Sprintf("%s repeats %s until it succeeds: no number of attempts, no time and no context ends it, and the caller waits; give it a limit, or end it with the context",
			name(l.fn), l.what())
	}
	c.report(l, rule.Finding{Pos: l.pos, Kind: "infinite", Confidence: conf, Message: message})
	return true
}

// detached tells whether nobody waits for fn: it runs in a goroutine of its own, or when
// the program starts, where there is nothing to do without the dependency.
func (c *checker) detached(fn *ssa.Function) bool { return c.background(fn, 4) }

func (c *checker) background(fn *ssa.Function, depth int) bool {
	if depth == 0 {
		return false
	}
	if deadlines.StartUp(fn) || startName(flow.Named(fn).Name()) {
		return true
	}
	if fn.Parent() != nil {
		return !c.called(fn) || c.background(fn.Parent(), depth-1)
	}
	callers := c.x.Callers(flow.Origin(fn))
	if len(callers) == 0 {
		return c.pass.Pkg.Name() == "main" || runName(fn.Name())
	}
	for _, call := range callers {
		if _, ok := call.(*ssa.Go); ok {
			continue
		}
		if call.Parent() == fn || !c.background(call.Parent(), depth-1) {
			return false
		}
	}
	return true
}

// called tells whether the literal fn is called where it is made, so that what runs it is
// known: one that is handed on may run anywhere.
func (c *checker) called(fn *ssa.Function) bool {
	for _, call := range c.x.Callers(fn) {
		if _, ok := call.(*ssa.Go); !ok {
			return true
		}
	}
	return false
}

// started tells whether the literal fn runs in a goroutine.
func (c *checker) started(fn *ssa.Function) bool {
	var uses []ssa.Instruction
	for _, mc := range c.x.Literals(fn) {
		uses = append(uses, *mc.Referrers()...)
	}
	if refs := fn.Referrers(); refs != nil {
		uses = append(uses, *refs...)
	}
	for _, u := range uses {
		switch u := u.(type) {
		case *ssa.Go:
			return true
		case *ssa.Call:
			if obj, _ := ssacall.Target(&u.Call); obj != nil && strings.HasPrefix(obj.Name(), "Go") {
				return true
			}
		}
	}
	return false
}

// startName tells whether a function of that name brings something up: it is called once,
// and what it connects to must be there.
func startName(name string) bool {
	low := strings.ToLower(name)
	for _, p := range []string{"new", "init", "setup", "start", "bootstrap", "must", "migrate", "wait", "ensure"} {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	return runName(name)
}

// runName tells whether a function of that name works as long as the program does.
func runName(name string) bool {
	low := strings.ToLower(name)
	for _, p := range []string{"run", "serve", "listen", "watch", "loop", "keep", "monitor", "main"} {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	return strings.HasSuffix(low, "loop") || strings.HasSuffix(low, "forever") || strings.HasSuffix(low, "worker")
}

// pauses reports what is wrong with the waits between attempts. endless says that the retry
// was reported for having no end.
func (c *checker) pauses(l *layer, endless bool) {
	switch {
	case l.loop == nil:
		c.libraryPauses(l, endless)
	case l.loop.Optimistic:
	case !l.loop.Pause.Any:
		c.noBackoff(l)
	case !c.sleep(l):
		c.noJitter(l, l.loop.Pause.Jitter, name(l.fn), l.loop.Attempts)
	}
}

func (c *checker) noBackoff(l *layer) {
	n := l.loop.Attempts
	if l.loop.Chosen || l.loop.Recursion || few(n) || !l.leaves() && !c.remote(l) {
		return
	}
	conf := finding.High
	if !l.leaves() {
		conf = finding.Medium
	}
	c.report(l, rule.Finding{Pos: l.pos, Kind: "nobackoff", Confidence: conf, Message: fmt.Sprintf(
		"%s repeats %s %s without a pause: a call that fails at once is sent again at once, while the far side is down; wait longer each time, with some randomness",
		name(l.fn), l.what(), times(n))})
}

// few tells whether there is at most one repetition, which needs no pause.
func few(n attempts.Number) bool {
	return (n.Kind == attempts.Exact || n.Kind == attempts.AtMost) && n.N <= 2
}

// remote tells whether an operation of which nothing is known is likely to leave the
// process: it gets a context and can fail.
func (c *checker) remote(l *layer) bool {
	for _, s := range l.sites {
		if !s.Chain.Opaque || s.Chain.Callee == "" || s.Call == nil {
			continue
		}
		if l.loop != nil && hasContext(s.Call.Common()) || l.loop == nil && goesOut(l.op) {
			return true
		}
	}
	return false
}

// times says how often something is tried, to stand behind a verb.
func times(n attempts.Number) string {
	switch n.Kind {
	case attempts.Exact:
		return fmt.Sprintf("up to %d times", n.N)
	case attempts.AtMost:
		return fmt.Sprintf("at most %d times", n.N)
	case attempts.Timed:
		if n.Time > 0 {
			return n.String()
		}
		return "until its time is over"
	case attempts.Unbounded:
		if n.UntilCtx {
			return "until the context ends"
		}
		return "without end"
	}
	if n.Field != "" {
		return "up to " + n.Name + "." + n.Field + " times"
	}
	if n.Kind == attempts.FromParam && n.Name != "" {
		return "up to " + n.Name + " times"
	}
	if s := n.String(); s != "n" {
		return "up to " + s + " times"
	}
	return "again and again"
}

// libraryPauses is pauses for a library's retry.
func (c *checker) libraryPauses(l *layer, endless bool) {
	lib := l.lib
	if !lib.Attempts.Repeats() && lib.Attempts.Kind != attempts.Unknown || !l.leaves() && !c.remote(l) {
		return
	}
	switch lib.Again {
	case catalogue.AgainError:
	case catalogue.AgainMarked, catalogue.AgainDone:
		if lib.Pauses && !goesOn(l.op) {
			return // whether it is an error that is repeated, the operation knows
		}
	default:
		return
	}
	conf := finding.High
	if !l.leaves() {
		conf = finding.Medium
	}
	switch ctx := c.atHand(l.fn); {
	case !lib.Pauses && few(lib.Attempts):
	case !lib.Pauses:
		c.report(l, rule.Finding{Pos: l.setUp(), Kind: "nobackoff", Confidence: conf, Message: fmt.Sprintf(
			"%s repeats %s %s without a pause, which is its default; give it a delay that grows, with some randomness",
			lib.Name, l.what(), times(lib.Attempts))})
	case endless: // told already, and the context mends both
	case ctx != "" && !lib.Ctx && lib.Again == catalogue.AgainError && !lib.Brief && !c.looks(l):
		how := "hand it the context"
		if lib.Entry != nil && lib.Entry.CtxAware == "no" {
			how = "use a function that takes a context"
		}
		c.report(l, rule.Finding{Pos: l.pos, Kind: "sleep", Confidence: conf, Message: fmt.Sprintf(
			"%s waits between attempts at %s and does not see %s end: a caller that has gone is waited for until the last attempt; %s",
			lib.Name, l.what(), ctx, how)})
	default:
		c.noJitter(l, lib.Jitter, lib.Name, lib.Attempts)
	}
}

func (c *checker) noJitter(l *layer, jitter bool, who string, n attempts.Number) {
	if jitter || few(n) {
		return
	}
	c.report(l, rule.Finding{Pos: l.pos, Kind: "nojitter", Severity: finding.Info, Confidence: finding.Low, Message: fmt.Sprintf(
		"%s waits the same time before each new attempt at %s as every other caller: all that failed together come back together; add a random part",
		who, l.what())})
}
