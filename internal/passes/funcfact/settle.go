package funcfact

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Summary is one function between two rounds of a search for a fixed point. Its fact
// follows from the code and from the facts that have been read for it.
type Summary struct {
	Fn   *ssa.Function
	Obj  *types.Func
	Made bool // in a round before
	read Reading
}

// Settle has fact make the facts of the declared functions of order, one after the other,
// over and over until each has read those that the others have in the end, which it tells,
// or for as many rounds. fact tells whether the fact is another now. A round makes anew only
// what has read one that has changed since, and that of which other says so.
func (l *Log) Settle(order []*ssa.Function, rounds int, other func(*Summary) bool, fact func(*Summary) bool) bool {
	all := make([]Summary, 0, len(order))
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			all = append(all, Summary{Fn: fn, Obj: obj})
		}
	}
	for range rounds {
		for i := range all {
			if s := &all[i]; !s.Made || l.Outdated(s.read) || other(s) {
				changed := false
				s.read = l.Reading(func() { changed = fact(s) })
				s.Made = true
				if changed {
					l.Change(s.Obj)
				}
			}
		}
		if !slices.ContainsFunc(all, func(s Summary) bool { return l.Outdated(s.read) }) {
			return true
		}
	}
	return false
}
