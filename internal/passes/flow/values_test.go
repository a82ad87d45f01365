package flow

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
)

const valuesText = `package p

type T struct{ f func() }

func (*T) m() {}

func a() {}
func b() {}

func called()    { a(); go b() }
func handed()    { run(a) }
func both(t *T)  { a(); t.f = a; run(a) }
func bound(t *T) { run(t.m) }
func inside()    { run(func() { run(b) }) }
func itself()    { take(take) }
func run(func()) {}
func take(any)   {}

func waits(c chan int) int {
	select {
	case c <- 1:
	default:
	}
	c <- 2
	go func() { c <- 3 }()
	return <-c
}
`

// TestFuncValues: what is called by its name is not named as a value, a method value is,
// and what a literal names is the literal's.
func TestFuncValues(t *testing.T) {
	want := map[string][]string{
		"handed": {"a"}, "both": {"a"}, "bound": {"m"}, "inside$1": {"b"}, "itself": {"take"},
	}
	x := index(t, "p.go", valuesText)
	for _, fn := range x.SSA.Funcs {
		var got []string
		for _, obj := range x.FuncValues(fn) {
			got = append(got, obj.Name())
		}
		if !slices.Equal(got, want[fn.Name()]) {
			t.Errorf("%s names %v, want %v", fn.Name(), got, want[fn.Name()])
		}
	}
}

// TestChanOps: the operations of a function come in the order of its code, without those of
// its literals.
func TestChanOps(t *testing.T) {
	x := index(t, "p.go", valuesText)
	for _, fn := range x.SSA.Funcs {
		var got []string
		for _, in := range x.ChanOps(fn) {
			switch in.(type) {
			case *ssa.Select:
				got = append(got, "select")
			case *ssa.Send:
				got = append(got, "send")
			case *ssa.UnOp:
				got = append(got, "receive")
			}
		}
		var want []string
		switch fn.Name() {
		case "waits":
			want = []string{"select", "send", "receive"}
		case "waits$1":
			want = []string{"send"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", fn.Name(), got, want)
		}
	}
}
