package breakerorder

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// open reports retries that go on when a breaker below them refuses the call.
func (c *checker) open() {
	for _, fn := range c.x.SSA.Funcs {
		if deadlines.TestHelper(fn) {
			continue
		}
		for _, l := range c.retry.Loops(fn) {
			c.openLoop(fn, l)
		}
		for _, s := range c.x.Sites(fn) {
			if call, ok := s.CallInstruction.(*ssa.Call); ok {
				c.openWrap(fn, call)
				c.openHelper(fn, call)
			}
		}
	}
}

func (c *checker) openAt(pos token.Pos, fn *ssa.Function, retry, refusal, fix string, path []trace.Step) {
	c.report(rule.Finding{Pos: pos, Kind: "openretry", Confidence: finding.High,
		Message: fmt.Sprintf("%s goes on while the breaker inside it is open: %s comes back at once, and is tried again; end the retry there with %s", retry, refusal, fix),
		Trace:   trace.Join([]trace.Step{c.step(trace.Call, pos, fn, "retries")}, path)})
}

// said names a refusal for a reader.
func said(r breakers.Refusal) string {
	if len(r.Names) > 0 {
		n := r.Names[len(r.Names)-1]
		return strings.Replace(n, "/v2.", ".", 1)[strings.LastIndex(strings.Replace(n, "/v2.", ".", 1), "/")+1:]
	}
	if t := strings.Trim(strings.ReplaceAll(r.Text, trial.Hole, " "), " :"); t != "" {
		return fmt.Sprintf("its refusal %q", t)
	}
	return "its refusal"
}

// probing tells the refusal of a half-open breaker that has its probe under way.
func probing(r breakers.Refusal) bool {
	return slices.ContainsFunc(r.Names, func(n string) bool {
		return strings.HasSuffix(n, ".ErrTooManyRequests") || strings.HasSuffix(n, ".ErrMaxConcurrency") || strings.HasSuffix(n, ".ErrTimeout")
	})
}

// told tells whether anything is known of a refusal by which a retry may know it.
func told(r breakers.Refusal) bool {
	return len(r.Names) > 0 || r.Code != 0 || strings.Trim(r.Text, trial.Hole) != ""
}

// openLoop lets the operation of a loop be refused and looks whether it is tried again.
func (c *checker) openLoop(fn *ssa.Function, l *loops.Loop) {
	if l.Optimistic {
		return
	}
	for _, op := range l.Ops {
		call, ok := op.(*ssa.Call)
		if !ok {
			continue
		}
		for _, r := range c.pkg.Refusals(call) {
			if probing(r) || !told(r) {
				continue
			}
			if c.again(call, breakers.Refused(call, r)) {
				c.openAt(l.Pos, fn, "the retry", said(r), "a test for it", []trace.Step{c.step(trace.Call, call.Pos(), fn, callee(call))})
				return
			}
		}
	}
}

// again runs on from where the call has given result, and tells whether it is made once
// more without anything that is not known about the result having been decided.
func (c *checker) again(call *ssa.Call, result trial.Value) bool {
	m := c.pkg.Machine()
	m.Call = func(p *trial.Path, in ssa.CallInstruction, args []trial.Value) (trial.Value, bool) {
		if in == call {
			p.Stop = true
		}
		return nil, in == call
	}
	for _, o := range m.RunAfter(call, result) {
		if o.End == trial.Stopped && !o.Guess {
			return true
		}
	}
	return false
}

// openWrap judges a library's retry by what the operation gives it when it is refused.
func (c *checker) openWrap(fn *ssa.Function, call *ssa.Call) {
	for _, w := range c.retry.Wrapped(call) {
		if !w.Layer.Attempts.Repeats() && w.Layer.Attempts.Kind != 0 {
			continue
		}
		for _, body := range c.pkg.Bodies(w.Op) {
			for _, r := range c.pkg.RefusedBy(body) {
				if probing(r) || !told(r) || !c.repeats(call, w.Layer, r) {
					continue
				}
				c.openAt(call.Pos(), fn, w.Layer.Name, said(r), stopper(w.Layer), []trace.Step{c.step(trace.Call, body.Pos(), body, "runs behind the breaker")})
				return
			}
		}
	}
}

// stopper is what ends a library's retry at once, for a reader.
func stopper(l layers.Layer) string {
	if l.Entry != nil {
		for _, s := range l.Entry.StopErrors {
			return s[strings.LastIndex(s, ".")+1:]
		}
	}
	return "a test for it"
}

// repeats tells whether the library runs an operation again that came back with r.
func (c *checker) repeats(call *ssa.Call, l layers.Layer, r breakers.Refusal) bool {
	if l.Entry == nil {
		return false
	}
	marked := r.By != "" && (slices.Contains(l.Entry.StopErrors, r.By) || strings.Contains(strings.ToLower(r.By), "permanent") || strings.Contains(strings.ToLower(r.By), "unrecoverable"))
	switch {
	case l.Again == catalogue.AgainMarked:
		return strings.Contains(strings.ToLower(r.By), "retryable")
	case l.Again != "" || marked:
		return false
	case l.Stops:
		return c.predicate(call, r) == yes
	}
	return true
}

// predicate asks the function among the arguments of the call, or among those of the
// options that it gets, which says whether an error is worth another attempt.
func (c *checker) predicate(call *ssa.Call, r breakers.Refusal) answer {
	var all []ssa.Value
	for _, a := range call.Call.Args {
		all = append(all, a)
		for _, o := range breakers.Elements(a) {
			for _, l := range c.x.Resolve(o) {
				if opt, ok := l.Value.(*ssa.Call); ok {
					all = append(all, opt.Call.Args...)
				}
			}
		}
	}
	got := unsure
	for _, v := range all {
		sig, ok := v.Type().Underlying().(*types.Signature)
		if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !gotype.IsError(sig.Params().At(0).Type()) {
			continue
		}
		if b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
			continue
		}
		a, _ := c.verdicts(v, r.Error())
		if a != yes {
			return a
		}
		got = yes
	}
	return got
}

// openHelper judges a function of the package that repeats a function it is given, where
// it is given one that a breaker may refuse.
func (c *checker) openHelper(fn *ssa.Function, call *ssa.Call) {
	helper := call.Call.StaticCallee()
	if helper == nil || len(helper.Blocks) == 0 || helper.Pkg != c.x.SSA.Pkg {
		return
	}
	args := ssacall.Args(call.Common())
	for _, l := range c.retry.Loops(helper) {
		for _, op := range l.Ops {
			inner, ok := op.(*ssa.Call)
			if !ok || l.Optimistic {
				continue
			}
			p, ok := inner.Call.Value.(*ssa.Parameter)
			if !ok || ssacall.ParamIndex(p) >= len(args) {
				continue
			}
			for _, body := range c.pkg.Bodies(args[ssacall.ParamIndex(p)]) {
				for _, r := range c.pkg.RefusedBy(body) {
					if !probing(r) && told(r) && c.again(inner, breakers.Refused(inner, r)) {
						c.openAt(call.Pos(), fn, name(helper), said(r), "a test for it", []trace.Step{c.step(trace.Call, body.Pos(), body, "runs behind the breaker")})
						return
					}
				}
			}
		}
	}
}
