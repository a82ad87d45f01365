package retries

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
)

// mayLoop tells whether the call c of fn can be run again by fn itself: it stands in a
// cycle of fn's blocks, or fn calls itself. To look for a retry costs much more.
func (e *Eval) mayLoop(fn *ssa.Function, c ssa.CallInstruction) bool {
	cyc, ok := e.cycles[fn]
	if !ok {
		cyc = cycles(fn)
		e.cycles[fn] = cyc
	}
	if cyc[c.Block()] {
		return true
	}
	for _, call := range e.x.Callers(flow.Named(flow.Origin(fn))) {
		if flow.Named(call.Parent()) == flow.Named(fn) {
			return true
		}
	}
	return false
}

// cycles returns the blocks of fn that can be reached from themselves.
func cycles(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	back := false
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			back = back || s.Index <= b.Index
		}
	}
	if !back {
		return out // most functions have no loop
	}
	for _, b := range fn.Blocks {
		seen := map[*ssa.BasicBlock]bool{}
		next := []*ssa.BasicBlock{b}
		for len(next) > 0 && !out[b] {
			x := next[len(next)-1]
			next = next[:len(next)-1]
			for _, s := range x.Succs {
				if s == b {
					out[b] = true
				}
				if !seen[s] {
					seen[s] = true
					next = append(next, s)
				}
			}
		}
	}
	return out
}
