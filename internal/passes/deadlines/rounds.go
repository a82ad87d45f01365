package deadlines

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
)

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 6

// inputs are what a fact follows from besides the code and other facts: what others need of
// the function, and what has been found out of fields. Both only grow.
type inputs struct{ needs, fields int }

func (e *Eval) inputs(fn *ssa.Function) inputs { return inputs{len(e.needs[fn]), len(e.fields)} }

// fact returns the fact of fn, or of the generic function it is an instance of, or nil.
func (e *Eval) fact(fn *types.Func) *Func { return e.facts.Read(&e.log, fn) }

// settle makes the facts of the functions in order.
func (e *Eval) settle(order []*ssa.Function) {
	other := func(s *funcfact.Summary) bool { return e.inputs(s.Fn) != e.had[s.Fn] }
	if !e.log.Settle(order, maxRounds, other, e.summarise) {
		clear(e.outs) // what was found out of calls need not hold
	}
}

// summarise makes the fact of a function, and tells whether it is another than before. What is
// evaluated for it is evaluated anew, so that all facts which it follows from are read.
func (e *Eval) summarise(s *funcfact.Summary) bool {
	e.reset()
	if s.Made {
		for _, g := range flow.WithLiterals(s.Fn) {
			delete(e.outs, g)
		}
	}
	e.had[s.Fn] = e.inputs(s.Fn)
	f := e.function(s.Fn)
	if old := e.facts.Own[s.Obj]; old == nil && f.empty() || old != nil && old.equal(&f) {
		return false
	}
	kept := f // only this one is kept
	return e.facts.Put(s.Obj, &kept)
}
