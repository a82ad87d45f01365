package dependency

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 4

// rounds is the search for a fixed point of the package's facts. A fact follows from the
// code and from the facts that have been read for it, so that a round makes anew only what
// has read one that has changed since.
type rounds struct {
	all     []*summary
	number  int
	clock   int                 // how many changes there were
	changed map[*types.Func]int // the last change of a function's fact
	open    *reading            // of the answer that is being made, or nil
}

// A reading is what has been read for an answer: the functions of the package whose facts
// were asked for. None of those that have not changed after at say anything else.
type reading struct {
	of []*types.Func
	at int
}

// A summary is one function between two rounds.
type summary struct {
	fn   *ssa.Function
	obj  *types.Func
	read reading
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
	if e.rounds.open != nil && e.own[fn] {
		e.rounds.open.note(fn)
	}
	return e.facts.Own[fn]
}

// maxReads is up to how many functions it is looked up whether one is noted already.
const maxReads = 32

func (r *reading) note(fn *types.Func) {
	if len(r.of) > maxReads || !slices.Contains(r.of, fn) {
		r.of = append(r.of, fn)
	}
}

// join adds what was read for an answer that this one is made of.
func (r *reading) join(o reading) {
	if r == nil {
		return
	}
	for _, fn := range o.of {
		r.note(fn)
	}
	r.at = min(r.at, o.at)
}

// reading does f, and gives what was read for it.
func (e *eval) reading(f func()) reading {
	outer := e.rounds.open
	r := reading{at: e.rounds.clock}
	e.rounds.open = &r
	f()
	e.rounds.open = outer
	return r
}

func (e *eval) outdated(r reading) bool {
	return slices.ContainsFunc(r.of, func(fn *types.Func) bool { return e.rounds.changed[fn] > r.at })
}

// settle makes the facts of the functions in order.
func (e *eval) settle(order []*ssa.Function) {
	r := &e.rounds
	r.changed = map[*types.Func]int{}
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			r.all = append(r.all, &summary{fn: fn, obj: obj})
		}
	}
	e.forget()
	for range maxRounds {
		if e.cut {
			e.forget() // where a recursion is cut depends on where one starts
		}
		start := r.clock
		e.summarise()
		if r.clock == start || !slices.ContainsFunc(r.all, func(s *summary) bool { return e.outdated(s.read) }) {
			if !e.cut {
				return // what was found out still holds
			}
			break
		}
	}
	e.forget()
}

func (e *eval) forget() {
	e.met, e.bodies, e.cut = map[ssa.CallInstruction]*met{}, map[*ssa.Function]*ranBody{}, false
	e.waits = map[*ssa.Function][]acquire{}
	e.rounds.number = 0
}

// summarise computes the facts of the functions in their order.
func (e *eval) summarise() {
	r := &e.rounds
	r.number++
	for _, s := range r.all {
		if r.number > 1 && !e.outdated(s.read) {
			continue
		}
		var f Func
		s.read = e.reading(func() { f = e.function(s.fn) })
		if e.facts.Own[s.obj] == nil && f.empty() {
			continue
		}
		if e.facts.Put(s.obj, &f) {
			r.clock++
			r.changed[s.obj] = r.clock
		}
	}
}

// function summarises fn.
func (e *eval) function(fn *ssa.Function) Func {
	e.drop(fn)
	l := e.ran(fn)
	return Func{Meets: abroad(l.meets), More: l.more, Gives: e.gives(fn), Waits: e.held(fn), Tries: e.tries(fn), Falls: falls(fn)}
}

// drop forgets what was found out about fn, without its literals.
func (e *eval) drop(fn *ssa.Function) {
	if e.rounds.number == 1 {
		return
	}
	delete(e.bodies, fn)
	delete(e.waits, fn)
	for _, s := range e.sites[fn] {
		delete(e.met, s.CallInstruction)
	}
}

// A ranBody is what the body of a function meets.
type ranBody struct {
	met
	read  reading
	round int // in which it was last found to hold
}

// ran is what the body of fn meets when it runs: what it starts in the background and
// what it does when it ends left out.
func (e *eval) ran(fn *ssa.Function) list {
	if len(e.sites[fn]) == 0 {
		return list{}
	}
	r := e.bodies[fn]
	switch {
	case r == nil:
	case r.busy: // a recursion adds nothing new
		e.cut = true
		return r.list
	case r.round == e.rounds.number || !e.outdated(r.read):
		r.round = e.rounds.number
		e.rounds.open.join(r.read)
		return r.list
	default:
		e.drop(fn)
	}
	r = &ranBody{met: met{busy: true}, round: e.rounds.number}
	e.bodies[fn] = r
	var l list
	r.read = e.reading(func() {
		for _, s := range e.sites[fn] {
			if c, ok := s.CallInstruction.(*ssa.Call); ok {
				l.join(e.meets(c))
			}
		}
	})
	e.rounds.open.join(r.read)
	r.list, r.busy = l, false
	return l
}
