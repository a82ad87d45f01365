package flow

import "golang.org/x/tools/go/ssa"

// A cell is a variable whose address is taken, in practice because a function literal
// captures it. SSA does not split such a variable into values, so the stores that can
// reach a read are searched for here.

// reaching returns the values that the cell at alloc can hold when at runs. at is an
// instruction of alloc's own function. ok is false where the cell's address goes
// elsewhere than to loads, stores and literals, so that unknown code may write it.
func (x *Index) reaching(alloc *ssa.Alloc, at ssa.Instruction) (vals []ssa.Value, ok bool) {
	w := &cellWalk{x: x, cell: alloc, seen: map[*ssa.BasicBlock]bool{}}
	if !w.simple() {
		return nil, false
	}
	w.back(at.Block(), indexOf(at))
	for _, mc := range w.literals() { // a literal may have written it before
		for _, st := range x.storesIn(mc, alloc) {
			w.add(st.Val)
		}
	}
	return w.vals, true
}

// captured returns the values that the variable captured as lit's free variable fv can
// hold when lit runs: what reaches the making of lit, and what is stored later.
func (x *Index) captured(alloc *ssa.Alloc, mc *ssa.MakeClosure) (vals []ssa.Value, ok bool) {
	w := &cellWalk{x: x, cell: alloc, seen: map[*ssa.BasicBlock]bool{}}
	if !w.simple() {
		return nil, false
	}
	w.back(mc.Block(), indexOf(mc))
	w.forward(mc)
	for _, other := range w.literals() {
		for _, st := range x.storesIn(other, alloc) {
			w.add(st.Val)
		}
	}
	return w.vals, true
}

type cellWalk struct {
	x    *Index
	cell *ssa.Alloc
	vals []ssa.Value
	seen map[*ssa.BasicBlock]bool
}

func (w *cellWalk) add(v ssa.Value) {
	for _, have := range w.vals {
		if have == v {
			return
		}
	}
	w.vals = append(w.vals, v)
}

// simple tells whether every use of the cell is one this walk understands.
func (w *cellWalk) simple() bool {
	for _, ref := range *w.cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val == w.cell {
				return false
			}
		case *ssa.UnOp, *ssa.MakeClosure, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

func (w *cellWalk) literals() []*ssa.MakeClosure {
	var out []*ssa.MakeClosure
	for _, ref := range *w.cell.Referrers() {
		if mc, ok := ref.(*ssa.MakeClosure); ok {
			out = append(out, mc)
		}
	}
	return out
}

// back walks from before instruction i of b to the nearest stores.
func (w *cellWalk) back(b *ssa.BasicBlock, i int) {
	for i--; i >= 0; i-- {
		switch in := b.Instrs[i].(type) {
		case *ssa.Store:
			if in.Addr == w.cell {
				w.add(in.Val)
				return
			}
		case *ssa.Alloc:
			if in == w.cell {
				return // zero value
			}
		}
	}
	for _, p := range b.Preds {
		if !w.seen[p] {
			w.seen[p] = true
			w.back(p, len(p.Instrs))
		}
	}
}

// forward adds the stores of the cell's function that can run after from.
func (w *cellWalk) forward(from ssa.Instruction) {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock, i int)
	walk = func(b *ssa.BasicBlock, i int) {
		for ; i < len(b.Instrs); i++ {
			if st, ok := b.Instrs[i].(*ssa.Store); ok && st.Addr == w.cell {
				w.add(st.Val)
			}
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				walk(s, 0)
			}
		}
	}
	walk(from.Block(), indexOf(from)+1)
}

// storesIn returns the stores into the captured cell inside the literal that mc makes,
// and inside the literals within it.
func (x *Index) storesIn(mc *ssa.MakeClosure, cell ssa.Value) []*ssa.Store {
	var out []*ssa.Store
	lit := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != cell {
			continue
		}
		fv := lit.FreeVars[i]
		if fv.Referrers() == nil {
			continue
		}
		for _, ref := range *fv.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == fv {
					out = append(out, ref)
				}
			case *ssa.MakeClosure:
				out = append(out, x.storesIn(ref, fv)...)
			}
		}
	}
	return out
}

func indexOf(in ssa.Instruction) int {
	for i, other := range in.Block().Instrs {
		if other == in {
			return i
		}
	}
	return 0
}
