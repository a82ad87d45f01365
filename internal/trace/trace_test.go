package trace_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/resilint/resilint/internal/trace"
)

// steps makes n steps whose lines count from first.
func steps(first, n int) []trace.Step {
	var out []trace.Step
	for i := range n {
		out = append(out, trace.Step{Kind: trace.Call, Pkg: "p", File: "f.go", Line: first + i})
	}
	return out
}

func lines(path []trace.Step) []int {
	var out []int
	for _, s := range path {
		out = append(out, s.Line)
	}
	return out
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		a, b int // how many steps
		want []int
	}{
		{0, 0, nil},
		{1, 0, []int{1}},
		{0, 2, []int{101, 102}},
		{2, 2, []int{1, 2, 101, 102}},
		{4, 4, []int{1, 2, 3, 4, 101, 102, 103, 104}},
		{4, 5, []int{1, 2, 3, 4, 102, 103, 104, 105}}, // the ends are kept
		{1, 20, []int{1, 101, 102, 103, 117, 118, 119, 120}},
		{20, 1, []int{1, 2, 3, 4, 18, 19, 20, 101}},
	} {
		a, b := steps(1, c.a), steps(101, c.b)
		got := trace.Join(a, b)
		if !slices.Equal(lines(got), c.want) || len(got) > trace.MaxSteps {
			t.Errorf("Join of %d and %d steps: %v, want %v", c.a, c.b, lines(got), c.want)
		}
		if !slices.Equal(a, steps(1, c.a)) || !slices.Equal(b, steps(101, c.b)) {
			t.Errorf("Join of %d and %d steps changed what it was given", c.a, c.b)
		}
	}
}

// TestJoinCopies: paths share no memory, since facts keep them.
func TestJoinCopies(t *testing.T) {
	a := steps(1, 3)
	joined := trace.Join(a[:1], nil)
	joined = append(joined, trace.Step{Line: 99})
	joined[0].Line = 98
	if !slices.Equal(a, steps(1, 3)) {
		t.Errorf("the path it was made from is now %v", lines(a))
	}
}

// TestJSON holds the names of the fields, which users of -f json depend on.
func TestJSON(t *testing.T) {
	full := trace.Step{Kind: trace.Outbound, Func: "store.load", Pkg: "m/store", File: "s.go", Line: 4, Col: 2, Note: "sql.DB.Query"}
	for _, c := range []struct {
		step trace.Step
		want string
	}{
		{full, `{"kind":"outbound","func":"store.load","package":"m/store","file":"s.go","line":4,"column":2,"note":"sql.DB.Query"}`},
		{trace.Step{Kind: trace.Entry}, `{"kind":"entry","package":"","file":"","line":0,"column":0}`},
	} {
		got, err := json.Marshal(c.step)
		if err != nil || string(got) != c.want {
			t.Errorf("got %s, %v, want %s", got, err, c.want)
		}
	}
}
