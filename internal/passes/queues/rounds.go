package queues

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/funcfact"
)

// maxRounds bounds the search for a fixed point; only recursion needs more than two.
const maxRounds = 4

// known is the fact of fn, or of the generic function it is an instance of, or nil.
func (e *eval) known(fn *types.Func) *Func { return e.facts.Read(&e.log, fn) }

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
