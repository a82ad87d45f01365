package finding_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// ordered are findings that each differ from the next in one thing, in their order.
func ordered() []finding.Finding {
	at := func(pkg, file string, line, column int) finding.Location {
		return finding.Location{Pkg: pkg, File: file, Line: line, Column: column}
	}
	f := func(l finding.Location, code, message string, c finding.Confidence, path ...trace.Step) finding.Finding {
		return finding.Finding{Location: l, Code: code, Message: message, Confidence: c, Trace: path}
	}
	a := at("", "a.go", 2, 5)
	step := trace.Step{Kind: trace.Call, Pkg: "p", File: "f.go", Line: 1, Col: 1, Func: "f", Note: "g"}
	with := func(change func(*trace.Step)) trace.Step {
		s := step
		change(&s)
		return s
	}
	return []finding.Finding{
		f(at("", "a.go", 2, 4), "z/z", "z", finding.Low),
		f(a, "a/a", "a", finding.High),
		f(a, "a/a", "a", finding.High, step),
		f(a, "a/a", "a", finding.High, step, step),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.Note = "h" })),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.Func = "g" })),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.Kind = trace.Use })),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.Col = 2 })),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.Line = 10 })),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.File = "g.go" })),
		f(a, "a/a", "a", finding.High, with(func(s *trace.Step) { s.Pkg = "q" })),
		f(a, "a/a", "a", finding.Medium),
		f(a, "a/a", "a", finding.Low),
		f(a, "a/a", "b", finding.High),
		f(a, "a/b", "a", finding.High),
		f(at("", "a.go", 2, 40), "a/a", "a", finding.High),
		f(at("", "a.go", 10, 1), "a/a", "a", finding.High),
		f(at("", "b.go", 1, 1), "a/a", "a", finding.High),
		f(at("m", "a.go", 1, 1), "a/a", "a", finding.High),
	}
}

// TestCompare: a total order, so that sorting gives the same whatever the order before.
func TestCompare(t *testing.T) {
	want := ordered()
	for i, a := range want {
		for j, b := range want {
			got := finding.Compare(a, b)
			if got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("Compare of %d and %d is %d", i, j, got)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		got := ordered()
		r.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, finding.Compare)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	}
}

func TestRank(t *testing.T) {
	for i, c := range []finding.Confidence{finding.High, finding.Medium, finding.Low, "sure"} {
		if c.Rank() != i {
			t.Errorf("%q has rank %d, want %d", c, c.Rank(), i)
		}
	}
}

func TestAdd(t *testing.T) {
	s := finding.Set{Notes: []string{"a"}}
	s.Add(&finding.Set{
		Findings:   []finding.Finding{{Code: "a/a"}},
		Directives: []finding.Directive{{Text: "//lint:ignore a b"}},
		Faults:     []finding.Fault{{Message: "m"}},
		Notes:      []string{"b"},
	})
	s.Add(&finding.Set{})
	want := finding.Set{
		Findings:   []finding.Finding{{Code: "a/a"}},
		Directives: []finding.Directive{{Text: "//lint:ignore a b"}},
		Faults:     []finding.Fault{{Message: "m"}},
		Notes:      []string{"a", "b"},
	}
	if d := cmp.Diff(want, s); d != "" {
		t.Error(d)
	}
}
