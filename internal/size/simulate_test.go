package size_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/resilint/resilint/internal/size"
)

func TestWhatIf(t *testing.T) {
	shared, divided, err := size.DefaultWhatIf().Simulate()
	if err != nil {
		t.Fatal(err)
	}
	want := size.Felt{
		Calls: 12000, Accepted: 9901, Refused: 2099, Succeeded: 7701,
		HealthyP99: 2054 * ms, Longest: 3241*ms + 500*time.Microsecond, Window: 5400, WindowSucceeded: 1791,
	}
	if shared != want {
		t.Errorf("shared:\n%+v, want\n%+v", shared, want)
	}
	want = size.Felt{
		Calls: 12000, Accepted: 11620, Refused: 380, Succeeded: 11400,
		HealthyP99: 10 * ms, Longest: 3000 * ms, Window: 5400, WindowSucceeded: 5400,
	}
	if divided != want {
		t.Errorf("divided:\n%+v, want\n%+v", divided, want)
	}
	if got := percents(shared, divided); got != "64.2 95.0" {
		t.Errorf("success %s", got)
	}
}

func percents(felt ...size.Felt) string {
	var out []string
	for _, f := range felt {
		out = append(out, fmt.Sprintf("%.1f", 100*float64(f.Succeeded)/float64(f.Calls)))
	}
	return strings.Join(out, " ")
}

// TestWhatIfByHand: cases that are small enough to be followed on paper.
func TestWhatIfByHand(t *testing.T) {
	w := size.WhatIf{
		Endpoints: 2, Slots: 2, Rate: 10, Run: time.Second, Service: 100 * ms, Timeout: 100 * ms,
		Slow: 450 * ms, From: 400 * ms, To: 500 * ms,
	}
	// A slot that comes back at the instant of an arrival is free. Calls come to endpoint 0
	// at 0, 200, 400 ms and so on. The one at 400 takes until 850: divided, the calls at 600
	// and 800 are refused, shared none, since the other slot does the rest.
	shared, divided, err := w.Simulate()
	if err != nil || shared.Refused != 0 || divided.Refused != 2 {
		t.Errorf("%+v %+v %v", shared, divided, err)
	}
	if shared.Succeeded != 9 || shared.Longest != 450*ms || shared.HealthyP99 != 100*ms {
		t.Errorf("shared: %+v", shared)
	}
	// With a place in the queue the call at 600 waits until 850, past its caller, and is not
	// slow any more; the one at 800 is refused.
	w.Queue = 2
	_, divided, err = w.Simulate()
	if err != nil || divided.Refused != 1 || divided.Succeeded != 7 || divided.Longest != 450*ms {
		t.Errorf("%+v %v", divided, err)
	}
}

func TestRounds(t *testing.T) {
	shared, divided, err := size.DefaultRounds().Simulate()
	if err != nil {
		t.Fatal(err)
	}
	if want := []size.Share{{8, 4}, {2, 10}}; !slices.Equal(shared, want) {
		t.Errorf("shared %v, want %v", shared, want)
	}
	if want := []size.Share{{2, 10}, {12, 0}}; !slices.Equal(divided, want) {
		t.Errorf("divided %v, want %v", divided, want)
	}
}

func TestBreaker(t *testing.T) {
	const usual = "TTTTBBPPTTTT"
	for _, test := range []struct {
		name     string
		change   func(*size.Breaker)
		outcomes string
		want     size.BreakerRun
		passages string
	}{
		{"default", func(*size.Breaker) {}, "", size.BreakerRun{Reached: 10, Failed: 3, Trips: 1, Recoveries: 1}, usual},
		{"30 %", func(b *size.Breaker) { b.Percent = 30 }, "", size.BreakerRun{Reached: 10, Failed: 3, Trips: 1, Recoveries: 1}, usual},
		{"window 8", func(b *size.Breaker) { b.Window = 8 }, "", size.BreakerRun{Reached: 10, Failed: 3, Trips: 1, Recoveries: 1}, usual},
		{"window 2", func(b *size.Breaker) { b.Window = 2 }, "", size.BreakerRun{Reached: 12, Failed: 5, NeverTrips: true}, "TTTTTTTTTTTT"},
		{"a probe fails", func(*size.Breaker) {}, "FFFFSSSFSSSSS", size.BreakerRun{Reached: 9, Failed: 5, Trips: 2, Recoveries: 1}, "TTTTBBPPBBPPT"},
		{"the window moves on", func(*size.Breaker) {}, "FSSSSFSSSSF", size.BreakerRun{Reached: 11, Failed: 3}, "TTTTTTTTTTT"},
		{"percent of few", func(b *size.Breaker) { b.Minimum = 1 }, "FSS", size.BreakerRun{Reached: 1, Failed: 1, Trips: 1}, "TBB"},
	} {
		b := size.DefaultBreaker()
		test.change(&b)
		outcomes := size.DefaultOutcomes()
		if test.outcomes != "" {
			outcomes = nil
			for _, c := range test.outcomes {
				outcomes = append(outcomes, c == 'S')
			}
		}
		got, err := b.Run(outcomes)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var passages strings.Builder
		for _, p := range got.Passages {
			passages.WriteByte("TBP"[p])
		}
		got.Passages = nil
		if fmt.Sprint(got) != fmt.Sprint(test.want) || passages.String() != test.passages {
			t.Errorf("%s: %+v %s", test.name, got, &passages)
		}
	}
}

