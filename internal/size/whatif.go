package size

import (
	"slices"
	"time"
)

// A WhatIf asks: if this dependency slows, what do the others feel?
//
// Calls arrive evenly, for each of Endpoints endpoints in turn, and take Service. Endpoint 0
// takes Slow while it is slow, which is judged when a call gets its slot. All calls share one
// pool of Slots slots and Queue places to wait, or each endpoint has its own part of both.
// A call that finds neither is refused.
type WhatIf struct {
	Endpoints int
	Slots     int // in all pools together
	Queue     int // likewise
	Rate      int // calls a second, for all endpoints together
	Run       time.Duration
	Service   time.Duration
	Slow      time.Duration
	From, To  time.Duration // when endpoint 0 is slow: at From, no longer at To
	Timeout   time.Duration // when a caller gives up, counted from the arrival
}

// DefaultWhatIf is ten endpoints with 200 slots, 2000 calls a second, and one of them slow
// for three seconds.
func DefaultWhatIf() WhatIf {
	return WhatIf{
		Endpoints: 10, Slots: 200, Queue: 2000, Rate: 2000, Run: 6 * time.Second,
		Service: 10 * time.Millisecond, Slow: 3 * time.Second, From: 2 * time.Second, To: 5 * time.Second,
		Timeout: time.Second,
	}
}

// A Felt is what the calls feel. A call that was accepted counts with the time until its
// answer even where its caller has long since gone: that is how long its slot and its
// place in the queue are lost to others.
type Felt struct {
	Calls      int
	Accepted   int
	Refused    int
	Succeeded  int           // answered before the caller gave up
	HealthyP99 time.Duration // of accepted calls to other endpoints than 0: 99 of 100 take no longer; 0 where none was accepted
	Longest    time.Duration // of all accepted calls
	// Of the calls to other endpoints that arrive while endpoint 0 is slow.
	Window, WindowSucceeded int
}

// Simulate gives what is felt with a shared pool, and with a pool for each endpoint.
func (w WhatIf) Simulate() (shared, divided Felt, err error) {
	calls, err := w.check()
	if err != nil {
		return Felt{}, Felt{}, err
	}
	return w.simulate(calls, 1), w.simulate(calls, w.Endpoints), nil
}

// check gives the number of calls.
func (w WhatIf) check() (int, error) {
	err := first(
		checkCount("endpoints", w.Endpoints, 2, MaxCalls),
		checkCount("slots", w.Slots, 1, MaxSlots),
		checkCount("queue", w.Queue, 0, MaxSlots),
		checkCount("rate", w.Rate, 1, MaxCalls),
		checkDuration("run", w.Run),
		checkStep("service", w.Service),
		checkStep("slow", w.Slow),
		checkStep("timeout", w.Timeout),
		checkWindow(w.From, w.To, w.Run),
	)
	if err == nil {
		err = first(checkParts("slots", w.Slots, w.Endpoints), checkParts("queue", w.Queue, w.Endpoints))
	}
	if err != nil {
		return 0, err
	}
	return arrivals(w.Rate, w.Run, MaxCalls)
}

func checkWindow(from, to, run time.Duration) error {
	switch {
	case from < 0:
		return paramError("from", from, "0s or later")
	case to <= from:
		return paramError("to", to, "a time after from, which is %s", from)
	case to > run:
		return paramError("to", to, "a time up to the end of the run, which is %s", run)
	}
	return nil
}

// checkParts wants a number that can be divided alike.
func checkParts(param string, n, parts int) error {
	if n%parts != 0 {
		return paramError(param, n, "a multiple of the %d endpoints, such as %d", parts, (n/parts+1)*parts)
	}
	return nil
}

// simulate runs the calls through so many pools.
func (w WhatIf) simulate(calls, pools int) Felt {
	type pool struct {
		free  int
		queue []int // calls, the longest waiting first
	}
	all := make([]pool, pools)
	for i := range all {
		all[i].free = w.Slots / pools
	}
	var e events
	start := func(call int, now time.Duration) {
		all[call%pools].free--
		took := w.Service
		if call%w.Endpoints == 0 && w.From <= now && now < w.To {
			took = w.Slow
		}
		e.plan(now+took, finish, call, 0)
	}
	latency := make([]time.Duration, calls) // below 0: refused
	e.plan(0, arrive, 0, 0)
	for ev, ok := e.next(); ok; ev, ok = e.next() {
		p := &all[ev.call%pools]
		if ev.what == finish {
			latency[ev.call] = ev.at - arrival(ev.call, w.Rate)
			p.free++
			if len(p.queue) > 0 {
				head := p.queue[0]
				p.queue = p.queue[1:]
				start(head, ev.at)
			}
			continue
		}
		switch {
		case p.free > 0:
			start(ev.call, ev.at)
		case len(p.queue) < w.Queue/pools:
			p.queue = append(p.queue, ev.call)
		default:
			latency[ev.call] = -1
		}
		if next := ev.call + 1; next < calls {
			e.plan(arrival(next, w.Rate), arrive, next, 0)
		}
	}
	return w.felt(latency)
}

func (w WhatIf) felt(latency []time.Duration) Felt {
	f := Felt{Calls: len(latency)}
	var healthy []time.Duration
	for call, took := range latency {
		at, other := arrival(call, w.Rate), call%w.Endpoints != 0
		inWindow := other && w.From <= at && at < w.To
		succeeded := 0 <= took && took <= w.Timeout
		if took < 0 {
			f.Refused++
		} else {
			f.Accepted++
			f.Longest = max(f.Longest, took)
			if other {
				healthy = append(healthy, took)
			}
		}
		if succeeded {
			f.Succeeded++
		}
		if inWindow {
			f.Window++
		}
		if inWindow && succeeded {
			f.WindowSucceeded++
		}
	}
	if n := len(healthy); n > 0 {
		slices.Sort(healthy)
		f.HealthyP99 = healthy[(99*n+99)/100-1] // the nearest rank
	}
	return f
}
