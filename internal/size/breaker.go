package size

// A Breaker counts the last Window outcomes while it is closed. It trips where these are
// Minimum or more, and Percent or more of them are failures. Then it blocks Blocked calls,
// and lets Probes calls through: the first that fails trips it again, and where all succeed
// it closes. Whenever it trips or closes it forgets what it has counted.
//
// Real ones stay open for a time. Counting the blocked calls says the same without a clock.
type Breaker struct {
	Window, Minimum int
	Percent         float64
	Blocked, Probes int
}

// DefaultBreaker trips at half of four calls.
func DefaultBreaker() Breaker { return Breaker{4, 4, 50, 2, 2} }

// DefaultOutcomes is a dependency that fails four times in a row, and once more later.
func DefaultOutcomes() []bool {
	const s, f = true, false
	return []bool{s, s, f, f, f, f, s, s, s, f, s, s}
}

// A Passage is what the breaker did with a call.
type Passage byte

// The passages.
const (
	Through Passage = iota // the breaker was closed
	Block                  // it was open
	Probe                  // it was half-open
)

// A BreakerRun is what a breaker did with a row of calls.
type BreakerRun struct {
	Passages   []Passage // one for each call
	Reached    int       // calls that went to the dependency
	Failed     int       // those of them that failed
	Trips      int
	Recoveries int
	NeverTrips bool // whatever the outcomes: the window is smaller than the minimum
}

// Run sends a row of calls, each of which would succeed or fail if it reached the
// dependency.
func (b Breaker) Run(outcomes []bool) (BreakerRun, error) {
	if err := b.check(outcomes); err != nil {
		return BreakerRun{}, err
	}
	run := BreakerRun{NeverTrips: b.Window < b.Minimum}
	var window []bool // outcomes while closed
	failures := 0     // in the window
	blocked, probes := 0, 0
	trip := func() {
		run.Trips++
		blocked, probes = b.Blocked, b.Probes
		window, failures = nil, 0
	}
	for _, ok := range outcomes {
		if blocked > 0 {
			blocked--
			run.Passages = append(run.Passages, Block)
			continue
		}
		run.Reached++
		if !ok {
			run.Failed++
		}
		if probes > 0 {
			run.Passages = append(run.Passages, Probe)
			if !ok {
				trip()
			} else if probes--; probes == 0 {
				run.Recoveries++
			}
			continue
		}
		run.Passages = append(run.Passages, Through)
		window = append(window, ok)
		if !ok {
			failures++
		}
		if len(window) > b.Window {
			if !window[0] {
				failures--
			}
			window = window[1:]
		}
		if len(window) >= b.Minimum && 100*float64(failures) >= b.Percent*float64(len(window)) {
			trip()
		}
	}
	return run, nil
}

func (b Breaker) check(outcomes []bool) error {
	err := first(
		checkCount("window", b.Window, 1, MaxCalls),
		checkCount("minimum", b.Minimum, 1, MaxCalls),
		checkCount("blocked", b.Blocked, 1, MaxCalls),
		checkCount("probes", b.Probes, 1, MaxCalls),
		checkCount("the number of calls", len(outcomes), 1, MaxCalls),
	)
	if err == nil && !(b.Percent > 0 && b.Percent <= 100) {
		err = paramError("percent", number(b.Percent), "a number above 0 and up to 100, such as 50")
	}
	return err
}
