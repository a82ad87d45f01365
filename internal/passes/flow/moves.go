package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Move is an instruction that makes a channel, sends on one or receives from one, that
// stores into a map, or that stores a slice or a map into a field or package variable. Few
// functions have one.
type Move struct {
	ssa.Instruction
	Sites int // how many of the function's calls stand before it
}

// Moves returns the moves in fn, in the order of its blocks, not those in its literals. The
// slice is shared: do not change it.
func (x *Index) Moves(fn *ssa.Function) []Move {
	if _, ok := x.sites[fn]; ok {
		return x.moves[fn]
	}
	return movesOf(fn) // a wrapper that the SSA form brings, or another package's
}

// ChanOps returns the receives, sends and selects among the moves in fn.
func (x *Index) ChanOps(fn *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	for _, m := range x.Moves(fn) {
		switch m.Instruction.(type) {
		case *ssa.Send, *ssa.Select, *ssa.UnOp:
			out = append(out, m.Instruction)
		}
	}
	return out
}

// Steps visits the calls and the moves in fn in the order of its blocks, not those in its
// literals: site is nil for a move.
func (x *Index) Steps(fn *ssa.Function, visit func(in ssa.Instruction, site *Site)) {
	sites, at := x.Sites(fn), 0
	for _, m := range x.Moves(fn) {
		for ; at < m.Sites; at++ {
			visit(sites[at].CallInstruction, &sites[at])
		}
		visit(m.Instruction, nil)
	}
	for ; at < len(sites); at++ {
		visit(sites[at].CallInstruction, &sites[at])
	}
}

func movesOf(fn *ssa.Function) []Move {
	var out []Move
	sites := 0
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(ssa.CallInstruction); ok {
				sites++
			} else if isMove(in) {
				out = append(out, Move{in, sites})
			}
		}
	}
	return out
}

func isMove(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Send, *ssa.Select, *ssa.MakeChan, *ssa.MapUpdate:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Store:
		switch in.Addr.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			switch in.Val.Type().Underlying().(type) {
			case *types.Slice, *types.Map:
				return true
			}
		}
	}
	return false
}
