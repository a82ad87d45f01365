package deadlines

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
)

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 6

// A summary is one function between two rounds. Its fact follows from the code, from the
// facts that have been read for it, and from what others need of it or have found out: a
// round makes anew only what has read anything that has changed since.
type summary struct {
	fn     *ssa.Function
	obj    *types.Func
	read   funcfact.Reading
	needs  int // of the function
	fields int // of the package
	made   bool
}

// fact returns the fact of fn, or of the generic function it is an instance of, or nil.
func (e *Eval) fact(fn *types.Func) *Func { return e.facts.Read(&e.log, fn) }

// settle makes the facts of the functions in order, over and over until each has read those
// that the others have in the end.
func (e *Eval) settle(order []*ssa.Function) {
	all := make([]summary, 0, len(order))
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			all = append(all, summary{fn: fn, obj: obj})
		}
	}
	for range maxRounds {
		for i := range all {
			if s := &all[i]; !s.made || e.log.Outdated(s.read) || len(e.needs[s.fn]) != s.needs || len(e.fields) != s.fields {
				e.summarise(s)
			}
		}
		if !slices.ContainsFunc(all, func(s summary) bool { return e.log.Outdated(s.read) }) {
			return // what was found out of calls holds
		}
	}
	clear(e.outs)
}

// summarise makes the fact of a function. What is evaluated for it is evaluated anew, so
// that all facts which it follows from are read.
func (e *Eval) summarise(s *summary) {
	e.reset()
	if s.made {
		for _, g := range flow.WithLiterals(s.fn) {
			delete(e.outs, g)
		}
	}
	s.made, s.needs, s.fields = true, len(e.needs[s.fn]), len(e.fields)
	var f Func
	s.read = e.log.Reading(func() { f = e.function(s.fn) })
	if old := e.facts.Own[s.obj]; old == nil && f.empty() || old != nil && old.equal(&f) {
		return
	}
	kept := f // only this one is kept
	if e.facts.Put(s.obj, &kept) {
		e.log.Change(s.obj)
	}
}
