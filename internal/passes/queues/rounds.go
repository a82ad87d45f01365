package queues

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/funcfact"
)

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 4

// A summary is one function between two rounds. Its fact follows from the code and from the
// facts that have been read for it: a round makes anew only what has read one that has
// changed since.
type summary struct {
	fn   *ssa.Function
	obj  *types.Func
	read funcfact.Reading
	made bool
}

// known is the fact of fn, or of the generic function it is an instance of, or nil.
func (e *eval) known(fn *types.Func) *Func { return e.facts.Read(&e.log, fn) }

// settle makes the facts of the functions in order, over and over until each has read those
// that the others have in the end.
func (e *eval) settle(order []*ssa.Function) {
	all := make([]summary, 0, len(order))
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			all = append(all, summary{fn: fn, obj: obj})
		}
	}
	for range maxRounds {
		for i := range all {
			if s := &all[i]; !s.made || e.log.Outdated(s.read) {
				e.summarise(s)
			}
		}
		if !slices.ContainsFunc(all, func(s summary) bool { return e.log.Outdated(s.read) }) {
			return
		}
	}
}

// An answer is what was found out of a function, with the facts that were read for it.
type answer[T any] struct {
	is   T
	read funcfact.Reading
}

// ask gives the answer that is kept for fn, where it still holds, and else what find finds.
// While it looks, the answer is the zero one.
func ask[T any](e *eval, kept map[*ssa.Function]answer[T], fn *ssa.Function, find func(*ssa.Function) T) T {
	a, ok := kept[fn]
	if !ok || e.log.Outdated(a.read) {
		kept[fn] = answer[T]{}
		a.read = e.log.Reading(func() { a.is = find(fn) })
		kept[fn] = a
	}
	e.log.Use(a.read)
	return a.is
}
