package queues

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/trace"
)

// A Place is a place in a package's source.
type Place struct {
	Pkg, File string // File is a base name
	Line, Col int
}

// A Pile is something that piles up when the function is called, and that only its
// callers can know the rate of.
type Pile struct {
	Kind Kind // Spawn, Send or Block
	What string
	To   string
	At   Place
	Ctx  bool // what is started ends with the caller's context
	Path []trace.Step

	// In the package where it stands.
	fn   *ssa.Function
	pos  token.Pos
	top  ssa.Instruction // the instruction of the function under summary
	send *ssa.Send
}

// A Run says how the function runs its parameter Param, a function.
type Run struct {
	Param int
	How   How
}

// A How says how often, and where, a parameter is run.
type How uint8

// The members of a How.
const (
	PerEvent How = 1 << iota // once for each message of a loop inside
	InGo                     // in a goroutine of its own, once for each call
)

// Func is the fact of a function: what its callers must know of the work that it leaves
// behind. Parameters are counted as in SSA: from 0, the receiver first.
type Func struct {
	Piles []Pile
	Runs  []Run
	Caps  []int  // parameters that become the capacity of a channel, unchecked
	Slot  bool   // it takes a slot that somebody else gives back
	Wait  string // the most telling thing that it can wait for, of an exported function
	Rank  int    // how telling that is
	Qos   bool   // it limits what a broker sends at a time
	Cap   bool   // it caps a pool of connections
}

// AFact marks Func as a fact.
func (*Func) AFact() {}

func (f *Func) empty() bool {
	return len(f.Piles) == 0 && len(f.Runs) == 0 && len(f.Caps) == 0 && !f.Slot && !f.Qos && !f.Cap && f.Rank == 0
}

// String is the form that tests compare.
func (f *Func) String() string {
	var out []string
	for _, p := range f.Piles {
		out = append(out, fmt.Sprintf("%s(%s)", p.Kind, p.What))
	}
	for _, r := range f.Runs {
		out = append(out, fmt.Sprintf("runs(%d,%d)", r.Param, r.How))
	}
	for _, c := range f.Caps {
		out = append(out, fmt.Sprintf("cap(%d)", c))
	}
	if f.Rank > 0 {
		out = append(out, fmt.Sprintf("waits(%s)", f.Wait))
	}
	for _, w := range []struct {
		set  bool
		name string
	}{{f.Slot, "slot"}, {f.Qos, "qos"}, {f.Cap, "pool"}} {
		if w.set {
			out = append(out, w.name)
		}
	}
	return strings.Join(out, " ")
}

// summarise makes the fact of a function, and tells whether it is another than before.
//
// Most functions have none of what a part of the fact needs, which their marks and moves
// tell: Runs a parameter that is a function; Caps a channel that is made, or a call of a
// function with Caps; Slot a send, a receive, a select, or a call of a limiter, of what has
// a slot's name, or of what has a fact; Qos and Cap a call by name, or of what has them;
// Piles what mayPile asks for. Wait needs any call at all, but how telling one is depends
// on what is called, and is asked of that once.
func (e *eval) summarise(s *funcfact.Summary) bool {
	fn := s.Fn
	f := &Func{Runs: e.runs(fn), Caps: e.capParams(fn), Slot: e.takesSlot(fn), Qos: e.setsQos(fn), Cap: e.capsPool(fn), Piles: e.piles(fn)}
	if w := e.waitsFor(fn, 0); s.Obj.Exported() && w.rank >= telling {
		f.Wait, f.Rank = w.name, w.rank
	}
	return (e.facts.Own[s.Obj] != nil || !f.empty()) && e.facts.Put(s.Obj, f)
}

// export writes the facts that other packages can use.
func (e *eval) export(order []*ssa.Function) {
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		if f := e.facts.Own[obj]; f != nil && !f.empty() {
			e.pass.ExportObjectFact(obj, f.outward())
		}
	}
}

// outward is the fact without what counts in its own package only. A driver that hands
// facts on without writing them, as golangci-lint does for packages of one run, would else
// give importers more than it can give them from its cache.
func (f *Func) outward() *Func {
	out := *f
	out.Piles = slices.Clone(f.Piles)
	for i := range out.Piles {
		p := &out.Piles[i]
		p.fn, p.pos, p.top, p.send = nil, token.NoPos, nil, nil
	}
	return &out
}

// fact returns what is known of the function that a call names, or nil.
func (e *eval) fact(c *ssa.CallCommon) *Func {
	callee := c.StaticCallee()
	if callee == nil {
		return nil
	}
	obj, _ := flow.Origin(callee).Object().(*types.Func)
	return e.known(obj)
}
