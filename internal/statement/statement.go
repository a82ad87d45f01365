// Package statement holds what an owner states of his own code where the source cannot
// show it: how often a call is tried, how long it can take, what a queue's callers bear.
// It is written in a comment, or in the configuration under a symbol.
//
// It reads the text of one statement. Where a comment may stand, and what a rule makes of
// it, is for others to say.
package statement

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Verb says what a statement is about.
type Verb string

// The verbs.
const (
	Retry   Verb = "retry"   // how often it is tried in all: Attempts
	Bounded Verb = "bounded" // how long it can take: Duration
	Queue   Verb = "queue"   // what those who wait in it bear: Timeout, Service and Safety
)

// Verbs lists the verbs, in the order in which messages name them.
func Verbs() []Verb { return []Verb{Retry, Bounded, Queue} }

// Unbounded stands in Statement.Attempts for tries without a limit.
const Unbounded = -1

// maxAttempts keeps products of attempts within an int.
const maxAttempts = 1_000_000

// A Statement is what the owner states. Which fields count is for the verb to say; the
// others are zero.
type Statement struct {
	Verb     Verb
	Attempts int           // in all, the first one included; or Unbounded
	Duration time.Duration // the longest it can take, above 0
	Timeout  time.Duration // how long a caller waits in all, above 0
	Service  time.Duration // how long one item takes, above 0
	Safety   float64       // what part of the timeout may be spent in the queue, between 0 and 1
	Reason   string        // why, in the owner's words; never empty with Bounded
	// File, a base name in the package of what is spoken of, and Line are where the comment
	// stands. They are zero where the configuration says it.
	File string
	Line int
}

// Find gives the statement with the verb.
func Find(list []Statement, v Verb) (Statement, bool) {
	for _, s := range list {
		if s.Verb == v {
			return s, true
		}
	}
	return Statement{}, false
}

// A Stated is what a configuration states of a symbol.
type Stated struct {
	Symbol     string // pkg/path.Func, (*pkg/path.Type).Method, pkg/path.Type.Field or pkg/path.Var
	Statements []Statement
	Pos        string // where it stands, "name:line"
}

// ParseAttempts reads a number of attempts, or the word unbounded. The error says what to
// write instead.
func ParseAttempts(s string) (int, error) {
	if s == "unbounded" {
		return Unbounded, nil
	}
	n, err := strconv.Atoi(s)
	switch {
	case err == nil && n == 0:
		return 0, errors.New("attempts is 0, and the first one counts; write 1 where nothing is tried again")
	case err != nil || n < 1 || n > maxAttempts:
		return 0, fmt.Errorf("attempts is %q; write how often it is tried in all, such as 3, or unbounded", s)
	}
	return n, nil
}

// ParseDuration reads a duration above 0; name is what it is called.
func ParseDuration(name, s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%s is %q; write a duration above 0, such as 200ms or 2s", name, s)
	}
	return d, nil
}

// ParseSafety reads a safety factor.
func ParseSafety(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || f <= 0 || f >= 1 {
		return 0, fmt.Errorf("safety is %q; write a number between 0 and 1, such as 0.8", s)
	}
	return f, nil
}

// CleanReason makes one line of a reason.
func CleanReason(s string) string { return strings.Join(strings.Fields(s), " ") }
