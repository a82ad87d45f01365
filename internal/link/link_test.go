package link

import (
	"fmt"
	"strings"
	"testing"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/passes/wiring"
	"github.com/resilint/resilint/internal/trace"
)

// The packages of the tests: caller and below are wired by main, stranger by nobody.
const (
	caller = iota
	below
	main
	stranger
)

func share(a, b int) bool { return a == b || a != stranger && b != stranger }

// puts is the note of a package that puts types behind I, which has the methods m1 and m2.
func puts(into, value string, types ...string) string {
	p := &wiring.Package{Ifaces: []wiring.Iface{{ID: "I", Methods: []string{"m1", "m2"}}}}
	for i, t := range types {
		p.Puts = append(p.Puts, wiring.Put{Type: t, Iface: "I", Into: into, Value: value, Name: "p." + t, Away: true,
			At: trace.Step{Kind: trace.Store, Pkg: "main", File: "main.go", Line: i + 1}})
	}
	return p.Note()
}

func flows(into, from string) string {
	return (&wiring.Package{Flows: []wiring.Flow{{Into: into, From: from}}}).Note()
}

func chain(n int, hole string) nest.Chain {
	return nest.Chain{Factors: []nest.Factor{{In: fmt.Sprintf("F%d", n), By: nest.ByLoop, Attempts: attempts.Of(n)}}, Callee: "a.I.M", Hole: hole}
}

func layersOf(typ string, n int, hole string) string {
	return nest.LinkPrefix + "m1 " + typ + " " + nest.EncodeChains([]nest.Chain{chain(n, hole)})
}

type notes map[int][]string

func program(n notes) *Program {
	p := New(share)
	for pkg := caller; pkg <= stranger; pkg++ {
		for _, s := range n[pkg] {
			if !Links(s) {
				panic(s)
			}
			p.Note(pkg, s)
		}
	}
	p.Note(caller, "knob X") // somebody else's
	return p
}

func TestWaits(t *testing.T) {
	implT, implU := "waits m1 T p.T.Get", "waits m1 U p.U.Get if m2@I"
	for _, tt := range []struct {
		name  string
		notes notes
		hole  string
		want  string
	}{
		{"made", notes{below: {implT}, main: {puts("", "", "T")}}, "m1@I", "p.T.Get"},
		{"not made", notes{below: {implT}}, "m1@I", ""},
		{"made in another program", notes{below: {implT}, stranger: {puts("", "", "T")}}, "m1@I", ""},
		{"behind a smaller interface", notes{caller: {"iface S m1"}, below: {implT}, main: {puts("", "", "T")}}, "m1@S", "p.T.Get"},
		{"behind one that lacks a method", notes{caller: {"iface B m1 m2 m3"}, below: {implT}, main: {puts("", "", "T")}}, "m1@B", ""},
		{"itself", notes{below: {implT}, main: {puts("", "", "T")}}, "m1@I T", ""},
		{"elsewhere", notes{below: {implT, "waits m1 V p.V.Get"}, main: {puts("n", "", "V"), puts("", "", "T")}}, "m1@I  n", "p.V.Get"},
		{"through a variable", notes{below: {implT}, main: {puts("v", "", "T"), flows("n", "v")}}, "m1@I  n", "p.T.Get"},
		{"from who knows where", notes{below: {implT}, main: {puts("", "", "T"), flows("n", "")}}, "m1@I  n", "p.T.Get"},
		{"another type is there", notes{below: {implT}, main: {puts("n", "", "W"), puts("", "", "T")}}, "m1@I  n", ""},
		{"if another does", notes{below: {implU, "waits m2 T p.T.Two"}, main: {puts("", "", "U", "T")}}, "m1@I", "p.T.Two"},
		{"if it does itself", notes{below: {"waits m1 U p.U.Get if m1@I"}, main: {puts("", "", "U")}}, "m1@I", ""},
	} {
		f := &finding.Finding{If: tt.hole}
		_, ok := program(tt.notes).Confirm(caller, f, -1)
		want := ""
		if tt.want != "" {
			want = " (implemented by " + tt.want + ")"
		}
		if ok != (tt.want != "") || f.Message != want {
			t.Errorf("%s: %v, %q", tt.name, ok, f.Message)
		}
	}
}

