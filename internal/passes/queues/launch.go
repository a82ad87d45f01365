package queues

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// launch judges the start of a goroutine, or of a task, in a region.
func (e *eval) launch(r region, in ssa.CallInstruction, op ssa.Value, task bool) []Pile {
	fns := e.targets(op)
	com := in.Common()
	for _, fn := range fns {
		if e.lasting(fn, 0) || e.gives(fn) || e.inFlightSet(r, in, fn) || ending(fn) {
			return nil
		}
	}
	if e.forConnection(com, op) || e.permit(op) || e.awaited(r, in, fns) {
		return nil
	}
	if call, ok := in.(*ssa.Call); ok && e.full(com) == "time.AfterFunc" && (len(*call.Referrers()) > 0 || len(fns) == 0 || e.waitsFor(fns[0], 0).rank <= telling) {
		return nil // it can be stopped, or does little when its time comes
	}
	p := Pile{Kind: Spawn, What: "go", At: e.place(in.Pos()), fn: r.fn, pos: in.Pos(), top: in, Ctx: e.onContext(r.fn, com, op)}
	if task {
		p.What = e.callName(com)
	}
	switch {
	case len(fns) > 0 && e.own(fns[0]):
		if send := e.onlySends(fns[0]); send != nil && !task {
			if e.madeHere(r.fn, send.Chan) || !e.carriesItems(send.Chan) {
				return nil
			}
			p.Kind, p.To = Send, e.nameOf(send.Chan)
		} else if e.runsParam(fns[0]) {
			return nil // the callers' work: they are judged
		} else if w := e.waitsFor(fns[0], 0); w.rank < telling {
			return nil
		} else {
			p.To = w.name
		}
	case len(fns) == 0 && com.IsInvoke():
		p.To = e.callName(com)
	case len(fns) > 0:
		w := e.waitOfCall(com, 0)
		if w.rank < telling {
			return nil
		}
		p.To = w.name
	default:
		if e.isParam(op) {
			return nil
		}
		p.To = "a function value"
	}
	p.Path = []trace.Step{e.step(trace.Use, in.Pos(), r.fn, p.What+" "+p.To)}
	return []Pile{p}
}

// onContext tells whether a goroutine gets a context that fn was called with: it ends
// with the caller.
func (e *eval) onContext(fn *ssa.Function, c *ssa.CallCommon, op ssa.Value) bool {
	vals := slices.Clone(c.Args)
	if mc, ok := op.(*ssa.MakeClosure); ok {
		vals = append(vals, mc.Bindings...)
	}
	for _, v := range vals {
		t := v.Type()
		if gotype.IsContext(t) && e.callersContext(v, 0) {
			return true
		}
		if p, ok := t.Underlying().(*types.Pointer); ok && gotype.IsContext(p.Elem()) {
			if a, ok := v.(*ssa.Alloc); ok {
				for _, ref := range *a.Referrers() {
					if st, ok := ref.(*ssa.Store); ok && e.callersContext(st.Val, 0) {
						return true
					}
				}
			} else {
				return true
			}
		}
		if gotype.Is(t, "net/http", "Request") {
			return true
		}
	}
	return false
}

// callersContext tells whether a context comes from the function's caller and ends with
// him.
func (e *eval) callersContext(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Param:
			return true
		case flow.Call:
			com := l.Value.(*ssa.Call).Common()
			fn, _ := ssacall.Target(com)
			if fn == nil || fn.Name() == "WithoutCancel" || fn.Name() == "Background" || fn.Name() == "TODO" {
				continue
			}
			for _, a := range ssacall.Args(com) {
				if gotype.Is(a.Type(), "net/http", "Request") || gotype.IsContext(a.Type()) && e.callersContext(a, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// madeHere tells whether a channel was made in fn, or in what fn stands in, with room: it
// belongs to one call.
func (e *eval) madeHere(fn *ssa.Function, ch ssa.Value) bool {
	for _, l := range e.x.Resolve(ch) {
		if mk, ok := l.Value.(*ssa.MakeChan); ok && flow.Named(mk.Parent()) == flow.Named(fn) {
			return true
		}
	}
	return false
}
