package size

import (
	"fmt"
	"math"
	"time"
)

// A Wait is what calls meet that come at random to a pool of slots with a queue.
type Wait struct {
	Load  float64 // erlang: how many slots are in use on average
	Slots int
	// Stable is false where the load is not below the slots: every call waits, and
	// longer and longer. The fields below then say nothing but that.
	Stable      bool
	Probability float64       // that a call has to wait; 0 where it is too small for a float64
	Log10       float64       // the logarithm of that, which is always there
	Mean        time.Duration // the wait on average over all calls, those that wait not at all included
}

// ErlangC gives the wait of rate calls a second, each of which holds one of slots for
// service on average. Arrivals and holding times are random (Poisson, exponential), and
// nobody gives up.
func ErlangC(slots int, rate float64, service time.Duration) (Wait, error) {
	err := first(checkCount("slots", slots, 1, MaxSlots), checkRate("rate", rate), checkDuration("service", service))
	if err != nil {
		return Wait{}, err
	}
	return erlangC(slots, rate*float64(service)/float64(time.Second), service), nil
}

func erlangC(slots int, load float64, service time.Duration) Wait {
	if load >= float64(slots) {
		return Wait{Load: load, Slots: slots, Probability: 1}
	}
	// 1/B, the inverse of Erlang's loss formula, is kept as inverse × 10^exponent. No
	// power and no factorial is formed, so that nothing overflows.
	inverse, exponent := 1.0, 0
	for k := 1; k <= slots; k++ {
		if exponent == 0 {
			inverse = 1 + float64(k)/load*inverse
		} else {
			inverse *= float64(k) / load // the 1 is long since too small to count
		}
		if inverse > 1e100 {
			inverse /= 1e100
			exponent += 100
		}
	}
	// C = 1 / (u + (1 - u)/B), where u is the share of slots in use.
	u := load / float64(slots)
	w := Wait{Load: load, Slots: slots, Stable: true}
	if exponent == 0 {
		w.Log10 = -math.Log10(u + (1-u)*inverse)
		w.Probability = 1 / (u + (1-u)*inverse)
	} else {
		w.Log10 = -math.Log10((1-u)*inverse) - float64(exponent)
		w.Probability = math.Pow(10, w.Log10)
	}
	w.Mean = nanoseconds(w.Probability * float64(service) / (float64(slots) - load))
	return w
}

// nanoseconds gives a duration, the longest there is where it would not fit.
func nanoseconds(ns float64) time.Duration {
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// Shared compares a pool of its own with one that it shares.
type Shared struct {
	Own    Wait // the pool by itself
	Shared Wait // all pools made into one, with the load of all of them
}

// ShareWait puts a pool of slots that gets rate calls a second beside pools-1 others of the
// same size that get others calls a second each. Shared, the busy one waits less: that is
// what dividing costs, and WhatIf shows what it buys.
func ShareWait(pools, slots int, rate, others float64, service time.Duration) (Shared, error) {
	own, err := ErlangC(slots, rate, service)
	if err == nil {
		err = checkCount("pools", pools, 2, MaxSlots)
	}
	if err == nil && pools > MaxSlots/slots {
		is := fmt.Sprintf("%d of %d slots each, which is too much", pools, slots)
		err = paramError("pools", is, "less: %d slots in all are the limit", MaxSlots)
	}
	if err == nil {
		err = checkRate("others", others)
	}
	if err != nil {
		return Shared{}, err
	}
	all := (rate + float64(pools-1)*others) * float64(service) / float64(time.Second)
	return Shared{own, erlangC(pools*slots, all, service)}, nil
}
