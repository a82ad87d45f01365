package retries

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/cycles"
	"github.com/resilint/resilint/internal/passes/flow"
)

// A turn is what may run the calls of a function again.
type turn struct {
	*cycles.Cycles
	recurs bool // it calls itself
}

// mayLoop tells whether the call c of fn can be run again by fn itself: it stands in a
// cycle of fn's blocks, or fn calls itself. To look for a retry costs much more.
func (e *Eval) mayLoop(fn *ssa.Function, c ssa.CallInstruction) bool {
	t, ok := e.turns[fn]
	if !ok {
		named := flow.Named(fn)
		t.Cycles = cycles.Of(fn)
		t.recurs = slices.ContainsFunc(e.x.Callers(flow.Named(flow.Origin(fn))), func(call ssa.CallInstruction) bool {
			return flow.Named(call.Parent()) == named
		})
		e.turns[fn] = t
	}
	return t.recurs || t.In(c.Block())
}
