// Package cycles tells which blocks of a function can run again after themselves, and
// which do so together. It looks at a function once, in time that grows with its size:
// functions of fifty thousand lines are generated, and who asks for each of their blocks
// where it leads is never done.
//
// What a cycle means, whether it is a retry, a worker or a poll, is for those who ask.
package cycles

import "golang.org/x/tools/go/ssa"

// Cycles are those of one function.
type Cycles struct {
	group []int // of each block by index: blocks of one number lead to one another
	again []bool
}

// few is how many blocks functions without a loop share the answer for: most have neither
// loops nor many blocks.
const few = 512

var (
	apart = func() []int {
		out := make([]int, few)
		for i := range out {
			out[i] = i
		}
		return out
	}()
	never = make([]bool, few)
)

// An Index keeps the cycles of the functions that were asked for. It is not for use by
// several goroutines at once.
type Index map[*ssa.Function]*Cycles

// Of gives the cycles of fn.
func (x Index) Of(fn *ssa.Function) *Cycles {
	c := x[fn]
	if c == nil {
		c = Of(fn)
		x[fn] = c
	}
	return c
}

// In tells whether b, a block of the function, can run again after itself.
func (c *Cycles) In(b *ssa.BasicBlock) bool { return c.again[b.Index] }

// Group numbers b: blocks of the function have one number if each can run after the other.
func (c *Cycles) Group(b *ssa.BasicBlock) int { return c.group[b.Index] }

// All gives the groups of blocks that can run again, each in the order of the code.
func (c *Cycles) All(fn *ssa.Function) [][]*ssa.BasicBlock {
	var out [][]*ssa.BasicBlock
	at := map[int]int{} // place in out by group
	for _, b := range fn.Blocks {
		if !c.In(b) {
			continue
		}
		i, ok := at[c.Group(b)]
		if !ok {
			i = len(out)
			at[c.Group(b)] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], b)
	}
	return out
}

// With gives the blocks that can run both before and after b, and b.
func (c *Cycles) With(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{b: true}
	if !c.In(b) {
		return out
	}
	// All of them are reached from b without leaving the group.
	next := []*ssa.BasicBlock{b}
	for len(next) > 0 {
		x := next[len(next)-1]
		next = next[:len(next)-1]
		for _, s := range x.Succs {
			if c.group[s.Index] == c.group[b.Index] && !out[s] {
				out[s] = true
				next = append(next, s)
			}
		}
	}
	return out
}

// Of finds the cycles of fn: the strongly connected components of its blocks, after
// Tarjan, with a stack of its own instead of calls that nest as deep as the code is long.
func Of(fn *ssa.Function) *Cycles {
	back := false
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			back = back || s.Index <= b.Index
		}
	}
	n := len(fn.Blocks)
	if !back && n <= few {
		return &Cycles{group: apart[:n:n], again: never[:n:n]}
	}
	c := &Cycles{group: make([]int, n), again: make([]bool, n)}
	if !back {
		for i := range c.group {
			c.group[i] = i
		}
		return c
	}
	f := &finder{c: c, num: make([]int, n), low: make([]int, n), open: make([]bool, n)}
	for _, b := range fn.Blocks {
		if f.num[b.Index] == 0 {
			f.from(b)
		}
	}
	return c
}

type finder struct {
	c        *Cycles
	num, low []int // in the order of the visit, from 1
	open     []bool
	stack    []*ssa.BasicBlock
	count    int
	groups   int
}

type frame struct {
	b    *ssa.BasicBlock
	next int // of its successors
}

func (f *finder) enter(b *ssa.BasicBlock) frame {
	f.count++
	f.num[b.Index], f.low[b.Index] = f.count, f.count
	f.open[b.Index] = true
	f.stack = append(f.stack, b)
	return frame{b: b}
}

func (f *finder) from(root *ssa.BasicBlock) {
	path := []frame{f.enter(root)}
	for len(path) > 0 {
		top := &path[len(path)-1]
		b := top.b
		if top.next < len(b.Succs) {
			s := b.Succs[top.next]
			top.next++
			switch {
			case f.num[s.Index] == 0:
				path = append(path, f.enter(s))
			case f.open[s.Index]:
				f.low[b.Index] = min(f.low[b.Index], f.num[s.Index])
				f.c.again[b.Index] = f.c.again[b.Index] || s == b
			}
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1].b
			f.low[up.Index] = min(f.low[up.Index], f.low[b.Index])
		}
		if f.low[b.Index] == f.num[b.Index] {
			f.close(b)
		}
	}
}

// close takes the component that b is the first of from the stack.
func (f *finder) close(b *ssa.BasicBlock) {
	at := len(f.stack) - 1
	for f.stack[at] != b {
		at--
	}
	f.groups++
	for _, x := range f.stack[at:] {
		f.open[x.Index] = false
		f.c.group[x.Index] = f.groups
		f.c.again[x.Index] = f.c.again[x.Index] || len(f.stack)-at > 1
	}
	f.stack = f.stack[:at]
}
