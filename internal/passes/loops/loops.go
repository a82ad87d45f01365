// Package loops recognises retries that are written by hand: loops and recursions that
// run an operation again because it failed. It tells them from loops that only look so:
// pagination, polling, workers, accept and consumer loops, failover, optimistic locks.
//
// It looks at one function at a time, exports no fact, and does not know whether the
// operation leaves the process: that is for package retries.
package loops

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
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
