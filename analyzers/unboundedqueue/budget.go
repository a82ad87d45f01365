package unboundedqueue

import (
	"fmt"
	"go/token"
	"strconv"
	"time"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/queues"
	"github.com/resilint/resilint/internal/rule"
)

// A note gives what the owner of a queue wrote about it, by key.
type note func(key string) (string, bool)

// patience is what an owner says about a queue: how long its callers wait, how long one
// item takes, and what part of the time the queue may use up.
type patience struct {
	timeout, service time.Duration
	safety           float64
}

// readPatience reads timeout, service and safety. Without safety the whole time counts.
func readPatience(n note) (p patience, err error) {
	for _, d := range []struct {
		key string
		to  *time.Duration
	}{{"timeout", &p.timeout}, {"service", &p.service}} {
		text, ok := n(d.key)
		if !ok {
			return p, fmt.Errorf("%s is missing; write one such as %s=200ms", d.key, d.key)
		}
		if *d.to, err = time.ParseDuration(text); err != nil || *d.to <= 0 {
			return p, fmt.Errorf("%s is %q; write a duration above zero, such as 200ms", d.key, text)
		}
	}
	p.safety = 1
	if text, ok := n("safety"); ok {
		p.safety, err = strconv.ParseFloat(text, 64)
		if err != nil || !(p.safety > 0 && p.safety <= 1) {
			return p, fmt.Errorf("safety is %q; write a number above 0 and up to 1, such as 0.8", text)
		}
	}
	return p, nil
}

// longest is the number of items of which the last is still served in time.
func (p patience) longest() int64 {
	return int64(float64(p.timeout) / float64(p.service) * p.safety)
}

// String shows the arithmetic.
func (p patience) String() string {
	if p.safety == 1 {
		return fmt.Sprintf("%v ÷ %v = %d", p.timeout, p.service, p.longest())
	}
	return fmt.Sprintf("%v ÷ %v × %v = %d", p.timeout, p.service, p.safety, p.longest())
}

// budget judges a channel of constant capacity by what its owner wrote.
func (c *checker) budget(s *queues.Site) {
	if c.owner == nil || s.Kind != queues.Capacity || s.Size < 1 || !s.Pos.IsValid() {
		return
	}
	n, ok := c.owner(s.Pos)
	if !ok {
		return
	}
	k, _ := Info().Kind("budget")
	f := rule.Finding{Pos: s.Pos, Kind: k.Name, Severity: k.Severity, Confidence: k.Confidence, Trace: s.Path}
	p, err := readPatience(n)
	switch {
	case err != nil:
		f.Message = fmt.Sprintf("the note on %s can't be read: %v", s.What, err)
		f.Severity = finding.Warning
	case s.Size > p.longest():
		f.Message = fmt.Sprintf("%s has room for %d items, and its callers wait for no more than %v: what stands further back is served when nobody waits; make it %d or shorter", s.What, s.Size, p, p.longest())
	default:
		return
	}
	rule.Report(c.pass, c.set, f)
}

// owner finds the note on the line of a position, on the field or on the function.
type owner func(token.Pos) (note, bool)
