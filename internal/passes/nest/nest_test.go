package nest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

func factor(n attempts.Number) Factor { return Factor{In: "a.F", By: ByLoop, Attempts: n} }

func TestJudge(t *testing.T) {
	limits := Limits{Nested: 1, Amplify: 10}
	three, five := factor(attempts.Of(3)), factor(attempts.Of(5))
	for _, tt := range []struct {
		name string
		c    Chain
		kind string
		conf finding.Confidence
	}{
		{"one layer", Chain{Factors: []Factor{three}}, "", ""},
		{"one attempt", Chain{Factors: []Factor{three, factor(attempts.Once)}}, "", ""},
		{"two", Chain{Factors: []Factor{three, five}}, "nested", finding.High},
		{"three", Chain{Factors: []Factor{three, five, five}}, "amplify", finding.High},
		{"one of several", Chain{Factors: []Factor{three, five}, Maybe: true, Behind: []string{"b.T, one of 2, behind a.I"}}, "nested", finding.Medium},
		{"one of several that goes nowhere", Chain{Factors: []Factor{three, five}, Maybe: true, Opaque: true, Behind: []string{"b.T"}}, "nested", finding.Low},
		{"for ever", Chain{Factors: []Factor{factor(attempts.Forever), five}}, "nested", finding.Low},
		{"a setting", Chain{Factors: []Factor{factor(attempts.Setting("n")), five}}, "nested", finding.Medium},
	} {
		v, ok := limits.Judge(tt.c)
		if ok != (tt.kind != "") || v.Kind != tt.kind || v.Confidence != tt.conf {
			t.Errorf("%s: %+v, %v", tt.name, v, ok)
		}
	}
	v, _ := limits.Judge(Chain{Factors: []Factor{three, five}, Callee: "http.Client.Do", Behind: []string{"b.T behind a.I"}})
	want := "one call may send 3 × 5 = 15 requests: a.F (loop ×3) → a.F (loop ×5) → http.Client.Do, with b.T behind a.I; let one layer retry, the one that knows what the error means"
	if v.Message != want {
		t.Errorf("got  %s\nwant %s", v.Message, want)
	}
}

func TestCodec(t *testing.T) {
	in := Open{Limits{1, 10}, []Chain{
		{Factors: []Factor{factor(attempts.For(time.Second)), {In: "b.G", By: "retry.Do", Attempts: attempts.UntilCtx, Quick: true, Default: true}},
			Callee: "a.I.M", Hole: "m@i  n", Maybe: true, Path: []trace.Step{{Kind: trace.Retry, Func: "a.F", Pkg: "a", File: "a.go", Line: 1, Col: 2, Note: "loop"}}},
		{Opaque: true},
	}}
	out, ok := DecodeOpen(in.Encode())
	if d := cmp.Diff(in, out); d != "" || !ok {
		t.Error(ok, d)
	}
	chains, ok := DecodeChains(EncodeChains(in.Chains))
	if d := cmp.Diff(in.Chains, chains); d != "" || !ok {
		t.Error(ok, d)
	}
	for _, bad := range []string{"", "\xff", in.Encode()[:20]} {
		if _, ok := DecodeOpen(bad); ok {
			t.Errorf("%q is accepted", bad)
		}
	}
}
