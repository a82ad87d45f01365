// Package attempts counts how often one call may be tried, and says how sure the count
// is. A product of layers is never above what can happen, and never a guess.
//
// It is pure data: where a count comes from is for the passes to find out.
package attempts

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Kind says how a Number is to be read.
type Kind uint8

// The kinds of a number.
const (
	Unknown   Kind = iota // source doesn't show it; Name may say what decides
	Exact                 // N in the worst case
	AtLeast               // N, and possibly more
	AtMost                // N, and possibly fewer
	Timed                 // goes on for Time, or for a time that source doesn't show where Time is 0
	Unbounded             // nothing ends it; with UntilCtx only the context does
	FromParam             // decided by a parameter of the function: see Param, Mul and Add
)

// A Number is how often something is tried, the first try included. The zero value is an
// unknown number.
type Number struct {
	Kind     Kind
	N        int           // with Exact, AtLeast, AtMost
	Time     time.Duration // with Timed
	UntilCtx bool          // with Unbounded
	Param    int           // with FromParam: index as in SSA, the receiver first
	Add      int           // with FromParam: the number is the parameter plus Add
	Name     string        // with Unknown and FromParam: what decides, as a reader names it
}

// Of is exactly n.
func Of(n int) Number { return Number{Kind: Exact, N: n} }

// Once is a call that is not repeated.
var Once = Of(1)

// Forever has no end.
var Forever = Number{Kind: Unbounded}

// UntilCtx ends with the context only.
var UntilCtx = Number{Kind: Unbounded, UntilCtx: true}

// For goes on for d; 0 stands for a time that source doesn't show.
func For(d time.Duration) Number { return Number{Kind: Timed, Time: d} }

// Setting is a number that the named setting decides.
func Setting(name string) Number { return Number{Name: name} }

// Repeats tells whether more than one attempt is possible, as far as is known. A number
// that source doesn't show may be one, so it does not count.
func (a Number) Repeats() bool {
	switch a.Kind {
	case Exact, AtLeast, AtMost:
		return a.N > 1
	case Timed, Unbounded:
		return true
	}
	return false
}

// Plus adds n to a: what a knob that counts retries gives, with the first try.
func (a Number) Plus(n int) Number {
	switch a.Kind {
	case Exact, AtLeast, AtMost:
		a.N += n
	case FromParam:
		a.Add += n
	}
	return a
}

// With gives the number that a is where its parameter is v; only a FromParam changes.
func (a Number) With(v Number) Number {
	if a.Kind != FromParam {
		return a
	}
	return v.Plus(a.Add)
}

// String is the number as a factor in a message.
func (a Number) String() string {
	switch a.Kind {
	case Exact:
		return strconv.Itoa(a.N)
	case AtLeast:
		return "at least " + strconv.Itoa(a.N)
	case AtMost:
		return "at most " + strconv.Itoa(a.N)
	case Timed:
		if a.Time == 0 {
			return "time-bound"
		}
		return "for " + short(a.Time)
	case Unbounded:
		return "unbounded"
	}
	if a.Name != "" {
		return a.Name
	}
	return "n"
}

// short writes a duration without its empty parts: 15m, not 15m0s.
func short(d time.Duration) string {
	s := d.String()
	for _, tail := range []string{"m0s", "h0m"} {
		if len(s) > len(tail) && s[len(s)-len(tail):] == tail {
			s = s[:len(s)-2]
		}
	}
	return s
}

// Times multiplies. What is unknown or ends by time counts as once, so that the product
// is a lower bound then.
func (a Number) Times(b Number) Number {
	if a.Kind == Unbounded || b.Kind == Unbounded {
		return Number{Kind: Unbounded, UntilCtx: (a.Kind != Unbounded || a.UntilCtx) && (b.Kind != Unbounded || b.UntilCtx)}
	}
	x, xk := a.lower()
	y, yk := b.lower()
	out := Number{Kind: Exact, N: mul(x, y)}
	switch {
	case xk == Exact:
		out.Kind = yk
	case yk == Exact || xk == yk:
		out.Kind = xk
	default:
		// One may be more and one may be less: only the sure part is left.
		return Number{Kind: AtLeast, N: atLeast(x, xk, y, yk)}
	}
	if xk == Exact && yk == Exact && (x == math.MaxInt || y == math.MaxInt) {
		out.Kind = AtLeast
	}
	return out
}

// lower gives the number that counts in a product and how it is to be read.
func (a Number) lower() (int, Kind) {
	switch a.Kind {
	case Exact, AtLeast, AtMost:
		return max(a.N, 0), a.Kind
	}
	return 1, AtLeast
}

// atLeast is the sure part of a product of a number that may be more and one that may be
// less, of which one attempt is sure.
func atLeast(x int, xk Kind, y int, yk Kind) int {
	if xk == AtMost {
		x = min(x, 1)
	}
	if yk == AtMost {
		y = min(y, 1)
	}
	return mul(x, y)
}

// mul multiplies without overflow.
func mul(x, y int) int {
	if x != 0 && y > math.MaxInt/x {
		return math.MaxInt
	}
	return x * y
}

// Product writes factors with their product, outermost first: "3 × 5 = 15",
// "5 × unbounded", "Retries × 3 = at least 3".
func Product(factors ...Number) (Number, string) {
	total, text, open := Once, "", false
	for i, f := range factors {
		total = total.Times(f)
		if i > 0 {
			text += " × "
		}
		text += f.String()
		open = open || f.Kind == Unbounded
	}
	if open || len(factors) < 2 {
		return total, text
	}
	return total, fmt.Sprintf("%s = %s", text, total)
}

// Less orders numbers by what they can amount to: unknown, then finite by size, then
// time-bound, then unbounded.
func (a Number) Less(b Number) bool {
	if a.rank() != b.rank() {
		return a.rank() < b.rank()
	}
	switch a.rank() {
	case 1:
		return a.N < b.N
	case 2:
		return a.Time < b.Time
	case 3:
		return a.UntilCtx && !b.UntilCtx
	}
	return false
}

func (a Number) rank() int {
	switch a.Kind {
	case Exact, AtLeast, AtMost:
		return 1
	case Timed:
		return 2
	case Unbounded:
		return 3
	}
	return 0
}
