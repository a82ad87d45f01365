package loops

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A region is a part of a function that runs again: a natural loop, or the whole function
// where it calls itself.
type region struct {
	fn     *ssa.Function
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool // nil: the whole function, which calls itself
	self   []*ssa.Call              // with a whole function: the calls of itself
	loops  []*region                // all natural loops of fn, where they are known
	order  []*ssa.BasicBlock        // blocks by index, once that is asked for
	// A walk comes by a block in many states, and asks the same each time.
	backs  map[*ssa.BasicBlock]bool // see back
	judged map[ssa.Value]bool       // see finder.judges
}

func (r *region) has(b *ssa.BasicBlock) bool { return r.blocks == nil || r.blocks[b] }

func (r *region) recursive() bool { return r.blocks == nil }

// each calls f with the instructions of the region, in the order of the blocks.
func (r *region) each(f func(ssa.Instruction)) {
	for _, b := range r.inOrder() {
		for _, in := range b.Instrs {
			f(in)
		}
	}
}

// inOrder lists the blocks. A function can have thousands of loops, each of few blocks.
func (r *region) inOrder() []*ssa.BasicBlock {
	if r.blocks == nil {
		return r.fn.Blocks
	}
	if r.order == nil {
		r.order = slices.SortedFunc(maps.Keys(r.blocks), func(a, b *ssa.BasicBlock) int { return a.Index - b.Index })
	}
	return r.order
}

// inside tells whether v is computed in the region.
func (r *region) inside(v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	return ok && in.Parent() == r.fn && r.has(in.Block())
}

// calls lists the calls in the region that it waits for.
func (r *region) calls() []*ssa.Call {
	var out []*ssa.Call
	r.each(func(in ssa.Instruction) {
		if c, ok := in.(*ssa.Call); ok {
			out = append(out, c)
		}
	})
	return out
}

// natural lists the natural loops of fn, the outer ones first. A for statement and a goto
// look alike here.
func natural(fn *ssa.Function) []*region {
	var out []*region
	byHeader := map[*ssa.BasicBlock]*region{}
	for _, b := range fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			r := byHeader[h]
			if r == nil {
				r = &region{fn: fn, header: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHeader[h] = r
				out = append(out, r)
			}
			r.grow(b)
		}
	}
	slices.SortStableFunc(out, func(a, b *region) int { return len(b.blocks) - len(a.blocks) })
	for _, r := range out {
		r.loops = out
	}
	return out
}

// grow adds the blocks from which the back edge at b is reached without the header.
func (r *region) grow(b *ssa.BasicBlock) {
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if r.blocks[b] {
			continue
		}
		r.blocks[b] = true
		work = append(work, b.Preds...)
	}
}

// recursion gives the region of fn's calls of itself, or nil where it makes none.
func recursion(fn *ssa.Function) *region {
	if len(fn.Blocks) == 0 {
		return nil
	}
	r := &region{fn: fn, header: fn.Blocks[0]}
	for _, c := range r.calls() {
		if r.isSelf(c) {
			r.self = append(r.self, c)
		}
	}
	if r.self == nil {
		return nil
	}
	return r
}

// isSelf tells whether c calls the function it stands in.
func (r *region) isSelf(c *ssa.Call) bool {
	callee := c.Call.StaticCallee()
	return callee != nil && r.recursive() && (callee == r.fn || callee.Origin() != nil && callee.Origin() == r.fn)
}

// back tells whether the header can be reached from b inside the loop.
func (r *region) back(b *ssa.BasicBlock) bool {
	known, ok := r.backs[b]
	if !ok {
		if r.backs == nil {
			r.backs = map[*ssa.BasicBlock]bool{}
		}
		known = r.leadsBack(b)
		r.backs[b] = known
	}
	return known
}

func (r *region) leadsBack(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == r.header && !r.recursive() {
			return true
		}
		if seen[b] || !r.has(b) {
			return false
		}
		seen[b] = true
		if r.recursive() {
			for _, c := range r.self {
				if c.Block() == b {
					return true
				}
			}
		}
		return slices.ContainsFunc(b.Succs, walk)
	}
	return walk(b)
}

// round tells whether every way from b comes back to the header of the loop.
func (r *region) round(b *ssa.BasicBlock) bool {
	if r.recursive() {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == r.header || seen[b] {
			return true
		}
		seen[b] = true
		return r.has(b) && !slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return !walk(s) })
	}
	return walk(b)
}

// turns tells whether b is the header of a loop.
func (r *region) turns(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Preds, b.Dominates) }

// within returns the headers of the loops inside the region that b stands in.
func (r *region) within(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	if r.loops == nil {
		r.loops = natural(r.fn)
	}
	for _, inner := range r.loops {
		if inner.header != r.header && r.has(inner.header) && inner.blocks[b] && (r.recursive() || len(inner.blocks) < len(r.blocks)) {
			out[inner.header] = true
		}
	}
	return out
}

// pos is where the source says that it runs again: the for statement, the label, or the
// call of itself.
func (r *region) pos() token.Pos {
	if r.recursive() {
		return r.self[0].Pos()
	}
	syntax := r.fn.Syntax()
	if syntax == nil {
		return r.fn.Pos()
	}
	if label := r.label(syntax); label != token.NoPos {
		return label
	}
	lo, hi := r.extent()
	at := lo
	ast.Inspect(syntax, func(n ast.Node) bool {
		if n == nil || n.Pos() > lo || hi > n.End() {
			return false
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			at = n.Pos() // the innermost comes last
		}
		return true
	})
	return at
}

// label returns the place of the label that the header stands for, if a goto makes the
// loop.
func (r *region) label(syntax ast.Node) token.Pos {
	at := token.NoPos
	if strings.Contains(r.header.Comment, ".") {
		return at // that is a name of package ssa, such as for.body
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		l, ok := n.(*ast.LabeledStmt)
		if !ok || l.Label.Name != r.header.Comment {
			return true
		}
		switch l.Stmt.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
		default:
			at = l.Stmt.Pos()
		}
		return true
	})
	return at
}

// extent gives the first and the last position in the loop. Variables have that of their
// declaration, which may stand before it.
func (r *region) extent() (lo, hi token.Pos) {
	r.each(func(in ssa.Instruction) {
		switch in.(type) {
		case *ssa.Phi, *ssa.Alloc, *ssa.Extract, *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr:
			return
		}
		p := in.Pos()
		if p == token.NoPos {
			return
		}
		if lo == token.NoPos || p < lo {
			lo = p
		}
		hi = max(hi, p)
	})
	return lo, hi
}

// alternatives returns the conditions that are asked before x, and of which one is enough
// to go on: i < n in i < n || n < 0.
func alternatives(r *region, x *ssa.If) []ssa.Value {
	var out []ssa.Value
	for b := x.Block(); len(out) < 4 && len(b.Preds) == 1 && plain(b) && b != r.header; {
		b = b.Preds[0]
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !r.has(b) {
			break
		}
		out = append(out, in.Cond)
	}
	return out
}

// plain tells whether a block does nothing but ask.
func plain(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
		switch in.(type) {
		case ssa.CallInstruction, *ssa.Store, *ssa.Select:
			return true
		}
		return false
	})
}