func TestNested(t *testing.T) {
	for _, tt := range []struct {
		name  string
		notes notes
		outer nest.Chain
		want  string // the product, and what is not said with high confidence
	}{
		{"two", notes{below: {layersOf("T", 5, "")}, main: {puts("", "", "T")}}, chain(3, "m1@I"), "3 × 5 = 15"},
		{"not made", notes{below: {layersOf("T", 5, "")}}, chain(3, "m1@I"), ""},
		{"no layer", notes{main: {puts("", "", "T")}}, chain(3, "m1@I"), ""},
		{"the worst of two", notes{below: {layersOf("T", 5, ""), layersOf("U", 7, "")}, main: {puts("", "", "T", "U")}}, chain(3, "m1@I"), "3 × 7 = 21 medium"},
		{"its own of two", notes{caller: {puts("n", "", "T")}, below: {layersOf("T", 5, ""), layersOf("U", 7, "")}, main: {puts("n", "", "U")}}, chain(3, "m1@I  n"), "3 × 5 = 15"},
		{"any of many", notes{below: {layersOf("T", 5, "")}, main: {puts("", "", "T", "A", "B", "C")}}, chain(3, "m1@I"), ""},
		{"one of many that are there", notes{below: {layersOf("T", 5, "")}, main: {puts("n", "", "T", "A", "B", "C")}}, chain(3, "m1@I  n"), "3 × 5 = 15 medium"},
		{"three", notes{below: {layersOf("D", 2, "m1@I D d"), layersOf("T", 5, "")}, main: {puts("n", "", "D"), puts("d", "", "T")}}, chain(3, "m1@I  n"), "3 × 2 × 5 = 30"},
		{"two guesses", notes{below: {layersOf("D", 2, "m1@I D"), layersOf("T", 5, "")}, main: {puts("", "", "D", "T", "U")}}, chain(3, "m1@I"), "3 × 5 = 15 medium"},
		{"round and round", notes{below: {layersOf("D", 2, "m1@I  n")}, main: {puts("n", "", "D")}}, chain(3, "m1@I  n"), ""},
	} {
		open := nest.Open{Limits: nest.Limits{Nested: 1, Amplify: 100}, Chains: []nest.Chain{tt.outer}}
		f := &finding.Finding{Code: "retrynesting/nested", If: finding.IfNested, Nest: open.Encode()}
		at, ok := program(tt.notes).Confirm(caller, f, -1)
		got, _, _ := strings.Cut(strings.TrimPrefix(f.Message, "one call may send "), " requests")
		if ok && f.Confidence != finding.High {
			got += " " + string(f.Confidence)
		}
		if got != tt.want || ok != (tt.want != "") || ok && at.Name == "" {
			t.Errorf("%s: %v, %q at %q", tt.name, ok, got, at.Name)
		}
	}
}

// TestBy asks for findings that the puts of one package make.
func TestBy(t *testing.T) {
	p := program(notes{below: {layersOf("T", 5, "")}, main: {puts("", "", "T")}})
	f := finding.Finding{Code: "retrynesting/nested", If: finding.IfNested,
		Nest: nest.Open{Limits: nest.Limits{Nested: 1, Amplify: 10}, Chains: []nest.Chain{chain(3, "m1@I")}}.Encode()}
	for by, want := range map[int]bool{main: true, below: false} {
		g := f
		if _, ok := p.Confirm(caller, &g, by); ok != want {
			t.Errorf("by package %d: %v", by, ok)
		}
	}
}

func TestAlike(t *testing.T) {
	hosts := []string{"meets m1 T one.example", "meets m1 U one.example", "meets m1 V two.example"}
	for _, tt := range []struct {
		name  string
		notes notes
		holes string
		want  string
	}{
		{"one value", notes{main: {puts("a", "v", "T"), puts("b", "v", "T")}}, "m1@I  a|m1@I  b", "p.T stands behind both"},
		{"one value, through a constructor", notes{caller: {flows("fa", "pa"), flows("fb", "pb")}, main: {puts("pa", "v", "T"), puts("pb", "v", "T")}}, "@  fa|@  fb", "p.T stands behind both"},
		{"two values", notes{main: {puts("a", "v", "T"), puts("b", "w", "T")}}, "m1@I  a|m1@I  b", ""},
		{"two calls of one function", notes{main: {puts("r", "", "T"), flows("a", "r"), flows("b", "r")}}, "m1@I  a|m1@I  b", ""},
		{"one host", notes{below: hosts, main: {puts("a", "", "T"), puts("b", "", "U")}}, "m1@I  a|m1@I  b", "p.T and p.U both call one.example"},
		{"two hosts", notes{below: hosts, main: {puts("a", "", "T"), puts("b", "", "V")}}, "m1@I  a|m1@I  b", ""},
		{"the host of the first", notes{below: hosts, main: {puts("b", "", "U")}}, "=one.example|m1@I  b", "p.U calls one.example, too"},
		{"one of two", notes{below: hosts, main: {puts("b", "", "U", "V")}}, "=one.example|m1@I  b", ""},
		{"in one of two programs", notes{main: {puts("a", "v", "T"), puts("b", "v", "T")}, stranger: {puts("a", "", "V")}}, "m1@I  a|m1@I  b", "p.T stands behind both"},
	} {
		f := &finding.Finding{If: finding.AlikePrefix + tt.holes}
		_, ok := program(tt.notes).Confirm(caller, f, -1)
		if got := strings.Trim(f.Message, " ()"); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %v, %q", tt.name, ok, got)
		}
	}
}

// TestMalformed holds that notes which no package writes do no harm.
func TestMalformed(t *testing.T) {
	p := New(share)
	for _, s := range []string{"wires ", "wires \xff\xff", "retries ", "retries m1 T \xff", "waits", "waits ", "iface ", "meets ", "meets m1"} {
		p.Note(0, s)
	}
	for _, f := range []finding.Finding{{If: "m1@I"}, {If: finding.IfNested, Nest: "\xff"}, {If: finding.AlikePrefix}, {If: "|"}} {
		if _, ok := p.Confirm(0, &f, -1); ok {
			t.Errorf("%+v is confirmed", f)
		}
	}
	local := finding.Finding{Nest: "\xff", Message: "stays"}
	if _, ok := p.Confirm(0, &local, -1); !ok {
		t.Error("what its package has found is dropped")
	}
}
