package driver

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestLink(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"service/main.go", "package main\n\n//note main service\n\nimport (\n\t\"ex.com/m/both\"\n\t\"ex.com/m/lib\"\n)\n\nfunc main() { both.Both(); lib.Lib() }\n",
		"tool/main.go", "package main\n\n//note main oneshot\n\nimport (\n\t\"ex.com/m/both\"\n\t\"ex.com/m/only\"\n)\n\nfunc main() { both.Both(); only.Only() }\n",
		"both/both.go", "package both\n\nfunc Both() {}\n\nfunc UnlessX() {}\n\nfunc UnlessY() {}\n",
		// Of another program: what it sets says nothing of the service.
		"other/other.go", "package other\n\n//note knob Y\n",
		"only/only.go", "package only\n\nfunc Only() {}\n",
		"lib/lib.go", "package lib\n\n//note knob X\n\nfunc Lib() {}\n\n//at ex.com/m/both both.go 3\n\n//at ex.com/m/both both.go 3\n\n//at example.org/outside x.go 1\n")
	got := show(dir, runIn(t, dir, nil))
	wantLines(t, got, "service/main.go:10 main", "both/both.go:3 Both", "both/both.go:7 UnlessY", "lib/lib.go:5 Lib", "both/both.go:3 elsewhere")
	for _, not := range []string{"only.go", "tool/main.go", "UnlessX", "x.go"} {
		if strings.Contains(got, not) {
			t.Errorf("%s is there:\n%s", not, got)
		}
	}
	if n := strings.Count(got, "\n"); n != 5 {
		t.Errorf("%d lines:\n%s", n, got)
	}
	// Where no main is in sight nothing is known of services.
	wantLines(t, show(dir, runIn(t, dir, func(o *Options) { o.Patterns = []string{"./only"} })), "only/only.go:3 Only")
}

// TestPrograms joins notes by hand: a and b are imported by main, c by nobody.
func TestPrograms(t *testing.T) {
	a, b, c := &node{path: "a"}, &node{path: "b"}, &node{path: "c"}
	main := &node{path: "main", deps: []*node{a, b}}
	p := newPrograms([]*node{a, b, c, main})
	for n, notes := range map[*node][]string{
		a: {"knob X"},
		b: {},
		c: {"knob Y"},
	} {
		for _, s := range notes {
			p.note(n, s)
		}
	}
	for _, tt := range []struct {
		n    *node
		cond string
		want bool
	}{
		{b, "X", true}, {c, "X", false}, {a, "Y", false}, {b, "X !Y", true}, {b, "knob X", true}, {main, "X", true},
	} {
		if got := p.holds(tt.n, tt.cond); got != tt.want {
			t.Errorf("holds(%s, %q) = %v", tt.n.path, tt.cond, got)
		}
	}
}

// TestOtherResults holds that analyzers whose result is no set, or none, do no harm.
func TestOtherResults(t *testing.T) {
	dir := chain(t)
	none := &analysis.Analyzer{Name: "none", Doc: "toy", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	res := runIn(t, dir, func(o *Options) { o.Analyzers = []*analysis.Analyzer{none} })
	if len(res.Set.Findings)+len(res.Problems) != 0 {
		t.Error(show(dir, res))
	}
}
