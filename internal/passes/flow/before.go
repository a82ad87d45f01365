package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// visible returns those of the stores into one place whose value a read of it at can see:
// neither those that come later, nor those that another one always overwrites before.
func visible(stores []*ssa.Store, at ssa.Instruction) []*ssa.Store {
	if len(stores) < 2 {
		return stores
	}
	var out []*ssa.Store
	for _, st := range stores {
		if st.Parent() == at.Parent() && precedes(at, st) && !again(st.Block(), at.Block()) {
			continue
		}
		hidden := slices.ContainsFunc(stores, func(o *ssa.Store) bool {
			return o != st && o.Parent() == at.Parent() && st.Parent() == o.Parent() && precedes(st, o) && precedes(o, at)
		})
		if !hidden {
			out = append(out, st)
		}
	}
	return out
}

// precedes tells whether a comes first in every run that gets to b.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
	}
	return a.Block().Dominates(b.Block())
}

// again tells whether control can go from the end of a to the start of b.
func again(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := slices.Clone(a.Succs)
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			todo = append(todo, x.Succs...)
		}
	}
	return false
}
