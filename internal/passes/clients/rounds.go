package clients

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// rounds is the search for a fixed point of the package's facts. All of a fact but its uses
// follows from the function's code and the facts that it has read, so that it is made anew
// only where one of these has changed. The uses follow from the graph, which is made from
// the facts of the round before.
type rounds struct {
	live    []*summary          // the functions that may have a fact
	clock   int                 // how many changes there were
	changed map[*types.Func]int // the last change of a function's fact
	record  bool                // whether reads are noted
	reads   []*types.Func       // the functions of the package whose facts have been asked for
}

// A summary is what is known of one function between two rounds.
type summary struct {
	fn    *ssa.Function
	obj   *types.Func
	fact  Func // without Uses
	reads []*types.Func
	at    int // when it was made
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
	if r := &e.rounds; r.record && e.own[fn] && (len(r.reads) > maxReads || !slices.Contains(r.reads, fn)) {
		r.reads = append(r.reads, fn)
	}
	return e.facts.Own[fn]
}

// maxReads is up to how many noted reads it is looked up whether one is there already.
const maxReads = 32

// settle makes the facts of the functions in order, and the graph that goes with them.
func (e *eval) settle(order []*ssa.Function) {
	r := &e.rounds
	r.changed = map[*types.Func]int{}
	for n := range maxRounds {
		start := r.clock
		g := e.newGraph()
		made := len(g.order)
		if n == 0 {
			e.summarise(order)
		} else {
			e.again()
		}
		if r.clock == start || e.settled(start) {
			// The graph would be the same: none of the facts that it was made of has changed.
			g.forget(made)
			return
		}
	}
	e.newGraph()
}

// settled tells whether each fact that was read is still the same, so that another round
// would give nothing else: a round that goes bottom-up reads what it has yet to make only
// where functions recur. The graph was made when the clock was at start.
func (e *eval) settled(start int) bool {
	r := &e.rounds
	for _, fn := range e.graph.reads {
		if r.changed[fn] > start {
			return false
		}
	}
	return !slices.ContainsFunc(r.live, e.outdated)
}

// outdated tells whether s has read a fact that has changed since.
func (e *eval) outdated(s *summary) bool {
	return slices.ContainsFunc(s.reads, func(fn *types.Func) bool { return e.rounds.changed[fn] > s.at })
}

// reading does f, and gives the functions of the package whose facts it has asked for.
func (e *eval) reading(f func()) []*types.Func {
	r := &e.rounds
	r.record, r.reads = true, r.reads[:0]
	f()
	r.record = false
	return slices.Clone(r.reads)
}

// summarise computes the facts of the functions in order.
func (e *eval) summarise(order []*ssa.Function) {
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		s := summary{fn: fn, obj: obj}
		e.renew(&s)
		if s.fact.empty() && len(s.reads) == 0 && !e.some(fn) {
			continue
		}
		e.rounds.live = append(e.rounds.live, &s)
		e.keep(&s, true)
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
	s.at = e.rounds.clock
	s.reads = e.reading(func() { s.fact = e.function(s.fn) })
}

// keep makes the fact that s says, with the uses. renewed tells whether s may say anything
// else than the last time.
func (e *eval) keep(s *summary, renewed bool) {
	var uses []Use
	if len(e.graph.uses) > 0 {
		e.graph.reads = append(e.graph.reads, e.reading(func() { uses = e.graph.usesOf(s.fn) })...)
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
		e.rounds.clock++
		e.rounds.changed[s.obj] = e.rounds.clock
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
