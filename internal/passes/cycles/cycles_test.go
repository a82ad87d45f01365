package cycles

import (
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// graph makes a function of n blocks; edges are pairs of their numbers.
func graph(n int, edges ...int) *ssa.Function {
	fn := &ssa.Function{}
	for i := range n {
		fn.Blocks = append(fn.Blocks, &ssa.BasicBlock{Index: i})
	}
	for i := 0; i < len(edges); i += 2 {
		from, to := fn.Blocks[edges[i]], fn.Blocks[edges[i+1]]
		from.Succs = append(from.Succs, to)
	}
	return fn
}

// leads tells, the slow way, whether to can run after from.
func leads(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	next := []*ssa.BasicBlock{from}
	for len(next) > 0 {
		b := next[0]
		next = next[1:]
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				next = append(next, s)
			}
		}
	}
	return seen[to]
}

func TestCyclesAgreeWithSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(12)
		var edges []int
		for range r.IntN(2 * n) {
			edges = append(edges, r.IntN(n), r.IntN(n))
		}
		fn := graph(n, edges...)
		c := Of(fn)
		for _, b := range fn.Blocks {
			if c.In(b) != leads(b, b) {
				t.Fatalf("%d blocks, edges %v: block %d in a cycle: %v", n, edges, b.Index, c.In(b))
			}
			with := c.With(b)
			in := 0
			for _, group := range c.All(fn) {
				if slices.Contains(group, b) {
					in++
					if len(group) != len(with) {
						t.Fatalf("%d blocks, edges %v: block %d in a group of %d, want %d", n, edges, b.Index, len(group), len(with))
					}
				}
			}
			if in > 1 || (in == 1) != c.In(b) {
				t.Fatalf("%d blocks, edges %v: block %d in %d groups", n, edges, b.Index, in)
			}
			for _, x := range fn.Blocks {
				if c.In(b) && (c.Group(x) == c.Group(b)) != with[x] {
					t.Fatalf("%d blocks, edges %v: %d and %d have the groups %d and %d", n, edges, x.Index, b.Index, c.Group(x), c.Group(b))
				}
				if want := x == b || leads(b, x) && leads(x, b); with[x] != want {
					t.Fatalf("%d blocks, edges %v: %d with %d: %v", n, edges, b.Index, x.Index, with[x])
				}
			}
		}
	}
}

func TestLongChain(t *testing.T) {
	const n = 500_000
	var edges []int
	for i := range n - 1 {
		edges = append(edges, i, i+1)
	}
	fn := graph(n, append(edges, n-1, 0)...)
	if c := Of(fn); !c.In(fn.Blocks[7]) || len(c.With(fn.Blocks[7])) != n {
		t.Error("a chain that ends where it begins is no cycle")
	}
}
