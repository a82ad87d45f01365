package dependency

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxGates bounds what is told to stand before one call.
const maxGates = 3

// An acquire is a place in a function at which it waits for a place or a turn.
type acquire struct {
	at   ssa.Instruction
	gate Gate
}

// acquires lists where fn itself waits.
func (e *eval) acquires(fn *ssa.Function) []acquire {
	sites, ops := e.sites[fn], e.x.ChanOps(fn)
	if len(sites)+len(ops) == 0 {
		return nil
	}
	if out, ok := e.waits[fn]; ok {
		return out
	}
	var out []acquire
	for _, in := range e.inOrder(fn, sites, ops) {
		switch in := in.(type) {
		case *ssa.Call:
			for _, g := range e.acquiring(in) {
				out = append(out, acquire{in, g})
			}
		case *ssa.Send:
			if g, ok := e.slot(in.Chan); ok {
				out = append(out, acquire{in, g})
			}
		case *ssa.Select:
			for _, s := range in.States {
				if s.Dir != types.SendOnly || !in.Blocking {
					continue
				}
				if g, ok := e.slot(s.Chan); ok {
					out = append(out, acquire{in, g})
				}
			}
		}
	}
	e.waits[fn] = out
	return out
}

// inOrder gives the calls and the operations on channels in the order of the code.
func (e *eval) inOrder(fn *ssa.Function, sites []*flow.Site, ops []ssa.Instruction) []ssa.Instruction {
	all := make([]ssa.Instruction, 0, len(sites)+len(ops))
	e.x.Steps(fn, func(in ssa.Instruction, s *flow.Site) {
		switch {
		case len(sites) > 0 && s == sites[0]:
			all, sites = append(all, in), sites[1:]
		case len(ops) > 0 && in == ops[0]:
			all, ops = append(all, in), ops[1:]
		}
	})
	return all
}

// acquiring lists the gates at which a call waits, and which it leaves held or used up.
func (e *eval) acquiring(c *ssa.Call) []Gate {
	com := c.Common()
	obj, recv := ssacall.Target(com)
	if obj == nil {
		return nil
	}
	for _, en := range e.cat.Func(obj, recv) {
		if en.Kind == catalogue.KindLimiter && (en.Does == "acquire" || en.Does == "wait") && en.Blocks != "no" && en.Blocks != "error" {
			if r := ssacall.Receiver(com); r != nil {
				if ref := e.one(r, ""); ref.Known() {
					return []Gate{{Kind: Limiter, Refs: []Ref{ref}}}
				}
			}
		}
	}
	f := e.fact(obj)
	if f == nil {
		return nil
	}
	var out []Gate
	as := ssacall.Args(com)
	for _, g := range f.Waits {
		n := Gate{Kind: g.Kind}
		for _, r := range g.Refs {
			n.Refs = append(n.Refs, e.substRef(r, as, false))
		}
		if known(n) {
			out = append(out, n)
		}
	}
	return out
}

func known(g Gate) bool {
	return len(g.Refs) > 0 && !slices.ContainsFunc(g.Refs, func(r Ref) bool { return !r.Known() })
}

// slot is the channel as a semaphore: it carries nothing but places, and somebody takes
// them back.
func (e *eval) slot(ch ssa.Value) (Gate, bool) {
	t, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return Gate{}, false
	}
	switch elem := t.Elem().Underlying().(type) {
	case *types.Struct:
		if elem.NumFields() > 0 {
			return Gate{}, false
		}
	case *types.Basic:
		if elem.Info()&types.IsBoolean == 0 {
			return Gate{}, false
		}
	default:
		return Gate{}, false
	}
	ref := e.one(ch, "")
	return Gate{Kind: Semaphore, Refs: []Ref{ref}}, ref.Known() && ref.Root != Made
}

