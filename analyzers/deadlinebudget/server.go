package deadlinebudget

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// servers reports handlers that allow themselves as long as the server allows them to
// write, or longer: when such a timeout ends, nobody can be told.
func (c *checker) servers(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		for _, a := range c.eval.HTTPAllocs(fn) {
			if gotype.PointerTo(a.Type(), "net/http", "Server") && !deadlines.TakesTest(fn) {
				c.server(a, fn)
			}
		}
	}
}

func (c *checker) server(v *ssa.Alloc, fn *ssa.Function) {
	writes, handlers := c.eval.Stored(v, "WriteTimeout"), c.eval.Stored(v, "Handler")
	if len(writes) != 1 || len(handlers) != 1 {
		return
	}
	limit := c.eval.Amount(writes[0])
	if !limit.Known || limit.Max <= 0 {
		return
	}
	s := c.eval.Serves(handlers[0])
	if s == nil || s.Amount < limit.Max {
		return
	}
	last := s.Path[len(s.Path)-1]
	c.report(rule.Finding{
		Pos:        v.Pos(),
		At:         &finding.Location{Pkg: last.Pkg, File: last.File, Line: last.Line, Column: last.Col},
		Kind:       "inverted",
		Severity:   finding.Warning,
		Confidence: finding.High,
		Message: fmt.Sprintf("a handler allows itself %s and its server stops writing after %s: %s; when the time is over no answer can be sent; set WriteTimeout above the longest handler's deadline",
			s.Amount, limit.Max, chain(s.Path)),
		Trace: trace.Join([]trace.Step{c.eval.Step(trace.Make, v.Pos(), fn, fmt.Sprintf("http.Server with WriteTimeout %s", limit.Max))}, s.Path),
	})
}
