package cli

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/size"
)

// sizeFormulas are the questions that a formula answers.
func sizeFormulas() []sizeQuestion {
	return []sizeQuestion{
		{
			name: "queue", about: "how many may wait and still be served in time",
			needs: []string{"timeout", "service"}, example: "-timeout 200ms -service 16ms -safety 0.8",
			define: sizeQueue,
		},
		{
			name: "pool", about: "how many slots or connections a rate of calls needs",
			needs: []string{"rate", "p99"}, example: "-rate 500 -p99 20ms -margin 2",
			define: sizePool,
		},
		{
			name: "wait", about: "how many calls wait for a slot, in a pool of their own and in a shared one",
			needs: []string{"slots", "rate", "service"}, example: "-slots 20 -rate 1600 -service 10ms -pools 10 -others 200",
			define: sizeWait,
		},
		{
			name: "slots", about: "how many calls a second get through while each waits for its timeout",
			needs: []string{"slots", "timeout"}, example: "-slots 20 -timeout 3s",
			define: sizeSlots,
		},
		{
			name: "attempts", about: "how many calls nested retries make of one", args: "ATTEMPTS...",
			example: "2 2 3", define: sizeAttempts,
		},
	}
}

func sizeQueue(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	var timeout, service time.Duration
	safety := 0.8
	timeVar(fs, &timeout, "timeout", "`TIME` that callers wait")
	timeVar(fs, &service, "service", "`TIME` to serve one; with n workers, an n-th of it")
	numberVar(fs, &safety, "safety", "`PART` of the timeout that may be spent waiting, between 0 and 1")
	return func([]string) (sizeAnswer, error) {
		q, err := size.QueueLength(timeout, service, safety)
		if err != nil {
			return sizeAnswer{}, err
		}
		down := ""
		if q.Exact != float64(q.Items) {
			down = fmt.Sprintf("%s, rounded down: ", plain(significant(q.Exact, 4)))
		}
		text := fmt.Sprintf("queue length = timeout ÷ service × safety = %s ÷ %s × %s = %s%d\n", timeout, service, plain(safety), down, q.Items)
		if q.Items > 0 {
			text += fullQueue(q.Items, service, q.Answered, timeout)
		} else {
			text += "there is no time to wait: refuse what finds no free worker\n"
		}
		return sizeAnswer{text, struct {
			Exact      float64 `json:"exact"`
			Length     int     `json:"length"`
			FullWaitMS float64 `json:"full_queue_wait_ms"`
		}{q.Exact, q.Items, millis(q.Answered)}}, nil
	}
}

// fullQueue is the line that says whether a full queue is of use.
func fullQueue(length int, service, answered, timeout time.Duration) string {
	verdict := "in time"
	if answered > timeout {
		verdict = "too late"
	}
	return fmt.Sprintf("the last in a full queue is answered after (%d + 1) × %s = %s, callers wait %s: %s\n",
		length, service, answered, timeout, verdict)
}

func sizePool(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	var rate float64
	var p99 time.Duration
	margin := 2.0
	numberVar(fs, &rate, "rate", "`CALLS` a second")
	timeVar(fs, &p99, "p99", "`TIME` that 99 of 100 calls take at most")
	numberVar(fs, &margin, "margin", "`FACTOR` of room above that, 1.5 to 2 as a rule")
	return func([]string) (sizeAnswer, error) {
		p, err := size.PoolSize(rate, p99, margin)
		if err != nil {
			return sizeAnswer{}, err
		}
		up := ""
		if p.Exact != float64(p.Slots) {
			up = fmt.Sprintf("%s, rounded up: ", plain(significant(p.Exact, 4)))
		}
		text := fmt.Sprintf("pool size = rate × P99 × margin = %s/s × %s × %s = %s%d\n", plain(rate), p99, plain(margin), up, p.Slots)
		text += fmt.Sprintf("in flight while every call takes %s: %s/s × %s = %s\n", p99, plain(rate), p99, plain(significant(p.InUse, 4)))
		return sizeAnswer{text, struct {
			InFlight float64 `json:"in_flight"`
			Exact    float64 `json:"exact"`
			Slots    int     `json:"slots"`
		}{p.InUse, p.Exact, p.Slots}}, nil
	}
}

// jsonWait has nulls where there is no number: of a wait without bound.
type jsonWait struct {
	Slots       int      `json:"slots"`
	Erlang      float64  `json:"erlang"`
	Bounded     bool     `json:"bounded"`
	Probability float64  `json:"probability"`
	Log10       *float64 `json:"log10_probability"`
	MeanMS      *float64 `json:"mean_wait_ms"`
}