// gatesBefore lists the gates that the function of c has waited at whenever c runs.
func (e *eval) gatesBefore(c ssa.CallInstruction) []Gate {
	var out []Gate
	for _, a := range e.acquires(c.Parent()) {
		if a.at == c || !before(a.at, c) || e.given(a, c) {
			continue
		}
		out = appendGates(out, []Gate{a.gate})
	}
	return out
}

// before tells whether a runs on every way to b.
func before(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		for _, in := range a.Block().Instrs {
			switch in {
			case a:
				return true
			case b:
				return false
			}
		}
	}
	return a.Block().Dominates(b.Block())
}

// given tells whether the place that a took of a semaphore is given back before c: some
// receive from the same channel runs on every way from a to c.
func (e *eval) given(a acquire, c ssa.CallInstruction) bool {
	if a.gate.Kind != Semaphore {
		return false
	}
	for _, in := range e.x.ChanOps(c.Parent()) {
		if u, ok := in.(*ssa.UnOp); ok && before(a.at, u) && before(u, c) && e.one(u.X, "") == a.gate.Refs[0] {
			return true
		}
	}
	return false
}

func appendGates(a, b []Gate) []Gate {
	out := slices.Clone(a)
	for _, g := range b {
		if len(out) < maxGates && !slices.ContainsFunc(out, func(h Gate) bool { return sameGate(h, g) }) {
			out = append(out, g)
		}
	}
	return out
}

// held lists the gates that a caller of fn has waited at when fn comes back: all but the
// semaphores whose places fn gives back.
func (e *eval) held(fn *ssa.Function) []Gate {
	if len(e.ran(fn).meets) > 0 {
		return nil // it waits for its own calls, not for its caller's
	}
	var out []Gate
	for _, a := range e.acquires(fn) {
		if a.gate.Kind == Semaphore && e.returns(fn, a.gate.Refs[0]) {
			continue
		}
		if a.gate.Refs[0].Root != Made {
			out = appendGates(out, []Gate{a.gate})
		}
	}
	return out
}

// returns tells whether fn, or a literal in it that is deferred, receives from ch.
func (e *eval) returns(fn *ssa.Function, ch Ref) bool {
	for _, g := range flow.WithLiterals(fn) {
		for _, in := range e.x.ChanOps(g) {
			if u, ok := in.(*ssa.UnOp); ok && e.one(u.X, "") == ch {
				return true
			}
		}
	}
	return false
}

// behind puts the breaker, circuit or pool that the call c is in front of what it runs.
func (e *eval) behind(l *list, c ssa.CallInstruction, en *catalogue.Entry) {
	g := e.guard(c, en)
	if !known(g) {
		return
	}
	meets := slices.Clone(l.meets)
	for i := range meets {
		meets[i].Gates = appendGates([]Gate{g}, meets[i].Gates)
	}
	l.meets = meets
}

// guard is the breaker, circuit or pool that the call c is for what it runs.
func (e *eval) guard(c ssa.CallInstruction, en *catalogue.Entry) Gate {
	g := Gate{}
	com := c.Common()
	switch {
	case en.Kind == catalogue.KindBreaker:
		g.Kind = Breaker
		if dep := ssacall.At(com, en.Dep); dep != nil {
			g.Refs = e.parts(dep)
		} else if r := ssacall.Receiver(com); r != nil {
			g.Refs = []Ref{e.one(r, "")}
		}
	case en.Kind == catalogue.KindLimiter && en.Does == "submit" && en.Blocks != "no" && en.Blocks != "error":
		g.Kind = Workers
		if r := ssacall.Receiver(com); r != nil && gotype.Name(r.Type()) != "golang.org/x/sync/errgroup.Group" {
			g.Refs = []Ref{e.one(r, "")}
		}
	}
	return g
}

// parts are the parts of a name that is put together, in their order.
func (e *eval) parts(v ssa.Value) []Ref {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
		return append(e.parts(b.X), e.parts(b.Y)...)
	}
	return []Ref{e.one(v, "")}
}
