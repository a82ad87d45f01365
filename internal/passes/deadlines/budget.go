package deadlines

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/factcode"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// A Budget is a timeout of constant size that a function, or what it calls, sets under
// the context of its parameter Ctx.
type Budget struct {
	Ctx      int
	Amount   time.Duration // the least that it can be
	Param    int           // the parameter that holds the amount, or NoParam
	Backstop bool          // no deadline of the call: what its owner states, or its client's Timeout
	Path     []trace.Step
}

// A Span is a place where a timeout begins below a context: the call that sets it, or one
// of a function below which it is set.
type Span struct {
	Fn       *ssa.Function
	Call     ssa.CallInstruction
	Amount   time.Duration
	Exact    bool // the call itself sets it, and it has this one size
	Under    Limit
	Path     []trace.Step  // from this call to where the timeout is set
	Backstop bool          // no deadline of the call: what its owner states, or its client's Timeout
	Most     time.Duration // what the call takes at most, as its owner says, or 0

	root  bool // with Backstop: no deadline is over it
	param int  // the parameter of Fn that holds the amount, or NoParam
}

// maxBudgets bounds the budgets that a fact keeps for one parameter: the longest ones.
const maxBudgets = 3

// Spans returns the timeouts of constant size that begin in fn itself, in source order.
func (e *Eval) Spans(fn *ssa.Function) []*Span {
	var out []*Span
	for _, s := range e.spans(fn) {
		if s.Amount > 0 {
			out = append(out, s)
		}
	}
	return out
}

// spans returns the timeouts that begin in fn itself, those too whose size its parameters
// hold. The slice is kept: do not change it.
func (e *Eval) spans(fn *ssa.Function) []*Span {
	if len(e.sites(fn)) == 0 || e.asksDeadline(flow.Named(fn)) {
		return nil
	}
	return e.EachSpan(fn)
}

// EachSpan returns the timeouts that begin in fn itself, in the order of its calls: backstops
// too, those whose size its parameters hold, and those of a function that asks for the
// deadline and decides by it. The slice is kept: do not change it.
func (e *Eval) EachSpan(fn *ssa.Function) []*Span {
	sites := e.sites(fn)
	if len(sites) == 0 {
		return nil
	}
	out, ok := e.made[fn]
	if !ok {
		for i := range sites {
			out = append(out, e.spansAt(fn, &sites[i])...)
		}
		e.made[fn] = out
	}
	return out
}

func (e *Eval) spansAt(fn *ssa.Function, c *site) []*Span {
	k := c.Callee
	most := e.WithinCall(c.call)
	if k.Obj == nil {
		if most > 0 {
			return []*Span{e.statedSpan(fn, c, most)}
		}
		return nil
	}
	if en := c.entry(catalogue.KindDeadline); en != nil {
		if en.Effect != "adds" || en.On != "ctx" {
			return nil
		}
		a := e.timeout(c.call, en)
		if !a.Known && a.Param == NoParam {
			return nil
		}
		return []*Span{{Fn: fn, Call: c.call, Amount: a.Min, Exact: a.Known && a.Min == a.Max, param: a.Param,
			Under: e.Limit(ssacall.At(c.call.Common(), en.CtxArg)), Path: []trace.Step{e.step(trace.Make, c.call, e.funcName(k.Obj))}}}
	}
	var out []*Span
	if most > 0 {
		out = append(out, e.statedSpan(fn, c, most))
	} else if s := e.clientSpan(fn, c); s != nil {
		return []*Span{s}
	}
	f := e.factOf(k)
	if f == nil || len(f.Budgets) == 0 {
		return out
	}
	return append(out, e.spansBelow(fn, c, f, most)...)
}

// factOf returns the fact of the one function that a call can reach, or nil: of several
// implementations, which?
func (e *Eval) factOf(k Callee) *Func {
	if k.Recv == nil || !types.IsInterface(k.Recv) {
		return e.fact(k.Obj)
	}
	if objs := e.targets(k); len(objs) == 1 {
		return e.fact(objs[0])
	}
	return nil
}

