package size

import (
	"fmt"
	"time"
)

// A Recovery asks whether a queue gets well by itself when what filled it is gone.
//
// Calls arrive evenly and are served one at a time, each for Service, or for Slow while the
// trigger lasts, which is judged when its service starts. Up to Queue of them wait. A caller
// waits Timeout for each attempt. When it gives up, or when the queue is full and it is
// refused, it pauses for Pause and tries again, Attempts times in all. What it gave up stays
// in the queue and is served, since the server does not know.
type Recovery struct {
	Queue    int
	Rate     int // calls a second, retries left out
	Service  time.Duration
	Timeout  time.Duration
	Attempts int
	Pause    time.Duration
	Slow     time.Duration
	From, To time.Duration // the trigger
	Run      time.Duration // calls go on after it, too, until those before it are decided
}

// DefaultRecovery is a queue of 100 in front of a server that is busy to 80 %.
func DefaultRecovery() Recovery {
	return Recovery{
		Queue: 100, Rate: 50, Service: 16 * time.Millisecond, Timeout: 200 * time.Millisecond,
		Attempts: 3, Pause: 100 * time.Millisecond, Slow: 160 * time.Millisecond,
		From: time.Second, To: 3 * time.Second, Run: 30 * time.Second,
	}
}

// An Outcome says whether the queue recovered.
type Outcome struct {
	// Recovered is true where all calls succeed that arrive in the last third of the time
	// from To to Run, which are Judged.
	Recovered         bool
	Judged, Succeeded int
	// After is how long after To the last call arrives that fails, 0 where none does.
	After time.Duration
	// FullWait is how long the last in a full queue waits for its answer.
	FullWait time.Duration
}

// Simulate runs the calls through the queue.
func (r Recovery) Simulate() (Outcome, error) {
	calls, err := r.check()
	if err != nil {
		return Outcome{}, err
	}
	return r.outcome(r.simulate(calls)), nil
}

// check gives the number of calls.
func (r Recovery) check() (int, error) {
	err := first(
		checkCount("queue", r.Queue, 0, MaxSlots),
		checkCount("rate", r.Rate, 1, MaxCalls),
		checkStep("service", r.Service),
		checkStep("timeout", r.Timeout),
		checkCount("attempts", r.Attempts, 1, 1000),
		checkDuration("run", r.Run),
		checkStep("slow", r.Slow),
		checkWindow(r.From, r.To, r.Run),
	)
	switch {
	case err != nil:
		return 0, err
	case r.Pause < 0 || r.Pause > MaxStep:
		return 0, paramError("pause", r.Pause, "a time from 0s to 1h, such as 100ms")
	case r.Service > r.Timeout:
		is := fmt.Sprintf("%s, longer than the timeout, so that no call ever succeeds", r.Service)
		return 0, paramError("service", is, "%s or less", r.Timeout)
	case int64(r.Rate)*int64(r.Service) >= int64(time.Second):
		is := fmt.Sprintf("%d/s, as much as one in %s is served, or more, so that it is too much without a trigger", r.Rate, r.Service)
		return 0, paramError("rate", is, "less than %s", number(float64(time.Second)/float64(r.Service)))
	}
	if err := r.checkJudged(); err != nil {
		return 0, err
	}
	// The calls after Run keep the load up until the last one before it is decided.
	decided := time.Duration(r.Attempts) * (r.Timeout + r.Pause)
	if r.Run > MaxCalls*time.Second {
		return 0, tooMany(r.Rate, r.Run)
	}
	return arrivals(r.Rate, r.Run+decided, MaxCalls/r.Attempts)
}

// judged is how long calls are judged, at the end of the run.
func (r Recovery) judged() time.Duration { return (r.Run - r.To) / 3 }

// checkJudged wants calls to be judged, and nothing of the trigger among them: a slow
// service that has begun goes on when the trigger is gone.
func (r Recovery) checkJudged() error {
	judged, every := r.judged(), arrival(1, r.Rate)+1
	if judged < every {
		is := fmt.Sprintf("%s, which leaves %s from the end of the trigger", r.Run, r.Run-r.To)
		return paramError("run", is, "%s or more, so that a call arrives in the last third of that", r.To+3*every)
	}
	if most := r.Run - r.To - judged; r.Slow > most {
		is := fmt.Sprintf("%s, so that a call from the trigger goes on while others are judged", r.Slow)
		return paramError("slow", is, "%s or less, or a longer run", most)
	}
	return nil
}

// A caller is where a call stands.
type caller struct {
	attempt   int  // that it waits for, or waited for last
	waits     bool // for that attempt's answer
	succeeded bool
}

// recovery is a simulation under way.
type recovery struct {
	Recovery
	events
	callers []caller
	busy    bool
	queue   []event // attempts that wait to be served
}

func (r Recovery) simulate(calls int) []caller {
	s := &recovery{Recovery: r, callers: make([]caller, calls)}
	s.plan(0, arrive, 0, 0)
	for ev, ok := s.next(); ok; ev, ok = s.next() {
		c := &s.callers[ev.call]
		current := c.waits && c.attempt == ev.attempt
		switch ev.what {
		case arrive:
			if next := ev.call + 1; next < calls {
				s.plan(arrival(next, r.Rate), arrive, next, 0)
			}
			s.send(ev.call, ev.at)
		case retry:
			s.send(ev.call, ev.at)
		case giveUp:
			if current {
				s.again(ev.call, ev.at)
			}
		case finish:
			if current {
				c.waits, c.succeeded = false, true
			}
			s.busy = false
			if len(s.queue) > 0 {
				head := s.queue[0]
				s.queue = s.queue[1:]
				s.serve(head, ev.at)
			}
		}
	}
	return s.callers
}

// send makes an attempt.
func (s *recovery) send(call int, now time.Duration) {
	c := &s.callers[call]
	c.attempt++
	c.waits = true
	attempt := event{call: call, attempt: c.attempt}
	switch {
	case !s.busy:
		s.serve(attempt, now)
	case len(s.queue) < s.Queue:
		s.queue = append(s.queue, attempt)
	default:
		s.again(call, now) // refused
		return
	}
	s.plan(now+s.Timeout, giveUp, call, c.attempt)
}

// serve starts an attempt's service.
func (s *recovery) serve(attempt event, now time.Duration) {
	s.busy = true
	took := s.Service
	if s.From <= now && now < s.To {
		took = s.Slow
	}
	s.plan(now+took, finish, attempt.call, attempt.attempt)
}

// again plans the next attempt after one that failed, if there may be one.
func (s *recovery) again(call int, now time.Duration) {
	c := &s.callers[call]
	c.waits = false
	if c.attempt < s.Attempts {
		s.plan(now+s.Pause, retry, call, 0)
	}
}

func (r Recovery) outcome(callers []caller) Outcome {
	o := Outcome{FullWait: time.Duration(r.Queue+1) * r.Service}
	judged := r.Run - r.judged()
	for call, c := range callers {
		at := arrival(call, r.Rate)
		if at >= r.Run {
			break
		}
		if at >= judged {
			o.Judged++
			if c.succeeded {
				o.Succeeded++
			}
		}
		if !c.succeeded && at > r.To {
			o.After = at - r.To
		}
	}
	o.Recovered = o.Succeeded == o.Judged
	return o
}
