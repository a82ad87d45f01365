package cli

import (
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/resilint/resilint/internal/size"
)

// sizeSimulations are the questions that a simulation answers.
func sizeSimulations() []sizeQuestion {
	return []sizeQuestion{
		{
			name: "whatif", about: "what the others feel when one dependency slows, with a shared pool and with divided ones",
			example: "-slots 200 -queue 2000 -slow 3s", define: sizeWhatIf,
		},
		{
			name: "bulkhead", about: "what dividing a few slots does to slow and quick calls, in rounds",
			example: "-calls 2,2 -hold 4,1 -slots 1,3", define: sizeBulkhead,
		},
		{
			name: "breaker", about: "what a count-window breaker does with a row of calls", args: "[S|F...]",
			example: "-window 4 -minimum 4 S S F F F F S S S F S S", define: sizeBreaker,
		},
		{
			name: "recover", about: "whether a queue with retries gets well when what filled it is gone",
			example: "-queue 10 -timeout 200ms -service 16ms", define: sizeRecover,
		},
	}
}

func sizeWhatIf(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	w := size.DefaultWhatIf()
	countVar(fs, &w.Endpoints, "endpoints", "how many `ENDPOINTS` are called in turn; the first gets slow")
	countVar(fs, &w.Slots, "slots", "`SLOTS` in all")
	countVar(fs, &w.Queue, "queue", "`PLACES` to wait in all")
	countVar(fs, &w.Rate, "rate", "`CALLS` a second to all endpoints together")
	timeVar(fs, &w.Run, "run", "`TIME` that calls arrive")
	timeVar(fs, &w.Service, "service", "`TIME` that a healthy call takes")
	timeVar(fs, &w.Slow, "slow", "`TIME` that a call takes which starts while its endpoint is slow")
	timeVar(fs, &w.From, "from", "`TIME` when that begins")
	timeVar(fs, &w.To, "to", "`TIME` when it ends")
	timeVar(fs, &w.Timeout, "timeout", "`TIME` that callers wait; the slot stays taken")
	return func([]string) (sizeAnswer, error) {
		shared, divided, err := w.Simulate()
		if err != nil {
			return sizeAnswer{}, err
		}
		return sizeAnswer{whatIfText(w, shared, divided), struct {
			Shared  jsonFelt `json:"shared"`
			Divided jsonFelt `json:"divided"`
		}{toJSONFelt(shared), toJSONFelt(divided)}}, nil
	}
}

type jsonFelt struct {
	Calls           int      `json:"calls"`
	Accepted        int      `json:"accepted"`
	Refused         int      `json:"refused"`
	Succeeded       int      `json:"succeeded"`
	HealthyP99MS    *float64 `json:"healthy_p99_ms"` // null where none was accepted
	LongestMS       float64  `json:"longest_ms"`
	Window          int      `json:"healthy_calls_in_window"`
	WindowSucceeded int      `json:"healthy_succeeded_in_window"`
}

func toJSONFelt(f size.Felt) jsonFelt {
	out := jsonFelt{f.Calls, f.Accepted, f.Refused, f.Succeeded, nil, millis(f.Longest), f.Window, f.WindowSucceeded}
	if p99 := millis(f.HealthyP99); p99 > 0 {
		out.HealthyP99MS = &p99
	}
	return out
}

func whatIfText(w size.WhatIf, shared, divided size.Felt) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls/s to %d endpoints for %s; a call takes %s, to the first %s from %s to %s; callers wait %s\n",
		w.Rate, w.Endpoints, w.Run, w.Service, w.Slow, w.From, w.To, w.Timeout)
	fmt.Fprintf(&b, "shared: %d slots, %d may wait; divided: %d and %d for each endpoint\n\n",
		w.Slots, w.Queue, w.Slots/w.Endpoints, w.Queue/w.Endpoints)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(name string, cell func(size.Felt) string) {
		fmt.Fprintf(t, "%s\t%s\t%s\n", name, cell(shared), cell(divided))
	}
	fmt.Fprint(t, "\tshared\tdivided\n")
	row("accepted", func(f size.Felt) string { return fmt.Sprint(f.Accepted) })
	row("refused", func(f size.Felt) string { return fmt.Sprint(f.Refused) })
	row("success", func(f size.Felt) string { return percent(f.Succeeded, f.Calls) })
	row("healthy P99", func(f size.Felt) string {
		if f.HealthyP99 == 0 {
			return "none accepted"
		}
		return inMillis(f.HealthyP99)
	})
	row("longest", func(f size.Felt) string { return inMillis(f.Longest) })
	row("healthy success meanwhile", func(f size.Felt) string {
		return fmt.Sprintf("%d of %d", f.WindowSucceeded, f.Window)
	})
	_ = t.Flush() // a strings.Builder takes everything
	return b.String()
}

