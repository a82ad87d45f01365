package deadlinebudget

import (
	"fmt"
	"time"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// patience is how long a request may be kept by attempts that nothing bounds together
// before it is told: gateways and people have given up by then.
const patience = 15 * time.Second

// retries reports retries whose attempts do not fit into the deadline over them, and those
// that a request waits for with no deadline over them at all.
func (c *checker) retries(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		for _, r := range c.eval.Retries(fn) {
			if !deadlines.TakesTest(fn) {
				c.retry(r)
			}
		}
	}
}

func (c *checker) retry(r *deadlines.Retry) {
	total := r.Tries.Total()
	switch {
	case c.life.Operator(r.Fn):
	case r.Under.Max > 0 && !r.Tries.Fits(r.Under.Max):
		c.tried[deadlines.Place(r.Tries.Path)] = true
		c.reportRetry(r, "pertry", finding.High, fmt.Sprintf("%s do not fit into the %s over them, so that the later attempts never run: %s; give an attempt less, or the whole more",
			sum(r.Tries), r.Under.Max, chain(r.Tries.Path)))
		return
	case r.Under.Max > 0:
		c.note(aliveRetry(r))
		return
	case (r.Root || r.Under.Param != deadlines.NoParam && deadlines.RequestParam(r.Under.Fn, r.Under.Param)) && total >= patience && c.eval.InRequest(r.Fn):
		c.note(aliveRetry(r))
		c.reportRetry(r, "retrybudget", finding.Medium, fmt.Sprintf("a request waits for %s with no deadline over all of them: %s; derive a context with a timeout for the whole",
			sum(r.Tries), chain(r.Tries.Path)))
		return
	}
	if r.Under.Param == deadlines.NoParam {
		c.note(aliveRetry(r))
	}
}

// sum writes what the attempts may take together: "3 × 5s + 1.5s = 16.5s".
func sum(t deadlines.Tries) string {
	if t.Pause > 0 {
		return fmt.Sprintf("attempts of %d × %s + pauses of %s = %s", t.N, t.Each, t.Pause, t.Total())
	}
	return fmt.Sprintf("attempts of %d × %s = %s", t.N, t.Each, t.Total())
}

func aliveRetry(r *deadlines.Retry) string { return "alive retry " + deadlines.Place(r.Tries.Path) }

func (c *checker) reportRetry(r *deadlines.Retry, kind string, conf finding.Confidence, message string) {
	last := r.Tries.Path[len(r.Tries.Path)-1]
	f := rule.Finding{Pos: r.Call.Pos(), Kind: kind, Severity: finding.Warning, Confidence: conf, Message: message}
	var head []trace.Step
	if r.Under.Max > 0 && r.Under.At != nil {
		head = append(head, c.eval.Step(trace.Root, r.Under.Made, r.Under.At.Parent(), fmt.Sprintf("timeout of %s", r.Under.Max)))
	}
	f.Trace = trace.Join(head, r.Tries.Path)
	if len(r.Tries.Path) > 1 {
		f.At = &finding.Location{Pkg: last.Pkg, File: last.File, Line: last.Line, Column: last.Col}
		if kind == "pertry" {
			f.Unless, f.Whole = []string{aliveRetry(r)}, c.reachable(r.Tries.Path)
		}
	}
	c.report(f)
}
