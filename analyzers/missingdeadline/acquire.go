package missingdeadline

import (
	"fmt"
	"go/token"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// slots reports requests that wait for a slot of something shared with nothing to end the
// wait. The place is where the wait is, however many handlers come by.
func (c *checker) slots(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		if len(p.Index.ChanOps(fn)) == 0 || !c.eval.InRequest(fn) || deadlines.TakesTest(fn) {
			continue
		}
		for _, s := range c.eval.SlotWaits(fn) {
			c.reportSlot(s.Pos, s.What, s.Path, finding.Medium)
		}
	}
	for _, o := range p.Calls {
		if o.Slot && o.Sources[0].Kind == deadlines.Root && c.eval.InRequest(o.Fn) && !deadlines.TakesTest(o.Fn) && !c.quiet(o.Call.Pos()) {
			conf := finding.High
			if o.Sources[0].NoCtx {
				conf = finding.Medium
			}
			c.reportSlot(o.Call.Pos(), o.Callee, o.Path(), conf)
		}
	}
}

func (c *checker) reportSlot(pos token.Pos, what string, path []trace.Step, conf finding.Confidence) {
	last := path[len(path)-1]
	where := last.Func
	if where == "" {
		where = "a request"
	}
	f := rule.Finding{
		Pos:        pos,
		Kind:       "acquire",
		Severity:   finding.Warning,
		Confidence: conf,
		Message: fmt.Sprintf("requests wait in %s for %s and nothing ends the wait: no context, no timer, no default; while the slots are held, every request queues here; take the slot with the request's context and a limit, or refuse",
			where, what),
		Trace: path,
	}
	if len(path) > 1 {
		f.At = &finding.Location{Pkg: last.Pkg, File: last.File, Line: last.Line, Column: last.Col}
	}
	c.report(f)
}