func sizeBulkhead(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	r := size.DefaultRounds()
	var names []string
	var calls, hold, slots []int
	for _, c := range r.Classes {
		names, calls, hold, slots = append(names, c.Name), append(calls, c.Calls), append(hold, c.Hold), append(slots, c.Slots)
	}
	countVar(fs, &r.Rounds, "rounds", "how many `ROUNDS`")
	fs.Var((*namesFlag)(&names), "names", "`NAMES` of the classes of calls, in the order in which they come in a round")
	fs.Var((*countsFlag)(&calls), "calls", "`CALLS` of each class in a round")
	fs.Var((*countsFlag)(&hold), "hold", "how many `ROUNDS` a call of each class holds its slot")
	fs.Var((*countsFlag)(&slots), "slots", "`SLOTS` of each class where they are divided; shared, it is their sum")
	return func([]string) (sizeAnswer, error) {
		for _, list := range []struct {
			name string
			len  int
		}{{"calls", len(calls)}, {"hold", len(hold)}, {"slots", len(slots)}} {
			if list.len != len(names) {
				return sizeAnswer{}, fmt.Errorf("-%s has %d values and -names %d; write one for each class", list.name, list.len, len(names))
			}
		}
		r.Classes = nil
		for i, name := range names {
			r.Classes = append(r.Classes, size.Class{Name: name, Calls: calls[i], Hold: hold[i], Slots: slots[i]})
		}
		shared, divided, err := r.Simulate()
		if err != nil {
			return sizeAnswer{}, err
		}
		return sizeAnswer{bulkheadText(r, shared, divided), struct {
			Shared  []jsonShare `json:"shared"`
			Divided []jsonShare `json:"divided"`
		}{toJSONShares(r, shared), toJSONShares(r, divided)}}, nil
	}
}

type jsonShare struct {
	Name    string `json:"name"`
	Done    int    `json:"done"`
	Dropped int    `json:"dropped"`
}

func toJSONShares(r size.Rounds, shares []size.Share) []jsonShare {
	var out []jsonShare
	for i, s := range shares {
		out = append(out, jsonShare{r.Classes[i].Name, s.Done, s.Dropped})
	}
	return out
}

func bulkheadText(r size.Rounds, shared, divided []size.Share) string {
	all := 0
	var own, each, inShared, inDivided []string
	for i, c := range r.Classes {
		all += c.Slots
		own = append(own, fmt.Sprint(c.Slots))
		each = append(each, fmt.Sprintf("%d %s (hold %d)", c.Calls, c.Name, c.Hold))
		result := func(s size.Share) string { return fmt.Sprintf("%s %d done, %d dropped", c.Name, s.Done, s.Dropped) }
		inShared = append(inShared, result(shared[i]))
		inDivided = append(inDivided, result(divided[i]))
	}
	return fmt.Sprintf("%d rounds of %s\nshared, %d slots: %s\ndivided, %s slots: %s\n",
		r.Rounds, strings.Join(each, ", then "), all, strings.Join(inShared, "; "), strings.Join(own, " + "), strings.Join(inDivided, "; "))
}

func sizeBreaker(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	b := size.DefaultBreaker()
	countVar(fs, &b.Window, "window", "how many of the last `CALLS` count")
	countVar(fs, &b.Minimum, "minimum", "how many `CALLS` there must be in the window before it trips")
	numberVar(fs, &b.Percent, "percent", "`PERCENT` of failures in the window at which it trips")
	countVar(fs, &b.Blocked, "blocked", "how many `CALLS` it blocks while open")
	countVar(fs, &b.Probes, "probes", "how many `CALLS` must succeed before it closes again")
	return func(args []string) (sizeAnswer, error) {
		outcomes := size.DefaultOutcomes()
		if len(args) > 0 {
			outcomes = nil
		}
		for _, c := range strings.ToUpper(strings.Join(args, "")) {
			if c != 'S' && c != 'F' {
				return sizeAnswer{}, fmt.Errorf("%q is no call; write S for one that would succeed and F for one that would fail", c)
			}
			outcomes = append(outcomes, c == 'S')
		}
		run, err := b.Run(outcomes)
		if err != nil {
			return sizeAnswer{}, err
		}
		text, calls, passages := breakerText(b, outcomes, run)
		return sizeAnswer{text, struct {
			Calls      string `json:"calls"`
			Breaker    string `json:"breaker"`
			Reached    int    `json:"reached"`
			Failed     int    `json:"failed"`
			Blocked    int    `json:"blocked"`
			Trips      int    `json:"trips"`
			Recoveries int    `json:"recoveries"`
			NeverTrips bool   `json:"never_trips"`
		}{calls, passages, run.Reached, run.Failed, len(outcomes) - run.Reached, run.Trips, run.Recoveries, run.NeverTrips}}, nil
	}
}

