package deadlines

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/outside"
)

// Most functions say nothing of time: getters, mocks, what generators write. What a fact
// says needs one of these, so that a function without any costs one look at its calls:
//
//   - Results: a result that is or carries a context, a client or a transport.
//   - Sets: a parameter that is a client, transport, server or dialler, or a result that is
//     a function with such a parameter. A field is set through a parameter of just that
//     type, and so is one that a callee sets.
//   - Serves: a parameter or a result that can serve.
//   - Budgets, Tries, Runs, and Waits in calls: a call that can matter, see matters.
//   - Waits for slots: an operation on a channel.
//   - Waits of clients that others hand in: an entry in needs.

// A site is a call that can matter to time, with what it calls.
type site struct {
	call ssa.CallInstruction
	Callee
	entries []*catalogue.Entry
}

// entry returns the first entry of a kind for the call, or nil.
func (s *site) entry(kind catalogue.Kind) *catalogue.Entry { return first(s.entries, kind) }

func first(entries []*catalogue.Entry, kind catalogue.Kind) *catalogue.Entry {
	for _, en := range entries {
		if en.Kind == kind {
			return en
		}
	}
	return nil
}

// site returns the call c as one that may matter.
func (e *Eval) site(c ssa.CallInstruction) site {
	k := callee(c.Common())
	return site{c, k, e.entriesOf(k)}
}

func (e *Eval) entriesOf(k Callee) []*catalogue.Entry {
	if k.Obj == nil {
		return nil
	}
	return e.cat.Func(k.Obj, k.Recv)
}

// sites returns the calls in fn that can matter, in the order of its blocks. What makes a
// call matter stays as it is while facts are made, so that they are found once.
func (e *Eval) sites(fn *ssa.Function) []site {
	out, ok := e.hot[fn]
	if ok {
		return out
	}
	some := e.some[:0]
	for _, c := range e.x.Sites(fn) {
		k := Callee{Obj: c.Fn, Recv: c.Recv}
		if k.Obj == nil {
			k.Lit = c.Common().StaticCallee()
		}
		if entries := c.Entries(e.cat); e.matters(c, k, entries) {
			some = append(some, site{c.CallInstruction, k, entries})
		}
	}
	out = slices.Clone(some)
	e.hot[fn], e.some = out, some
	return out
}

// matters tells whether anything can be known of the call that bears on time: what its owner
// states, what the catalogue says, a fact of what it calls or, where that is a method of an
// interface, of what implements it, or that it calls a function value. Functions of the
// package count as such that will have a fact. A literal that is called where it stands is
// looked at with its function.
func (e *Eval) matters(c flow.Site, k Callee, entries []*catalogue.Entry) bool {
	switch {
	case e.owner != nil && !e.owner.Silent():
		return true
	case k.Obj == nil:
		_, builtin := c.Common().Value.(*ssa.Builtin)
		return !builtin && k.Lit == nil
	case slices.ContainsFunc(entries, timed):
		return true
	case k.Obj.Pkg() == nil: // error's Error
		return false
	case k.Obj.Pkg() == e.pass.Pkg:
		return true
	case k.Recv != nil && types.IsInterface(k.Recv):
		path := k.Obj.Pkg().Path()
		return outside.InProgram(e.pass, path) || !e.cat.Owns(path)
	}
	return e.facts.Imported(k.Obj) != nil
}

// timed tells whether an entry bears on time by itself.
func timed(en *catalogue.Entry) bool {
	switch en.Kind {
	case catalogue.KindOutbound, catalogue.KindLimiter, catalogue.KindDeadline:
		return true
	}
	return false
}

// idle tells whether neither fn nor a literal in it has a call that can matter, or an
// operation on a channel.
func (e *Eval) idle(fn *ssa.Function) bool {
	return e.still(fn) && !slices.ContainsFunc(fn.AnonFuncs, func(g *ssa.Function) bool { return !e.idle(g) })
}

// still is idle for fn without its literals.
func (e *Eval) still(fn *ssa.Function) bool {
	return len(e.sites(fn)) == 0 && len(e.x.ChanOps(fn)) == 0
}
