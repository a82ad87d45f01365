package deadlines

import (
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/statement"
	"github.com/resilint/resilint/internal/trace"
)

// Within returns the time within which the expression at pos ends, or else the first of the
// objects of which it is stated, as their owner says with a statement such as
// //resilint:bounded 2s; 0 where nobody says so.
func (e *Eval) Within(pos token.Pos, objs ...types.Object) time.Duration {
	if e.owner == nil {
		return 0
	}
	s, _ := e.owner.Find(statement.Bounded, pos, objs...)
	return s.Duration
}

// withinRun returns the time within which a run of fn ends, as its owner says. A goroutine
// goes on when the run has ended.
func (e *Eval) withinRun(fn *ssa.Function) time.Duration {
	obj := flow.Named(flow.Origin(fn)).Object()
	if obj == nil {
		return 0
	}
	d := e.Within(token.NoPos, obj)
	if d > 0 && fn.Parent() != nil && e.async(fn) {
		return 0
	}
	return d
}

// WithinCall returns the time within which the call c ends, as the owner says of it, of what
// is called, or of the fields and variables that hold the client or the function.
func (e *Eval) WithinCall(c ssa.CallInstruction) time.Duration {
	if e.owner == nil || e.owner.Silent() {
		return 0
	}
	com := c.Common()
	var objs []types.Object
	if k := callee(com); k.Obj != nil {
		objs = append(objs, k.Obj)
		if ts := e.targets(k); com.IsInvoke() && len(ts) == 1 {
			objs = append(objs, ts[0])
		}
	}
	if d := e.Within(com.Pos(), objs...); d > 0 {
		return d
	}
	holder := ssacall.Receiver(com)
	if holder == nil && com.StaticCallee() == nil && !com.IsInvoke() {
		holder = com.Value
	}
	return e.withinHeld(holder, 0)
}

// withinHeld returns the time within which what is called through v ends: all that v can be
// is kept where the owner says so. What a client makes, as a request builder, counts as it.
func (e *Eval) withinHeld(v ssa.Value, depth int) time.Duration {
	if v == nil || depth > maxChained {
		return 0
	}
	if _, builtin := v.(*ssa.Builtin); builtin {
		return 0
	}
	var out time.Duration
	for _, l := range e.x.Resolve(v) {
		d := e.withinLeaf(l)
		if c, ok := l.Value.(*ssa.Call); ok && l.Kind == flow.Call {
			d = e.withinHeld(ssacall.Receiver(c.Common()), depth+1)
		}
		if d == 0 {
			return 0
		}
		out = max(out, d)
	}
	return out
}

// maxChained bounds the calls between a client and what is called in the end.
const maxChained = 4

// withinLeaf returns what the owner states of the place that a value comes from.
func (e *Eval) withinLeaf(l flow.Leaf) time.Duration {
	switch l.Kind {
	case flow.Field, flow.FieldAddr:
		return e.Within(token.NoPos, l.Var)
	case flow.Global, flow.GlobalAddr:
		return e.Within(token.NoPos, l.Value.(*ssa.Global).Object())
	case flow.Alloc:
		return e.Within(l.Pos())
	}
	return 0
}

// statedSpan returns the span of a call of which only the owner says how long it takes, or nil.
func (e *Eval) statedSpan(fn *ssa.Function, c *site, d time.Duration) *Span {
	s := &Span{Fn: fn, Call: c.call, Amount: d, Most: d, Backstop: true, Under: noLimit, param: NoParam,
		Path: []trace.Step{e.step(trace.Call, c.call, calleeName(c.call.Common()))}}
	var ctx ssa.Value
	if en := c.entry(catalogue.KindOutbound); en != nil {
		s.root = en.Ctx.None
		ctx = ssacall.At(c.call.Common(), en.Ctx)
	} else if i := slices.IndexFunc(ssacall.Args(c.call.Common()), func(a ssa.Value) bool { return gotype.IsContext(a.Type()) || carrier(a.Type()) }); i >= 0 {
		ctx = ssacall.Args(c.call.Common())[i]
	}
	if ctx != nil && !s.root {
		s.Under = e.Limit(ctx)
		s.root = s.Under.Max == 0 && s.Under.Param == NoParam && allRoots(e.Context(ctx))
	}
	return s
}

// clientSpan returns the span of a call through an http.Client whose Timeout is constant and
// the only bound of the client's, or nil.
func (e *Eval) clientSpan(fn *ssa.Function, c *site) *Span {
	if c.Recv == nil || c.entry(catalogue.KindOutbound) == nil || !gotype.PointerTo(c.Recv, "net/http", "Client") {
		return nil
	}
	d := e.clientTimeout(ssacall.Receiver(c.call.Common()), 0)
	if d <= 0 {
		return nil
	}
	s := e.statedSpan(fn, c, d)
	s.Most = 0
	s.Path = []trace.Step{e.step(trace.Outbound, c.call, e.funcName(c.Obj))}
	return s
}

// clientTimeout returns the Timeout of the http.Client v, the least that it can be; 0 where
// it is not constant, not all that v can be is seen, or the transport may end a call before.
func (e *Eval) clientTimeout(v ssa.Value, depth int) time.Duration {
	if v == nil || depth > maxChained {
		return 0
	}
	var out time.Duration
	for _, l := range e.x.Resolve(v) {
		d := time.Duration(0)
		switch l.Kind {
		case flow.Alloc:
			d = e.literalTimeout(l.Value)
		case flow.Field:
			if !l.Var.Exported() && l.Var.Pkg() == e.pass.Pkg {
				d = e.storedTimeout(e.x.FieldStores(l.Var), depth)
			}
		case flow.Global:
			if g := l.Value.(*ssa.Global); g.Pkg == e.x.SSA.Pkg && !token.IsExported(g.Name()) {
				d = e.storedTimeout(e.x.GlobalStores(g), depth)
			}
		}
		if d == 0 {
			return 0
		}
		if out == 0 || d < out {
			out = d
		}
	}
	return out
}

func (e *Eval) storedTimeout(stores []*ssa.Store, depth int) (out time.Duration) {
	for _, st := range stores {
		d := e.clientTimeout(st.Val, depth+1)
		if d == 0 {
			return 0
		}
		if out == 0 || d < out {
			out = d
		}
	}
	return out
}

// literalTimeout is the Timeout of the client made at a.
func (e *Eval) literalTimeout(a ssa.Value) time.Duration {
	set := e.Stored(a, "Timeout")
	if len(set) != 1 || e.setByCallee(a) {
		return 0
	}
	for _, t := range e.Stored(a, "Transport") {
		if e.Transport(t) != BoundNo {
			return 0
		}
	}
	if d := e.Amount(set[0]); d.Known {
		return d.Min
	}
	return 0
}

// capped puts what the owner says, of a run of the function and of what ends within d, over
// the retry.
func (e *Eval) capped(r *Retry, d time.Duration) *Retry {
	for _, d := range []time.Duration{e.withinRun(r.Fn), d} {
		if d > 0 && (r.Under.Max == 0 || d < r.Under.Max) {
			r.Under.Max, r.Under.At, r.Under.Made = d, nil, token.NoPos
		}
	}
	return r
}

// from is the path by which the span is told and known. Where a backstop is set is nobody's
// fault, and others share it: the place is the call that takes so long.
func (s *Span) from() []trace.Step {
	if s.Backstop {
		return s.Path[:1]
	}
	return s.Path
}

// each is the time that an attempt takes at most in which the span lies.
func (s *Span) each() time.Duration {
	if s.Most > 0 {
		return min(s.Most, s.Amount)
	}
	return s.Amount
}
