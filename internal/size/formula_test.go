package size_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/resilint/resilint/internal/size"
)

const ms = time.Millisecond

func TestQueueLength(t *testing.T) {
	for _, test := range []struct {
		timeout, service time.Duration
		safety           float64
		items            int
	}{
		{200 * ms, 16 * ms, 0.8, 10},
		{100 * ms, ms, 0.29, 29}, // 28.999… in binary
		{100 * ms, ms, 0.7, 70},
		{16 * ms, 200 * ms, 0.8, 0},
		{time.Hour, 1, 0.999, 3_596_400_000_000},
		{math.MaxInt64 / 2, math.MaxInt64 / 2, 0.5, 0},
		{math.MaxInt64 / 2, 1, 0.5, math.MaxInt64 / 4},
	} {
		got, err := size.QueueLength(test.timeout, test.service, test.safety)
		if err != nil || got.Items != test.items {
			t.Errorf("%v: %+v, %v", test, got, err)
		}
		if got.Answered != time.Duration(test.items+1)*test.service || got.Answered <= 0 {
			t.Errorf("%v: answered after %v", test, got.Answered)
		}
	}
}

func TestPoolSize(t *testing.T) {
	for _, test := range []struct {
		rate   float64
		p99    time.Duration
		margin float64
		slots  int
	}{
		{500, 20 * ms, 2, 20},
		{500, 20 * ms, 1.5, 15},
		{10, 100 * ms, 1.1, 2},   // 1.1 rounds up
		{100, 70 * ms, 1.1, 8},   // 7.7
		{100, 100 * ms, 1.1, 11}, // 11.000… in binary
		{0.001, ms, 1, 1},
	} {
		got, err := size.PoolSize(test.rate, test.p99, test.margin)
		if err != nil || got.Slots != test.slots {
			t.Errorf("%v: %+v, %v", test, got, err)
		}
	}
}

func TestSlotRate(t *testing.T) {
	for _, test := range []struct {
		timeout time.Duration
		want    float64
	}{{3 * time.Second, 20.0 / 3}, {500 * ms, 40}} {
		if got, err := size.SlotRate(20, test.timeout); err != nil || got != test.want {
			t.Errorf("20 slots, %s: %v, %v", test.timeout, got, err)
		}
	}
}

func TestAttempts(t *testing.T) {
	for _, test := range []struct {
		layers []int
		want   int64
	}{
		{[]int{2, 2, 3}, 12},
		{[]int{4, 4, 4}, 64},
		{[]int{3, 3, 3, 3, 3}, 243},
		{[]int{1}, 1},
		{[]int{math.MaxInt64, 1}, math.MaxInt64},
	} {
		if got, err := size.Attempts(test.layers); err != nil || got != test.want {
			t.Errorf("%v: %d, %v", test.layers, got, err)
		}
	}
}

// TestErlangC: against values worked out in exact fractions.
func TestErlangC(t *testing.T) {
	for _, test := range []struct {
		slots int
		rate  float64 // of 10 ms
		want  float64
		mean  time.Duration
	}{
		{20, 800, 0.000264949314472341509, 220 * time.Nanosecond},
		{20, 1600, 0.256077793839057924, 640194 * time.Nanosecond},
		{200, 3400, 5.17373632288571e-84, 0},
		{1, 50, 0.5, 10 * ms},
	} {
		got, err := size.ErlangC(test.slots, test.rate, 10*ms)
		if err != nil || !got.Stable || math.Abs(got.Probability/test.want-1) > 1e-11 {
			t.Errorf("%v: %+v, %v", test, got, err)
		}
		if math.Abs(got.Log10-math.Log10(test.want)) > 1e-11 || got.Mean != test.mean {
			t.Errorf("%v: %+v", test, got)
		}
	}
}

// TestErlangCFar: where a float64 holds neither the probability nor the powers that the
// textbook's form is made of.
func TestErlangCFar(t *testing.T) {
	got, err := size.ErlangC(1000, 10_000, 10*ms)
	if err != nil || got.Probability != 0 || got.Mean != 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	// 100 erlang in 1000 slots: e^-100 × 100^1000/1000! × 1/(1 - 0.1), times P0's e^100.
	lgamma, _ := math.Lgamma(1001)
	want := (-100 + 1000*math.Log(100) - lgamma - math.Log(0.9)) / math.Ln10
	if math.Abs(got.Log10-want) > 1e-6 {
		t.Errorf("10^%v, want 10^%v", got.Log10, want)
	}
	full, err := size.ErlangC(size.MaxSlots, size.MaxSlots-1, time.Second)
	if err != nil || !(full.Probability > 0.999 && full.Probability < 1) {
		t.Errorf("%+v, %v", full, err)
	}
}