func toJSONWait(w size.Wait) jsonWait {
	out := jsonWait{Slots: w.Slots, Erlang: w.Load, Bounded: w.Stable, Probability: w.Probability}
	if w.Stable {
		mean := millis(w.Mean)
		out.Log10, out.MeanMS = &w.Log10, &mean
	}
	return out
}

func sizeWait(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	var slots, pools int
	var rate, others float64
	var service time.Duration
	countVar(fs, &slots, "slots", "`SLOTS` of the pool")
	numberVar(fs, &rate, "rate", "`CALLS` a second")
	timeVar(fs, &service, "service", "`TIME` that a call holds its slot, on average")
	countVar(fs, &pools, "pools", "how many `POOLS` of that size could be made into one; shows that, too")
	numberVar(fs, &others, "others", "`CALLS` a second to each of the other pools, else as many as -rate; needs -pools")
	return func([]string) (sizeAnswer, error) {
		given := map[string]bool{}
		fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
		if given["others"] && !given["pools"] {
			return sizeAnswer{}, errors.New("-others says nothing without -pools; write both")
		}
		own := fmt.Sprintf("own pool, %d slots: %s/s × %s = ", slots, plain(rate), service)
		if !given["pools"] {
			w, err := size.ErlangC(slots, rate, service)
			if err != nil {
				return sizeAnswer{}, err
			}
			return sizeAnswer{own + waiting(w), struct {
				Own jsonWait `json:"own"`
			}{toJSONWait(w)}}, nil
		}
		if !given["others"] {
			others = rate
		}
		s, err := size.ShareWait(pools, slots, rate, others, service)
		if err != nil {
			return sizeAnswer{}, err
		}
		shared := fmt.Sprintf("shared pool, %d slots: (%s/s + %d × %s/s) × %s = ", s.Shared.Slots, plain(rate), pools-1, plain(others), service)
		return sizeAnswer{own + waiting(s.Own) + shared + waiting(s.Shared), struct {
			Own    jsonWait `json:"own"`
			Shared jsonWait `json:"shared"`
		}{toJSONWait(s.Own), toJSONWait(s.Shared)}}, nil
	}
}

// waiting is the rest of a line.
func waiting(w size.Wait) string {
	load := plain(significant(w.Load, 6))
	if !w.Stable {
		return fmt.Sprintf("%s erlang; every call waits, longer and longer, with no bound\n", load)
	}
	return fmt.Sprintf("%s erlang; %s of the calls wait, the mean over all is %s\n", load, probability(w), inMillis(w.Mean))
}

// probability writes it in per cent, or as a power of ten where it is very small.
func probability(w size.Wait) string {
	if w.Probability >= 1e-6 {
		return plain(significant(100*w.Probability, 3)) + " %"
	}
	exponent := math.Floor(w.Log10)
	digit := math.Round(math.Pow(10, w.Log10-exponent))
	if digit == 10 {
		digit, exponent = 1, exponent+1
	}
	return fmt.Sprintf("%.0fe%.0f", digit, exponent)
}

func sizeSlots(fs *flag.FlagSet) func([]string) (sizeAnswer, error) {
	var slots int
	var timeout time.Duration
	countVar(fs, &slots, "slots", "`SLOTS` of the pool")
	timeVar(fs, &timeout, "timeout", "`TIME` that each call holds its slot")
	return func([]string) (sizeAnswer, error) {
		rate, err := size.SlotRate(slots, timeout)
		if err != nil {
			return sizeAnswer{}, err
		}
		text := fmt.Sprintf("%d slots ÷ %s = %s calls/s\n", slots, timeout, about(rate))
		return sizeAnswer{text, struct {
			Rate float64 `json:"rate"`
		}{rate}}, nil
	}
}

func sizeAttempts(*flag.FlagSet) func([]string) (sizeAnswer, error) {
	return func(args []string) (sizeAnswer, error) {
		layers := []int{}
		for _, arg := range args {
			n, err := strconv.Atoi(arg)
			if err != nil {
				return sizeAnswer{}, fmt.Errorf("%q is no number of attempts; write a whole number for each layer", arg)
			}
			layers = append(layers, n)
		}
		product, err := size.Attempts(layers)
		if err != nil {
			return sizeAnswer{}, err
		}
		text := fmt.Sprintf("%s = %d attempts for one request\n", strings.Join(args, " × "), product)
		return sizeAnswer{text, struct {
			Layers   []int `json:"layers"`
			Attempts int64 `json:"attempts"`
		}{layers, product}}, nil
	}
}