// breakerText gives the answer, and its two rows of letters.
func breakerText(b size.Breaker, outcomes []bool, run size.BreakerRun) (text, calls, passages string) {
	var c, p strings.Builder
	for i, ok := range outcomes {
		if ok {
			c.WriteByte('S')
		} else {
			c.WriteByte('F')
		}
		switch run.Passages[i] {
		case size.Through:
			p.WriteByte('.')
		case size.Block:
			p.WriteByte('-')
		case size.Probe:
			p.WriteByte('?')
		}
	}
	text = fmt.Sprintf("trips when %s %% or more of the last %d fail, once there are %d; then blocks %d, then lets %d probes through\n",
		plain(b.Percent), b.Window, b.Minimum, b.Blocked, b.Probes)
	text += fmt.Sprintf("calls    %s\nbreaker  %s  (. closed, - open, ? probe)\n", &c, &p)
	text += fmt.Sprintf("%d calls: %d reach the dependency, %d of them fail; %d blocked; trips %d, recoveries %d\n",
		len(outcomes), run.Reached, run.Failed, len(outcomes)-run.Reached, run.Trips, run.Recoveries)
	if run.NeverTrips {
		text += fmt.Sprintf("it can never trip: %d calls in the window are never the minimum of %d\n", b.Window, b.Minimum)
	}
	return text, c.String(), p.String()
}

func sizeRecover(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	r := size.DefaultRecovery()
	countVar(fs, &r.Queue, "queue", "how many `CALLS` may wait")
	countVar(fs, &r.Rate, "rate", "`CALLS` a second, retries left out")
	timeVar(fs, &r.Service, "service", "`TIME` to serve one; with n workers, an n-th of it")
	timeVar(fs, &r.Timeout, "timeout", "`TIME` that callers wait for each attempt")
	countVar(fs, &r.Attempts, "attempts", "how many `ATTEMPTS` a caller makes, the first included")
	timeVar(fs, &r.Pause, "pause", "`TIME` between a caller's attempts")
	timeVar(fs, &r.Slow, "slow", "`TIME` to serve one while the trigger lasts")
	timeVar(fs, &r.From, "from", "`TIME` when the trigger begins")
	timeVar(fs, &r.To, "to", "`TIME` when it is gone")
	timeVar(fs, &r.Run, "run", "`TIME` of the whole run")
	return func([]string) (sizeAnswer, error) {
		o, err := r.Simulate()
		if err != nil {
			return sizeAnswer{}, err
		}
		capacity := float64(time.Second) / float64(r.Service)
		return sizeAnswer{recoverText(r, o, capacity), struct {
			Recovered  bool    `json:"recovered"`
			AfterMS    float64 `json:"last_failure_after_trigger_ms"`
			FullWaitMS float64 `json:"full_queue_wait_ms"`
			Failing    int     `json:"rate_while_all_fail"`
			Capacity   float64 `json:"rate_served"`
			Judged     int     `json:"judged"`
			Succeeded  int     `json:"succeeded"`
		}{o.Recovered, millis(o.After), millis(o.FullWait), r.Rate * r.Attempts, capacity, o.Judged, o.Succeeded}}, nil
	}
}

func recoverText(r size.Recovery, o size.Outcome, capacity float64) string {
	text := fullQueue(r.Queue, r.Service, o.FullWait, r.Timeout)
	text += fmt.Sprintf("while all fail %d/s × %d attempts = %d/s arrive, 1 ÷ %s = %s/s are served\n", r.Rate, r.Attempts, r.Rate*r.Attempts, r.Service, about(capacity))
	judged := fmt.Sprintf("%d of %d calls succeed in the last %s, the trigger gone for %s", o.Succeeded, o.Judged, (r.Run-r.To)/3, r.Run-r.To)
	switch {
	case o.Recovered && o.After == 0:
		text += fmt.Sprintf("recovers: no call fails that begins after the trigger is gone (%s)\n", judged)
	case o.Recovered:
		text += fmt.Sprintf("recovers: the last call that fails begins %s after the trigger is gone (%s)\n", o.After, judged)
	case float64(r.Rate*r.Attempts) < capacity || o.FullWait <= r.Timeout:
		// The queue gets shorter, or what is served is in time: it is no lasting state.
		text += fmt.Sprintf("not yet recovered: %s; take a longer -run\n", judged)
	case o.Succeeded > 0:
		text += fmt.Sprintf("does not recover: %s\n", judged)
	default:
		text += fmt.Sprintf("stays down: %s\n", judged)
	}
	return text
}
