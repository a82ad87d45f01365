package loops

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// Polls returns the loops of fn that run a function value, given to fn, until it says that
// it is done: they go round where it gives false and no error, and an error ends them. What
// the function does with a failure of its own decides whether that is a retry, so that Find
// leaves them out.
func (f *Finder) Polls(fn *ssa.Function) []*Loop {
	var out []*Loop
	for _, r := range natural(fn) {
		for _, c := range r.calls() {
			if asksWhether(c) && f.f.polls(r, c) {
				l := &Loop{Fn: r.fn, Pos: r.pos(), Blocks: r.blocks, Ops: []ssa.CallInstruction{c}}
				l.Attempts = f.f.number(l, r, []*ssa.Call{c})
				out = append(out, l)
			}
		}
	}
	return out
}

// asksWhether tells whether c calls a function value that gives a bool and an error.
func asksWhether(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	return !c.Call.IsInvoke() && c.Call.StaticCallee() == nil && res.Len() == 2 && isBool(res.At(0).Type()) && gotype.IsError(res.At(1).Type())
}

// polls tells whether r goes round though c went well, and ends where c failed.
func (f *finder) polls(r *region, c *ssa.Call) bool {
	good := f.lead(r, c, success, false)
	if !good.ok || !good.again && !good.againMaybe || !good.leaves {
		return false
	}
	bad := f.lead(r, c, failure, false)
	return bad.ok && !bad.again && !bad.againMaybe
}
