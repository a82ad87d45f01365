// Package loops recognises retries that are written by hand: loops and recursions that
// run an operation again because it failed. It tells them from loops that only look so:
// pagination, polling, workers, accept and consumer loops, failover, optimistic locks.
//
// Direction decides. In a retry success leaves and failure goes round, for the same
// operation with the same inputs; in nearly everything else that looks like one, success
// goes round. So the code of a loop is run on the supposition that one call failed, or
// went well, while all others went well, and it is asked whether the same call is reached
// again.
//
// It looks at one function at a time, exports no fact, and does not know whether the
// operation leaves the process: that is for package retries.
package loops

import (
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
)

// A Loop is one retry written by hand in a function.
type Loop struct {
	Fn       *ssa.Function
	Pos      token.Pos // of the for statement, the label's statement for goto, the call for a recursion
	Attempts attempts.Number
	// Ops are the calls whose failure makes the loop go round, in source order. A call of
	// a parameter or of a captured function value is among them.
	Ops []ssa.CallInstruction
	// Blocks are the blocks of the loop; nil for a recursion.
	Blocks map[*ssa.BasicBlock]bool

	Pause      Pause
	Ctx        bool // the loop ends when a context, or a stop channel, is done: in its wait, its condition, or by a check
	Classifies bool // some errors end it at once
	// Optimistic says that it goes round on one conflict error and reads again first: CAS,
	// optimistic locks, RetryOnConflict. Such a loop is no layer.
	Optimistic bool
	Recursion  bool
	// Chosen says that it goes round on one kind of error only, as an expired token or a
	// conflict, and not on what says that the far side is slow or busy.
	Chosen bool
	// Refused says that it goes round on an HTTP answer of status 400 or 404, too.
	Refused bool
	// Stuck names the counter that a recursion hands on unchanged, though the function
	// lowers it elsewhere.
	Stuck string

	// Recounts says that a count was meant to end it, which starts again in each pass.
	Recounts bool

	counted bool // a count ends it
}

// A Pause is what a loop waits between two attempts.
type Pause struct {
	Any    bool              // it waits in some way
	Calls  []ssa.Instruction // the calls or selects that wait
	Sleep  []*ssa.Call       // those that are deaf: time.Sleep and helpers that only sleep
	Jitter bool              // some randomness is in it
	Min    time.Duration     // of one wait, where it is constant; else 0
	Total  time.Duration     // of all waits together, where they are constant; else 0
}

// A Finder finds the retries of one package and remembers what it learnt of its
// functions. It serves one goroutine at a time.
type Finder struct{ f *finder }

// New makes a Finder for the package that x describes.
func New(x *flow.Index, cat *catalogue.Catalogue) *Finder {
	return &Finder{&finder{
		x: x, cat: cat,
		tellers: map[*ssa.Function]bool{},
		waiting: map[*ssa.Function]manner{},
		stored:  map[*region]map[key][]ssa.Value{},
		ops:     map[*ssa.Call]bool{},
	}}
}

// Find returns the retries that are written by hand in fn, in source order. Function
// literals in fn are functions of their own.
func (f *Finder) Find(fn *ssa.Function) []*Loop { return f.f.find(fn) }

// Find is Finder.Find for a single question.
func Find(x *flow.Index, cat *catalogue.Catalogue, fn *ssa.Function) []*Loop {
	return New(x, cat).Find(fn)
}

type finder struct {
	x       *flow.Index
	cat     *catalogue.Catalogue
	tellers map[*ssa.Function]bool
	waiting map[*ssa.Function]manner
	stored  map[*region]map[key][]ssa.Value
	ops     map[*ssa.Call]bool // operations found so far
}

func (f *finder) find(fn *ssa.Function) []*Loop {
	var out []*Loop
	regions := natural(fn)
	if r := recursion(fn); r != nil {
		regions = append(regions, r)
	}
	for _, r := range regions {
		if l := f.judge(r); l != nil {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b *Loop) int { return int(a.Pos - b.Pos) })
	return out
}

// judge tells whether the region is a retry, and what kind of one.
func (f *finder) judge(r *region) *Loop {
	var ops []*ssa.Call
	for _, c := range r.calls() {
		if f.candidate(c) && !r.isSelf(c) && f.same(r, c) && !f.lasting(c) && f.repeats(r, c) { // the dearest question last
			ops = append(ops, c)
		}
	}
	if len(ops) == 0 || r.recursive() && !f.sameArgs(r) {
		return nil
	}
	for _, op := range ops {
		f.ops[op] = true
	}
	l := &Loop{Fn: r.fn, Pos: r.pos(), Blocks: r.blocks, Recursion: r.recursive()}
	l.Ctx = f.heeds(r, ops)
	l.Attempts = f.number(l, r, ops)
	l.Pause = f.pause(r, l.Attempts)
	l.Classifies, l.Optimistic = f.classifies(r, ops)
	l.Chosen = f.chosen(r, ops)
	l.Refused = f.refused(r, ops)
	if r.recursive() {
		l.Stuck = stuck(r)
	}
	if f.interrupted(r, ops) || !f.evident(l, r, ops) {
		return nil
	}
	for _, op := range ops {
		if m := f.meant(op); !slices.Contains(l.Ops, m) {
			l.Ops = append(l.Ops, m)
		}
	}
	slices.SortStableFunc(l.Ops, func(a, b ssa.CallInstruction) int { return int(a.Pos() - b.Pos()) })
	return l
}

// isOp tells whether c was found to be an operation.
func (f *finder) isOp(c *ssa.Call) bool { return f.ops[c] }
