package queues

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A loop is a natural loop: what can run between its head and the way back to it.
type loop struct {
	head   *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
}

// loopsOf lists the loops of fn, the outer ones first.
func (e *eval) loopsOf(fn *ssa.Function) []*loop {
	if ls, ok := e.loops[fn]; ok {
		return ls
	}
	byHead := map[*ssa.BasicBlock]*loop{}
	var out []*loop
	for _, b := range fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := byHead[h]
			if l == nil {
				l = &loop{head: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHead[h] = l
				out = append(out, l)
			}
			l.add(b)
		}
	}
	for i := range out { // insertion sort: stable, and there are few
		for j := i; j > 0 && len(out[j].blocks) > len(out[j-1].blocks); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	e.loops[fn] = out
	return out
}

func (l *loop) add(b *ssa.BasicBlock) {
	if l.blocks[b] {
		return
	}
	l.blocks[b] = true
	for _, p := range b.Preds {
		l.add(p)
	}
}

// inner returns the smallest loop around b, or nil.
func (e *eval) inner(b *ssa.BasicBlock) *loop {
	var best *loop
	for _, l := range e.loopsOf(b.Parent()) {
		if l.blocks[b] {
			best = l
		}
	}
	return best
}

// counted tells whether the loop goes over something finite: a counter, a slice, a map.
func (l *loop) counted() bool {
	for _, in := range l.head.Instrs {
		switch in := in.(type) {
		case *ssa.Next:
			return true
		case *ssa.If:
			if cmp, ok := in.Cond.(*ssa.BinOp); ok && order(cmp.Op) && (counter(cmp.X, l) || counter(cmp.Y, l)) {
				return true
			}
		}
	}
	return false
}

// endless tells whether nothing leads out of the loop.
func (l *loop) endless() bool {
	for b := range l.blocks {
		for _, s := range b.Succs {
			if !l.blocks[s] {
				return false
			}
		}
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return false
		}
	}
	return true
}

func order(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// counter tells whether v is a variable that the loop counts, or that plus something.
func counter(v ssa.Value, l *loop) bool {
	if b, ok := v.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
		v = b.X
	}
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != l.head {
		return false
	}
	for _, edge := range phi.Edges {
		if b, ok := edge.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) && b.X == phi {
			return true
		}
	}
	return false
}

// before tells whether a runs before b in each run that reaches b.
func (e *eval) before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return e.at(a) < e.at(b)
}

// at is the place of an instruction in its block.
func (e *eval) at(in ssa.Instruction) int {
	if i, ok := e.index[in]; ok {
		return i
	}
	for i, x := range in.Block().Instrs {
		e.index[x] = i
	}
	return e.index[in]
}

// reaches tells whether b can run after a without a new pass of the loop l, which may be
// nil.
func (e *eval) reaches(a, b ssa.Instruction, l *loop) bool {
	if a.Block() == b.Block() && e.at(a) < e.at(b) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(x *ssa.BasicBlock) bool
	walk = func(x *ssa.BasicBlock) bool {
		for _, s := range x.Succs {
			if l != nil && (s == l.head || !l.blocks[s]) || seen[s] {
				continue
			}
			if s == b.Block() {
				return true
			}
			seen[s] = true
			if walk(s) {
				return true
			}
		}
		return false
	}
	return walk(a.Block())
}

// branch returns the block that runs when the case i of a select is taken, or nil.
func branch(s *ssa.Select, i int) *ssa.BasicBlock {
	for _, ref := range *s.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, r := range *x.Referrers() {
			cmp, ok := r.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL {
				continue
			}
			k, ok := cmp.Y.(*ssa.Const)
			if !ok || int(k.Int64()) != i {
				continue
			}
			for _, u := range *cmp.Referrers() {
				if c, ok := u.(*ssa.If); ok {
					return c.Block().Succs[0]
				}
			}
		}
	}
	return nil
}

// caseOf returns the case of the select that must have been taken for in to run, or -1
// where that is not one.
func caseOf(s *ssa.Select, in ssa.Instruction) int {
	for i := range s.States {
		if b := branch(s, i); b != nil && len(b.Preds) == 1 && b.Dominates(in.Block()) {
			return i
		}
	}
	return -1
}

// elem returns the type of what a channel carries.
func elem(v ssa.Value) types.Type {
	if ch, ok := v.Type().Underlying().(*types.Chan); ok {
		return ch.Elem()
	}
	return types.Typ[types.Invalid]
}

// eachInstr visits the instructions of fn and of the literals inside it.
func eachInstr(fn *ssa.Function, visit func(in ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			visit(in)
		}
	}
	for _, lit := range fn.AnonFuncs {
		eachInstr(lit, visit)
	}
}
