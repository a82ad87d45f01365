package unboundedqueue

import (
	"fmt"
	"strings"

	"github.com/resilint/resilint/internal/passes/queues"
)

// message says what is wrong at a site, and what would end it.
func message(s *queues.Site) string {
	switch s.Kind {
	case queues.Slice:
		return fmt.Sprintf("%s has no limit: %s%s, and %s empties it at its own pace; refuse, drop the oldest or wait when it is full", s.What, does(s.By, "add", "to it"), more(s.More), s.To)
	case queues.Channel:
		if s.By == "" {
			return fmt.Sprintf("%s makes a channel that never refuses: while its reader is slow it takes all memory; use a bounded channel, and say what happens when it is full", s.What)
		}
		return fmt.Sprintf("what comes from %s is kept in %s without a limit until %s takes it: the bound of %s is undone; stop receiving, refuse or drop when it is full", s.By, s.What, s.To, s.By)
	case queues.Send:
		return fmt.Sprintf("a goroutine for %s only sends on %s: while that is not read, the parked goroutines are a queue without a limit; send with a select that drops or gives up, on a buffered channel", s.By, s.To)
	case queues.Spawn:
		if s.What == "go" {
			return fmt.Sprintf("a goroutine starts for %s%s with no slot taken: while %s is slow they pile up; take a slot first, or refuse%s", s.By, more(s.More), s.To, chain(s))
		}
		return fmt.Sprintf("%s takes a task for %s%s and never refuses: while %s is slow they pile up; set a limit, take a slot first, or refuse%s", s.What, s.By, more(s.More), s.To, chain(s))
	case queues.Library:
		return fmt.Sprintf("%s: %s; set a limit", s.What, s.To)
	case queues.Capacity:
		if s.Size < 0 {
			return fmt.Sprintf("the capacity of %s is %s, unchecked: whoever sends the request chooses how much memory it takes; compare it with a limit first", s.What, s.By)
		}
		return fmt.Sprintf("%s has room for %d items: a slow reader is noticed when it is too late, and all that waits is stale by then; size it by what its callers wait for", s.What, s.Size)
	case queues.Pending:
		return fmt.Sprintf("%s stays in %s for ever: only an answer takes it out; delete it on every way out", s.By, s.What)
	case queues.Block:
		return fmt.Sprintf("%s %s with no way out: while %s is slow all of them hang; select on the context, a timer or a default too", does(s.By, "wait", "for room in"), s.What, s.To)
	case queues.Stale:
		return fmt.Sprintf("work from %s is run without asking %s whether its caller still waits; skip what nobody awaits", s.What, s.To)
	case queues.Read:
		return fmt.Sprintf("%s is called again and again and %s: each pass loads the whole backlog; read a batch", s.What, s.To)
	case queues.Pool:
		return fmt.Sprintf("%s makes a pool without a cap: its connections follow the number of requests; call SetMaxOpenConns", s.What)
	}
	return ""
}

func more(n int) string {
	switch {
	case n == 1:
		return " (and one other place)"
	case n > 1:
		return fmt.Sprintf(" (and %d other places)", n)
	}
	return ""
}

// does gives the verb the form that goes with who does it.
func does(by, verb, rest string) string {
	if !strings.HasPrefix(by, "the callers") {
		verb += "s"
	}
	return by + " " + verb + " " + rest
}

// chain names the functions between the event and the goroutine.
func chain(s *queues.Site) string {
	var names []string
	for _, st := range s.Path {
		if n := len(names); st.Func != "" && (n == 0 || names[n-1] != st.Func) {
			names = append(names, st.Func)
		}
	}
	if len(names) < 2 {
		return ""
	}
	return ": " + strings.Join(names, " → ")
}