// spansBelow returns the timeouts that what the call c calls, whose fact is f, sets.
func (e *Eval) spansBelow(fn *ssa.Function, c *site, f *Func, most time.Duration) []*Span {
	var out []*Span
	k := c.Callee
	as := ssacall.Args(c.call.Common())
	for _, b := range f.Budgets {
		if b.Ctx >= len(as) || e.passes(c.call, b.Path) {
			continue
		}
		s := &Span{Fn: fn, Call: c.call, Amount: b.Amount, Backstop: b.Backstop, Most: most, param: NoParam, Under: e.Limit(as[b.Ctx]),
			Path: trace.Join([]trace.Step{e.step(trace.Call, c.call, e.funcName(k.Obj))}, b.Path)}
		if b.Param != NoParam {
			if b.Param >= len(as) {
				continue
			}
			a := e.Amount(as[b.Param])
			if s.Amount, s.param = a.Min, a.Param; !a.Known && a.Param == NoParam {
				continue
			}
			if a.Known { // the size is given here, so that here is where to mend it
				s.Path = []trace.Step{e.step(trace.Make, c.call, e.funcName(k.Obj))}
			}
		}
		out = append(out, s)
	}
	return out
}

// budgets summarises the spans of fn, and of the literals in it that it waits for, which
// lie below a context of its caller.
func (e *Eval) budgets(fn *ssa.Function) []Budget {
	var all []Budget
	for _, g := range flow.WithLiterals(fn) {
		if len(e.sites(g)) == 0 || e.async(g) {
			continue
		}
		for _, s := range e.spans(g) {
			if _, isGo := s.Call.(*ssa.Go); isGo || s.Under.Param == NoParam || s.Under.Fn != fn || s.Under.Max > 0 || handlerParam(fn, s.Under.Param) && e.streams(fn) {
				continue // where it sets its connection's deadlines itself, its server's do not count
			}
			if s.Most > 0 && s.Most < s.Amount {
				e.unseen[Place(s.Path)] = true // for a caller it takes less
				continue
			}
			all = append(all, Budget{Ctx: s.Under.Param, Amount: s.Amount, Param: s.param, Backstop: s.Backstop, Path: s.Path})
		}
	}
	if len(all) == 0 {
		return nil
	}
	// The longest first; the order of the source decides between equals.
	slices.SortStableFunc(all, func(a, b Budget) int {
		switch {
		case a.Amount > b.Amount:
			return -1
		case a.Amount < b.Amount:
			return 1
		}
		return 0
	})
	var out []Budget
	kept := map[[2]int]int{}
	for _, b := range all {
		twice := slices.ContainsFunc(out, func(o Budget) bool {
			return o.Ctx == b.Ctx && o.Param == b.Param && o.Path[len(o.Path)-1] == b.Path[len(b.Path)-1]
		})
		of := [2]int{b.Ctx, factcode.Flag(b.Backstop)}
		switch {
		case twice:
		case kept[of] < maxBudgets:
			kept[of]++
			out = append(out, b)
		default:
			e.unseen[Place(b.Path)] = true
		}
	}
	return out
}

// Place names the timeout at the end of a path.
func Place(path []trace.Step) string {
	last := path[len(path)-1]
	return fmt.Sprintf("%s/%s:%d:%d", last.Pkg, last.File, last.Line, last.Col)
}

// Unseen returns the timeouts, as Place names them, of which callers are not told: of
// these nobody knows all the limits that they lie in.
func (e *Eval) Unseen() []string { return slices.Sorted(maps.Keys(e.unseen)) }

// SpansAt returns the timeouts that the call c sets, itself or below it. Backstops are none.
func (e *Eval) SpansAt(c ssa.CallInstruction) []*Span {
	s := e.site(c)
	return slices.DeleteFunc(e.spansAt(c.Parent(), &s), func(s *Span) bool { return s.Backstop })
}

// Budgets returns what is known of the timeouts below the contexts that fn gets.
func (e *Eval) Budgets(fn *types.Func) []Budget {
	if f := e.fact(fn); f != nil {
		return f.Budgets
	}
	return nil
}

// Below returns the timeouts and retries below the contexts that fn gets, as Place names them.
func (e *Eval) Below(fn *types.Func) []string {
	f := e.fact(fn)
	if f == nil {
		return nil
	}
	var out []string
	for _, b := range f.Budgets {
		out = append(out, Place(b.Path))
	}
	for _, t := range f.Tries {
		out = append(out, Place(t.Path))
	}
	return out
}

// RequestParam tells whether parameter i of fn is the request, or its context, of a handler.
func RequestParam(fn *ssa.Function, i int) bool {
	return handlerParam(fn, i) || grpcMethod(fn) && i == 1
}
