package queues

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// A region is the part of a function that runs once for each event.
type region struct {
	fn   *ssa.Function
	loop *loop           // nil for the whole function
	from ssa.Instruction // where the event comes in, or nil
	keep bool            // it adds to a container: a key that is known somewhere is not added again
}

// has tells whether in runs in the region.
func (e *eval) has(r region, in ssa.Instruction) bool {
	if r.loop != nil && !r.loop.blocks[in.Block()] {
		return false
	}
	if r.from == nil || r.from == in {
		return r.from == nil
	}
	return e.before(r.from, in) || r.loop != nil && e.covered(r, in)
}

// covered tells whether in only runs after one of the loop's sources, whichever branch
// was taken.
func (e *eval) covered(r region, in ssa.Instruction) bool {
	if !e.reaches(r.from, in, r.loop) {
		return false
	}
	stop := map[*ssa.BasicBlock]bool{}
	for _, s := range e.sources(r.fn) {
		if s.loop == r.loop {
			stop[s.at.Block()] = true
		}
	}
	if len(stop) < 2 || stop[in.Block()] {
		return false
	}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == in.Block() {
			return true
		}
		if stop[b] || !r.loop.blocks[b] {
			return false
		}
		stop[b] = true
		for _, s := range b.Succs {
			if s != r.loop.head && walk(s) {
				return true
			}
		}
		return false
	}
	return !walk(r.loop.head)
}

// held tells whether in only runs when a slot was taken in the region, or when a state
// that the region changes says so: one at a time, each key once.
func (e *eval) held(r region, in ssa.Instruction) bool {
	for _, op := range e.slotOps(r.fn) {
		if op != in && (r.loop == nil || r.loop.blocks[op.Block()]) && e.reaches(op, in, r.loop) && !e.idle(op, in) {
			return true
		}
	}
	return e.guarded(r, in)
}

// idle tells whether op is a select that tries to send a token, and in runs whether or
// not it could: a wake-up, no slot.
func (e *eval) idle(op, in ssa.Instruction) bool {
	s, ok := op.(*ssa.Select)
	if !ok || s.Blocking {
		return false
	}
	taken := map[*ssa.BasicBlock]bool{}
	for i, st := range s.States {
		if b := branch(s, i); b != nil && st.Dir == types.SendOnly {
			taken[b] = true
		}
	}
	l := e.inner(s.Block())
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		for _, x := range b.Succs {
			if x == in.Block() && !taken[x] {
				return true
			}
			if taken[x] || l != nil && (x == l.head || !l.blocks[x]) {
				continue
			}
			taken[x] = true
			if walk(x) {
				return true
			}
		}
		return false
	}
	return walk(s.Block())
}

// guarded tells whether a condition on in reads what the region changes.
func (e *eval) guarded(r region, in ssa.Instruction) bool {
	b := in.Block()
	for d := b.Idom(); d != nil; d = d.Idom() {
		if r.loop != nil && !r.loop.blocks[d] {
			break
		}
		c, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if l := e.inner(d); !ok || l != nil && l.head == d && l.counted() {
			continue // a loop over something finite asks for its end, not for leave
		}
		taken := -1
		for i, s := range d.Succs {
			if len(s.Preds) == 1 && s.Dominates(b) {
				taken = i
			}
		}
		if taken < 0 || r.loop != nil && !e.stays(r.loop, d.Succs[1-taken]) {
			continue
		}
		if e.stateful(r, c.Cond, 0) || e.sticky(r, c.Cond, in) {
			return true
		}
	}
	return false
}

// sticky tells whether a condition looks at an error that is kept, and that is kept
// before in runs: what runs then runs once.
func (e *eval) sticky(r region, cond ssa.Value, in ssa.Instruction) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || !gotype.IsError(cmp.X.Type()) {
		return false
	}
	u, ok := cmp.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok || ownedByCall(fa.X) {
		return false
	}
	for _, st := range e.x.FieldStores(flow.FieldVar(fa)) {
		if st.Parent() == in.Parent() && e.reaches(st, in, r.loop) {
			return true
		}
	}
	return false
}

// stays tells whether b is in a loop around l, or in l.
func (e *eval) stays(l *loop, b *ssa.BasicBlock) bool {
	for _, o := range e.loopsOf(b.Parent()) {
		if o.blocks[l.head] {
			return o.blocks[b]
		}
	}
	return false
}
