// Package size works out the numbers to put in when a finding is mended: how long a queue
// may get, how large a pool, what a limit lets through, and what one slow dependency does
// to the others. They are formulas and small simulations; a test reproduces every figure
// that the rules' pages cite.
//
// It reads no code, measures nothing and prints nothing, and it has no clock and no
// randomness: the same input gives the same figures. Its simulations are models. Calls
// arrive evenly and take exactly what they are said to take, so that real traffic, which
// comes in bursts, does worse, never better.
//
// The simulations share their rules:
//
//   - Queues are first in, first out.
//   - At one instant slots are given back first, in the order in which they were taken.
//     Then callers give up, then retries are sent, then new calls arrive.
//   - A slot that is given back goes to the head of the queue at once.
//   - A caller who gives up leaves only: its call stays in the queue, and runs, and takes its
//     slot for as long as the work takes.
//   - A call succeeds where its answer comes no later than its caller gives up.
package size

import (
	"fmt"
	"math"
	"time"
)

// The bounds of the work that one question may take. All of them are far above what a
// service has, and a question within them takes seconds at most.
const (
	// MaxCalls is how many calls a simulation goes through at most, retries included.
	MaxCalls = 1_000_000
	// MaxSlots is how large a pool or a queue may be.
	MaxSlots = 10_000_000
	// MaxStep is how long anything in a simulation may take. MaxCalls of them, one
	// after the other, still fit into a time.Duration.
	MaxStep = time.Hour
)

// A ParamError says which parameter is wrong, and what to write instead.
type ParamError struct {
	Param string // the name of the parameter, which is the name of its flag
	Is    string // the value, and what is wrong with it where that is not plain
	Write string // what to write instead
}

func (e *ParamError) Error() string {
	return fmt.Sprintf("%s is %s; write %s", e.Param, e.Is, e.Write)
}

func paramError(param string, is any, write string, args ...any) error {
	return &ParamError{param, fmt.Sprint(is), fmt.Sprintf(write, args...)}
}

// checkDuration wants a time above 0, two of which can be added.
func checkDuration(param string, d time.Duration) error {
	if d <= 0 || d > math.MaxInt64/2 {
		return paramError(param, d, "a time above 0 and up to a hundred years, such as 200ms")
	}
	return nil
}

// checkStep wants a time above 0 that a simulation can add up as often as it may have to.
func checkStep(param string, d time.Duration) error {
	if d <= 0 || d > MaxStep {
		return paramError(param, d, "a time above 0 and up to 1h, such as 200ms")
	}
	return nil
}

// checkCount wants a whole number from least to most.
func checkCount(param string, n, least, most int) error {
	if n < least || n > most {
		return paramError(param, n, "a whole number from %d to %d", least, most)
	}
	return nil
}

// minRate and maxRate bound calls a second: one in a month, and more than any machine takes.
const (
	minRate = 1e-7
	maxRate = 1e9
)

// checkRate wants calls a second. NaN is none.
func checkRate(param string, rate float64) error {
	if !(rate >= minRate && rate <= maxRate) {
		return paramError(param, number(rate), "calls a second, above 0 and up to %g, such as 500", maxRate)
	}
	return nil
}

// number writes a number the shortest way that says which it is.
func number(x float64) string { return fmt.Sprintf("%v", x) }

// first gives the first error, so that checks can be written as a list.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
