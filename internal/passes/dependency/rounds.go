package dependency

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/funcfact"
)

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 4

// rounds is the search for a fixed point of the package's facts. A fact follows from the
// code and from the facts that have been read for it, so that a round makes anew only what
// has read one that has changed since.
type rounds struct {
	all    []*summary
	number int
	log    funcfact.Log
}

// A summary is one function between two rounds.
type summary struct {
	fn   *ssa.Function
	obj  *types.Func
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

// settle makes the facts of the functions in order.
func (e *eval) settle(order []*ssa.Function) {
	r := &e.rounds
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
		start := r.log.Clock()
		e.summarise()
		if r.log.Clock() == start || !slices.ContainsFunc(r.all, func(s *summary) bool { return r.log.Outdated(s.read) }) {
			if !e.cut {
				return // what was found out still holds
			}
			break
		}
	}
	e.forget()
}

func (e *eval) forget() {
	e.met, e.bodies, e.cut = make(map[ssa.CallInstruction]*met, e.asked), make(map[*ssa.Function]*ranBody, len(e.sites)), false
	e.waits = map[*ssa.Function][]acquire{}
	e.rounds.number = 0
}

// summarise computes the facts of the functions in their order.
func (e *eval) summarise() {
	r := &e.rounds
	r.number++
	for _, s := range r.all {
		if r.number > 1 && !r.log.Outdated(s.read) {
			continue
		}
		var f Func
		s.read = r.log.Reading(func() { f = e.function(s.fn) })
		if e.facts.Own[s.obj] == nil && f.empty() {
			continue
		}
		if e.facts.Put(s.obj, &f) {
			r.log.Change(s.obj)
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
	read  funcfact.Reading
	round int // in which it was last found to hold
}

// ran is what the body of fn meets when it runs: what it starts in the background and
// what it does when it ends left out.
func (e *eval) ran(fn *ssa.Function) list {
	if len(e.sites[fn]) == 0 {
		return list{}
	}
	log := &e.rounds.log
	r := e.bodies[fn]
	switch {
	case r == nil:
	case r.busy: // a recursion adds nothing new
		e.cut = true
		return r.list
	case r.round == e.rounds.number || !log.Outdated(r.read):
		r.round = e.rounds.number
		log.Use(r.read)
		return r.list
	default:
		e.drop(fn)
	}
	r = &ranBody{met: met{busy: true}, round: e.rounds.number}
	e.bodies[fn] = r
	var l list
	r.read = log.Reading(func() {
		for _, s := range e.sites[fn] {
			if c, ok := s.CallInstruction.(*ssa.Call); ok {
				l.join(e.meets(c))
			}
		}
	})
	log.Use(r.read)
	r.list, r.busy = l, false
	return l
}
