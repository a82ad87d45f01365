package attempts

import (
	"testing"
	"time"
)

func TestProduct(t *testing.T) {
	least := Number{Kind: AtLeast, N: 2}
	most := Number{Kind: AtMost, N: 5}
	for _, c := range []struct {
		factors []Number
		want    string
	}{
		{[]Number{Of(2), Of(2), Of(3)}, "2 × 2 × 3 = 12"},
		{[]Number{Of(3), Of(5)}, "3 × 5 = 15"},
		{[]Number{Of(4), Of(4), Of(4)}, "4 × 4 × 4 = 64"},
		{[]Number{Of(3), Of(3), Of(3), Of(3), Of(3)}, "3 × 3 × 3 × 3 × 3 = 243"},
		{[]Number{Of(5), UntilCtx}, "5 × unbounded"},
		{[]Number{Setting("MaxRetries"), Of(3)}, "MaxRetries × 3 = at least 3"},
		{[]Number{{}, Of(3)}, "n × 3 = at least 3"},
		{[]Number{For(15 * time.Minute), Of(3)}, "for 15m × 3 = at least 3"},
		{[]Number{For(0), Of(3)}, "time-bound × 3 = at least 3"},
		{[]Number{least, Of(3)}, "at least 2 × 3 = at least 6"},
		{[]Number{most, Of(3)}, "at most 5 × 3 = at most 15"},
		{[]Number{most, least}, "at most 5 × at least 2 = at least 2"},
		{[]Number{Of(3)}, "3"},
	} {
		if _, got := Product(c.factors...); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestProductNeverOverflows(t *testing.T) {
	big := Of(1 << 40)
	n, _ := Product(big, big)
	if n.N <= 0 || n.N < 1<<40 {
		t.Errorf("got %v", n)
	}
}

func TestWith(t *testing.T) {
	p := Number{Kind: FromParam, Param: 1, Add: 1}
	if got := p.With(Of(3)); got != Of(4) {
		t.Errorf("got %v, want 4", got)
	}
	if got := p.With(Setting("x")); got.Kind != Unknown || got.Name != "x" {
		t.Errorf("got %+v", got)
	}
	if got := p.With(Number{Kind: FromParam, Param: 0, Add: 2}); got.Add != 3 || got.Param != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		n    Number
		want bool
	}{
		{Once, false}, {Of(2), true}, {Of(0), false}, {Number{}, false}, {Forever, true},
		{For(0), true}, {Number{Kind: AtMost, N: 1}, false}, {Number{Kind: FromParam}, false},
	} {
		if got := c.n.Repeats(); got != c.want {
			t.Errorf("%v: got %v", c.n, got)
		}
	}
}

func TestLess(t *testing.T) {
	order := []Number{{}, Of(2), Of(5), For(time.Minute), UntilCtx, Forever}
	for i := range order {
		for j := range order {
			if got := order[i].Less(order[j]); got != (i < j) {
				t.Errorf("%v < %v: got %v", order[i], order[j], got)
			}
		}
	}
}
