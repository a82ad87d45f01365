package deadlinebudget

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A loop is a natural loop of a function.
type loop struct {
	head   *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
}

// loopsOf returns the loops of fn, inner ones and outer ones, in the order of their heads.
func loopsOf(fn *ssa.Function) []*loop {
	var out []*loop
	for _, h := range fn.Blocks {
		if !slices.ContainsFunc(h.Preds, h.Dominates) {
			continue
		}
		l := &loop{head: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
		for _, p := range h.Preds {
			if h.Dominates(p) {
				l.add(p)
			}
		}
		if len(l.blocks) > 1 || hasEdge(h, h) {
			out = append(out, l)
		}
	}
	return out
}

// add takes b and what leads to it into the loop.
func (l *loop) add(b *ssa.BasicBlock) {
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		work = append(work, b.Preds...)
	}
}

func hasEdge(from, to *ssa.BasicBlock) bool {
	for _, s := range from.Succs {
		if s == to {
			return true
		}
	}
	return false
}

// instrs calls f for the instructions of the loop, in the order of the function's blocks,
// until it returns false.
func (l *loop) instrs(f func(ssa.Instruction) bool) {
	for _, b := range l.head.Parent().Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if !f(in) {
				return
			}
		}
	}
}

// endless tells whether the loop goes on for as long as something is sent to it, or for
// ever: it takes its items from a channel, or a round waits for one.
func (l *loop) endless() bool {
	found := false
	l.instrs(func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.UnOp:
			found = found || in.Op == token.ARROW
		case *ssa.Select:
			found = found || in.Blocking
		}
		return !found
	})
	return found
}

// items tells whether the loop goes over the elements of a slice or a map.
func (l *loop) items() bool {
	found := false
	l.instrs(func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Next:
			found = true
		case *ssa.IndexAddr:
			_, isSlice := in.X.Type().Underlying().(*types.Slice)
			found = found || isSlice
		}
		return !found
	})
	return found
}

// leaves tells whether control that reaches b has left the loop for good.
func (l *loop) leaves(b *ssa.BasicBlock) bool { return !l.blocks[b] }
