package retries

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
)

// At returns the layers that stand at the call c itself, outermost first: the loops around
// it, and what the call or its client repeats. They are those of the worst chain below it;
// there are none where nothing below it leaves the process.
func (e *Eval) At(c ssa.CallInstruction) []Factor {
	fn := c.Parent()
	if _, ok := c.(*ssa.Go); ok || e.x == nil || fn == nil {
		return nil
	}
	items := slices.DeleteFunc(e.call(fn, flow.SiteOf(c)), func(it *item) bool { return it.Guess })
	if len(items) == 0 {
		return nil
	}
	own := e.outbound(c.Common()) != nil
	for i, it := range items {
		items[i] = &item{}
		*items[i] = *it
		if own {
			items[i].added = len(it.Factors)
		}
	}
	for _, l := range e.loopsIn(fn) {
		if l.Optimistic || !runs(l, c) {
			continue
		}
		for i, it := range items {
			items[i] = e.looped(fn, l, it)
			items[i].added++
		}
	}
	out := e.worst(items)
	if len(out) == 0 {
		return nil
	}
	it := out[0]
	return e.site(fn, c, nil, it, it.added).Chain.Factors[:it.added]
}
