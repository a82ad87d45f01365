package missingdeadline

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// conns reports connections that are read or written with no deadline on them, one
// finding a connection.
func (c *checker) conns() {
	for _, conn := range c.eval.Conns() {
		site, does := first(conn.Reads), "read"
		if site == nil {
			site, does = first(conn.Writes), "written"
		}
		if conn.Bounded || site == nil || deadlines.TestHelper(site.Parent()) || c.life.Operator(site.Parent()) {
			continue
		}
		more := ""
		if does == "read" && len(conn.Writes) > 0 {
			more = ", and written"
		}
		c.report(rule.Finding{
			Pos:        site.Pos(),
			Kind:       "conn",
			Severity:   finding.Warning,
			Confidence: finding.Low,
			Message: fmt.Sprintf("a connection is %s%s with no deadline: nobody who has it sets one, so that a silent peer holds it and its goroutine for ever; call SetReadDeadline before each message",
				does, more),
			Trace: []trace.Step{
				c.eval.Step(trace.Make, conn.Pos(), conn.Origin.Parent(), "the connection"),
				c.eval.Step(trace.Use, site.Pos(), site.Parent(), "it is "+does),
			},
		})
	}
}

// first returns the first of the instructions that has a place in the source.
func first(ins []ssa.Instruction) ssa.Instruction {
	for _, in := range ins {
		if in.Pos().IsValid() {
			return in
		}
	}
	return nil
}