// TestRecovery: with retries a queue recovers exactly where even the last in a full queue
// is answered in time. Timeout ÷ service is 12.5, and the one being served takes 1 of it.
func TestRecovery(t *testing.T) {
	for _, attempts := range []int{1, 2, 3, 10} {
		for _, queue := range []int{0, 1, 5, 10, 11, 12, 13, 20, 50, 100, 1000} {
			r := size.DefaultRecovery()
			r.Queue, r.Attempts = queue, attempts
			got, err := r.Simulate()
			if err != nil || got.Judged != 450 {
				t.Fatalf("%+v, %v", got, err)
			}
			inTime := got.FullWait <= r.Timeout
			if want := attempts == 1 || inTime; got.Recovered != want {
				t.Errorf("queue %d, %d attempts: %+v", queue, attempts, got)
			}
			if inTime != (queue <= 11) {
				t.Errorf("queue %d: a full one waits %s", queue, got.FullWait)
			}
			if queue >= 13 && attempts > 1 && got.Succeeded != 0 {
				t.Errorf("queue %d, %d attempts: %d succeed", queue, attempts, got.Succeeded)
			}
		}
	}
}

// TestRecoveryWithoutTrigger: it is the trigger that does it.
func TestRecoveryWithoutTrigger(t *testing.T) {
	r := size.DefaultRecovery()
	r.Slow = r.Service
	if got, err := r.Simulate(); err != nil || !got.Recovered || got.After != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSimulateBadInput: each parameter that makes no sense is refused by its name.
func TestSimulateBadInput(t *testing.T) {
	check := func(param string, err error) {
		t.Helper()
		if err == nil || !strings.HasPrefix(err.Error(), param+" is ") || !strings.Contains(err.Error(), "; write ") {
			t.Errorf("%s: %v", param, err)
		}
	}
	whatIf := func(param string, change func(*size.WhatIf)) {
		t.Helper()
		w := size.DefaultWhatIf()
		change(&w)
		_, _, err := w.Simulate()
		check(param, err)
	}
	recovery := func(param string, change func(*size.Recovery)) {
		t.Helper()
		r := size.DefaultRecovery()
		change(&r)
		_, err := r.Simulate()
		check(param, err)
	}
	for _, n := range []int{math.MinInt, -1, math.MaxInt} {
		whatIf("endpoints", func(w *size.WhatIf) { w.Endpoints = n })
		whatIf("slots", func(w *size.WhatIf) { w.Slots = n })
		whatIf("queue", func(w *size.WhatIf) { w.Queue = n })
		whatIf("rate", func(w *size.WhatIf) { w.Rate = n })
		recovery("queue", func(r *size.Recovery) { r.Queue = n })
		recovery("rate", func(r *size.Recovery) { r.Rate = n })
		recovery("attempts", func(r *size.Recovery) { r.Attempts = n })
	}
	for _, d := range []time.Duration{math.MinInt64, -1, 0, math.MaxInt64} {
		whatIf("service", func(w *size.WhatIf) { w.Service = d })
		whatIf("slow", func(w *size.WhatIf) { w.Slow = d })
		whatIf("timeout", func(w *size.WhatIf) { w.Timeout = d })
		whatIf("to", func(w *size.WhatIf) { w.To = d })
		recovery("service", func(r *size.Recovery) { r.Service = d })
		recovery("slow", func(r *size.Recovery) { r.Slow = d })
		recovery("timeout", func(r *size.Recovery) { r.Timeout = d })
		recovery("to", func(r *size.Recovery) { r.To = d })
	}
	whatIf("endpoints", func(w *size.WhatIf) { w.Endpoints = 0 })
	whatIf("endpoints", func(w *size.WhatIf) { w.Endpoints = 1 })
	whatIf("slots", func(w *size.WhatIf) { w.Slots = 205 })
	whatIf("queue", func(w *size.WhatIf) { w.Queue = 5 })
	whatIf("run", func(w *size.WhatIf) { w.Run = 0 })
	whatIf("run", func(w *size.WhatIf) { w.Run = 501 * time.Second })
	whatIf("run", func(w *size.WhatIf) { w.Run = math.MaxInt64 })
	whatIf("from", func(w *size.WhatIf) { w.From = -1 })
	recovery("pause", func(r *size.Recovery) { r.Pause = -1 })
	recovery("pause", func(r *size.Recovery) { r.Pause = math.MaxInt64 })
	recovery("run", func(r *size.Recovery) { r.Run = math.MaxInt64 })
	recovery("run", func(r *size.Recovery) { r.Run = r.To })
	recovery("run", func(r *size.Recovery) { r.Rate, r.Run = 1, r.To+3*time.Second })
	recovery("slow", func(r *size.Recovery) { r.Slow = 18*time.Second + 1 })
	recovery("service", func(r *size.Recovery) { r.Service = r.Timeout + 1 })
	recovery("rate", func(r *size.Recovery) { r.Service = 20 * ms })
	for _, bad := range []struct {
		param  string
		change func(*size.Rounds)
	}{
		{"rounds", func(r *size.Rounds) { r.Rounds = 0 }},
		{"rounds", func(r *size.Rounds) { r.Rounds = math.MaxInt }},
		{"rounds", func(r *size.Rounds) { r.Rounds, r.Classes[0].Calls = size.MaxCalls, 2 }},
		{"calls", func(r *size.Rounds) { r.Classes[1].Calls = 0 }},
		{"calls", func(r *size.Rounds) { r.Classes[1].Calls = math.MaxInt }},
		{"hold", func(r *size.Rounds) { r.Classes[1].Hold = -1 }},
		{"slots", func(r *size.Rounds) { r.Classes[1].Slots = 0 }},
		{"the number of classes", func(r *size.Rounds) { r.Classes = r.Classes[:1] }},
	} {
		r := size.DefaultRounds()
		bad.change(&r)
		_, _, err := r.Simulate()
		check(bad.param, err)
	}
	for _, bad := range []struct {
		param  string
		change func(*size.Breaker)
	}{
		{"window", func(b *size.Breaker) { b.Window = 0 }},
		{"minimum", func(b *size.Breaker) { b.Minimum = -1 }},
		{"percent", func(b *size.Breaker) { b.Percent = math.NaN() }},
		{"percent", func(b *size.Breaker) { b.Percent = 0 }},
		{"percent", func(b *size.Breaker) { b.Percent = 101 }},
		{"blocked", func(b *size.Breaker) { b.Blocked = 0 }},
		{"probes", func(b *size.Breaker) { b.Probes = math.MaxInt }},
	} {
		b := size.DefaultBreaker()
		bad.change(&b)
		_, err := b.Run(size.DefaultOutcomes())
		check(bad.param, err)
	}
	_, err := size.DefaultBreaker().Run(nil)
	check("the number of calls", err)
}

// TestLargest: what is within the bounds ends, soon, and does not overflow.
func TestLargest(t *testing.T) {
	if testing.Short() {
		t.Skip("a second for each simulation")
	}
	w := size.DefaultWhatIf()
	w.Rate, w.Run, w.Slots, w.Queue = size.MaxCalls, time.Second, 10, size.MaxSlots
	w.Service, w.Slow, w.From, w.To, w.Timeout = size.MaxStep, size.MaxStep, 0, time.Second, size.MaxStep
	shared, _, err := w.Simulate()
	if want := size.MaxStep * size.MaxCalls / 10; err != nil || shared.Accepted != size.MaxCalls || shared.Longest > want || shared.Longest < want-time.Second {
		t.Errorf("%+v, %v", shared, err)
	}
	r := size.DefaultRecovery()
	r.Rate, r.Service, r.Run, r.Queue, r.Slow = 10_000, 99*time.Microsecond, 32*time.Second, size.MaxSlots, 19*time.Second
	if got, err := r.Simulate(); err != nil || got.Recovered {
		t.Errorf("%+v, %v", got, err)
	}
	rounds := size.DefaultRounds()
	rounds.Rounds = size.MaxCalls / 4
	if _, _, err := rounds.Simulate(); err != nil {
		t.Error(err)
	}
}
