package flow

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestSteps: calls and moves come in the order of the code, those of literals with these,
// and calls of the same function share a target.
func TestSteps(t *testing.T) {
	x := index(t, "p.go", `package p

type T struct{ list []int; n int }

func (*T) m() {}

var all map[string]int

func f(t *T, c chan int) {
	t.m()
	c <- 1
	t.n = 2
	t.list = nil
	go t.m()
	func() { <-c; println(len(t.list)) }()
	all["a"] = <-c
	t.m()
	all = map[string]int{}
	_ = make(chan int)
}
`)
	for name, want := range map[string]string{
		"f": "Call Send Store Go Call UnOp MapUpdate Call Store MakeChan", "f$1": "UnOp Call Call", "m": "",
	} {
		fn := find(x, name)
		var got []string
		x.Steps(fn, func(in ssa.Instruction, site *Site) {
			got = append(got, strings.TrimPrefix(fmt.Sprintf("%T", in), "*ssa."))
			if (site != nil) != isCall(in) || site != nil && site.CallInstruction != in {
				t.Errorf("%s: %v comes with the call %v", name, in, site)
			}
		})
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: got %q, want %q", name, s, want)
		}
	}
	var targets []any
	for _, s := range x.Sites(find(x, "f")) {
		if s.Fn != nil {
			targets = append(targets, s.Target)
		}
	}
	if len(targets) != 3 || targets[0] != targets[1] || targets[1] != targets[2] {
		t.Errorf("calls of one method have the targets %v", targets)
	}
}

func isCall(in ssa.Instruction) bool {
	_, ok := in.(ssa.CallInstruction)
	return ok
}

func find(x *Index, name string) *ssa.Function {
	for _, fn := range x.SSA.Funcs {
		if fn.Name() == name {
			return fn
		}
	}
	return nil
}