func TestErlangCUnbounded(t *testing.T) {
	if got, err := size.ErlangC(20, 1e-7, math.MaxInt64/2); err != nil || got.Stable {
		t.Errorf("a call of 146 years: %+v, %v", got, err)
	}
	for _, rate := range []float64{2000, 1e9} {
		got, err := size.ErlangC(20, rate, 10*ms)
		if err != nil || got.Stable || got.Probability != 1 || got.Mean != 0 {
			t.Errorf("%v/s: %+v, %v", rate, got, err)
		}
	}
}

func TestShareWait(t *testing.T) {
	got, err := size.ShareWait(10, 20, 1600, 200, 10*ms)
	if err != nil {
		t.Fatal(err)
	}
	if got.Own.Load != 16 || got.Shared.Load != 34 || got.Shared.Slots != 200 {
		t.Errorf("%+v", got)
	}
	if p := got.Shared.Probability; p < 4.5e-84 || p > 5.5e-84 {
		t.Errorf("shared: %v", p)
	}
}

// TestBadInput: what makes no sense is refused, with the name of the parameter and with
// what to write instead.
func TestBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for param, errs := range map[string][]error{
		"timeout": {
			second(size.QueueLength(0, ms, 0.8)), second(size.QueueLength(-ms, ms, 0.8)),
			second(size.SlotRate(20, 0)),
		},
		"service": {
			second(size.QueueLength(ms, 0, 0.8)), second(size.ErlangC(20, 1, 0)), second(size.ErlangC(20, 1, math.MinInt64)), second(size.ErlangC(20, 1, math.MaxInt64)),
		},
		"safety": {
			second(size.QueueLength(ms, ms, nan)), second(size.QueueLength(ms, ms, inf)), second(size.QueueLength(ms, ms, 0)),
			second(size.QueueLength(ms, ms, -1)), second(size.QueueLength(ms, ms, 1)), second(size.QueueLength(ms, ms, 80)),
		},
		"rate": {
			second(size.PoolSize(0, ms, 2)), second(size.PoolSize(-1, ms, 2)), second(size.PoolSize(nan, ms, 2)),
			second(size.PoolSize(inf, ms, 2)), second(size.PoolSize(1e9, time.Hour, 2)), second(size.PoolSize(1e9, math.MaxInt64/2, 100)), second(size.PoolSize(math.SmallestNonzeroFloat64, ms, 2)),
			second(size.ErlangC(20, nan, ms)), second(size.ErlangC(20, -1, ms)), second(size.ErlangC(20, math.SmallestNonzeroFloat64, ms)),
		},
		"p99":    {second(size.PoolSize(1, 0, 2)), second(size.PoolSize(1, -ms, 2))},
		"margin": {second(size.PoolSize(1, ms, nan)), second(size.PoolSize(1, ms, 0.9)), second(size.PoolSize(1, ms, inf))},
		"slots": {
			second(size.SlotRate(0, ms)), second(size.SlotRate(-1, ms)), second(size.SlotRate(math.MaxInt, ms)),
			second(size.ErlangC(0, 1, ms)), second(size.ErlangC(size.MaxSlots+1, 1, ms)),
		},
		"pools":              {second(size.ShareWait(1, 20, 1, 1, ms)), second(size.ShareWait(math.MaxInt, 20, 1, 1, ms)), second(size.ShareWait(-1, 20, 1, 1, ms)), second(size.ShareWait(2, size.MaxSlots, 1, 1, ms))},
		"others":             {second(size.ShareWait(2, 20, 1, nan, ms)), second(size.ShareWait(2, 20, 1, -1, ms))},
		"a layer's attempts": {second(size.Attempts([]int{2, 0})), second(size.Attempts([]int{-2, 2}))},
		"the product":        {second(size.Attempts([]int{1 << 32, 1 << 31})), second(size.Attempts([]int{math.MaxInt, 2}))},
		"the list of layers": {second(size.Attempts(nil))},
	} {
		for i, err := range errs {
			if err == nil || !strings.HasPrefix(err.Error(), param+" is ") || !strings.Contains(err.Error(), "; write ") {
				t.Errorf("%s, %d: %v", param, i, err)
			}
		}
	}
}

// second is the error of a function with an answer.
func second[T any](_ T, err error) error { return err }
