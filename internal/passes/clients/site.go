package clients

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
)

// A call is a call that can matter, with what is known of it in all rounds.
type call struct {
	*flow.Site
	out      *catalogue.Entry // the first entry of a call that leaves the process, or nil
	fact     *Func            // the callee's, where that is in another package
	own      bool             // the callee stands in this package, and can get a fact
	concrete *types.Func      // see concrete
	starts   Life             // where no fact is known of the callee
}

// factOf is the fact of the function that c calls, or nil.
func (e *eval) factOf(c *call) *Func {
	if c.own {
		return e.fact(c.Fn)
	}
	return c.fact
}

// first is the first entry of a kind, or nil.
func first(entries []*catalogue.Entry, kind catalogue.Kind) *catalogue.Entry {
	for _, en := range entries {
		if en.Kind == kind {
			return en
		}
	}
	return nil
}

// readCall tells whether a call can matter, and for what.
func (e *eval) readCall(s *flow.Site) (item, bool) {
	if s.Fn == nil {
		return item{}, false
	}
	c := call{Site: s, own: e.canGet(s.Fn) && !s.Common().IsInvoke(), fact: e.facts.Imported(s.Fn)}
	it := item{in: s.CallInstruction}
	entries := s.Entries(e.cat)
	c.out = first(entries, catalogue.KindOutbound)
	if en := first(entries, catalogue.KindClientNew); en != nil {
		if v, ok := s.CallInstruction.(*ssa.Call); ok {
			if m, ok := e.madeBy(v, en); ok {
				it.kind, it.make = makes, &m
			}
		}
	}
	if s.Common().IsInvoke() {
		if doMethod(s.Fn) {
			c.out = e.entry(s.Common(), catalogue.KindOutbound)
		}
		if f := e.concrete(s.Common()); c.fact == nil && f != nil && (e.canGet(f) || e.facts.Imported(f) != nil) {
			c.concrete = f
		}
	}
	if c.fact == nil {
		c.starts = e.starts(s, entries)
	}
	if !c.own && c.fact == nil && c.out == nil && c.concrete == nil && c.starts == 0 && it.kind == 0 {
		return item{}, false
	}
	kept := c // as few are
	it.call = &kept
	return it, true
}
