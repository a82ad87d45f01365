package retries

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
)

// mayLoop tells whether the call c of fn can be run again by fn itself: it stands in a
// cycle of fn's blocks, or fn calls itself. To look for a retry costs much more.
func (e *Eval) mayLoop(fn *ssa.Function, c ssa.CallInstruction) bool {
	if e.x.Again(c.Block()) {
		return true
	}
	out, ok := e.recurs[fn]
	if !ok {
		named := flow.Named(fn)
		out = slices.ContainsFunc(e.x.Callers(flow.Named(flow.Origin(fn))), func(call ssa.CallInstruction) bool {
			return flow.Named(call.Parent()) == named
		})
		e.recurs[fn] = out
	}
	return out
}
