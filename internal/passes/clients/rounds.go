package clients

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/funcfact"
)

// rounds is the search for a fixed point of the package's facts. All of a fact but its uses
// follows from the function's code and the facts that it has read, so that it is made anew
// only where one of these has changed. The uses follow from the graph, which is made from
// the facts of the round before.
type rounds struct {
	live []*summary // the functions that may have a fact
	log  funcfact.Log
}

// A summary is what is known of one function between two rounds.
type summary struct {
	fn   *ssa.Function
	obj  *types.Func
	fact Func // without Uses
	read funcfact.Reading
}

// fact is the fact of fn, or of the generic function it is an instance of, or nil.
func (e *eval) fact(fn *types.Func) *Func {
	if fn == nil {
		return nil
	}
	if fn.Pkg() != e.pass.Pkg {
		return e.facts.Imported(fn)
	}
	fn = fn.Origin()
	if e.own[fn] {
		e.rounds.log.Note(fn)
	}
	return e.facts.Own[fn]
}

// settle makes the facts of the functions in order, and the graph that goes with them.
func (e *eval) settle(order []*ssa.Function) {
	log := &e.rounds.log
	for n := range maxRounds {
		start := log.Clock()
		g := e.newGraph()
		made := len(g.order)
		if n == 0 {
			e.summarise(order)
		} else {
			e.again()
		}
		if log.Clock() == start || e.settled() {
			// The graph would be the same: none of the facts that it was made of has changed.
			g.forget(made)
			return
		}
	}
	e.newGraph()
}

// settled tells whether each fact that was read is still the same, so that another round
// would give nothing else: a round that goes bottom-up reads what it has yet to make only
// where functions recur.
func (e *eval) settled() bool {
	return !e.rounds.log.Outdated(e.graph.read) && !slices.ContainsFunc(e.rounds.live, e.outdated)
}

// outdated tells whether s has read a fact that has changed since.
func (e *eval) outdated(s *summary) bool { return e.rounds.log.Outdated(s.read) }

// summarise computes the facts of the functions in order.
func (e *eval) summarise(order []*ssa.Function) {
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		s := summary{fn: fn, obj: obj}
		e.renew(&s)
		if s.fact.empty() && s.read.Empty() && !e.some(fn) {
			continue
		}
		kept := s // as few are
		e.rounds.live = append(e.rounds.live, &kept)
		e.keep(&kept, true)
	}
}

// again is summarise for the functions that may have another fact by now.
func (e *eval) again() {
	for _, s := range e.rounds.live {
		old := e.outdated(s)
		if old {
			e.renew(s)
		}
		e.keep(s, old)
	}
}

func (e *eval) renew(s *summary) {
	s.read = e.rounds.log.Reading(func() { s.fact = e.function(s.fn) })
}

// keep makes the fact that s says, with the uses. renewed tells whether s may say anything
// else than the last time.
func (e *eval) keep(s *summary, renewed bool) {
	var uses []Use
	if len(e.graph.uses) > 0 {
		e.graph.read.Join(e.rounds.log.Reading(func() { uses = e.graph.usesOf(s.fn) }))
	}
	old := e.facts.Own[s.obj]
	switch {
	case old == nil && len(uses) == 0 && s.fact.empty():
		return
	case old != nil && !renewed && len(uses)+len(old.Uses) == 0:
		return
	}
	f := s.fact
	f.Uses = uses
	if e.facts.Put(s.obj, &f) {
		e.rounds.log.Change(s.obj)
	}
}

// function summarises fn and the literals in it, but for the uses. Where nothing in them
// can matter, nothing but the types of the parameters and results can.
func (e *eval) function(fn *ssa.Function) Func {
	f := Func{Fates: e.fates(fn), Results: e.results(fn)}
	if e.some(fn) {
		f.Life, f.Writes, f.Makes = e.life(fn), e.paramWrites(fn), e.dropped(fn)
	}
	return f
}
