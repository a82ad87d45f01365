package deadlines

import (
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A Limit is the time that a context leaves at most, where constants show it.
type Limit struct {
	Max   time.Duration // 0 where it is not known, or there is none
	Param int           // the parameter of Fn that the context comes from and that says more, or NoParam
	Fn    *ssa.Function
	At    ssa.Instruction // with Max: the call that sets the tightest limit
	Made  token.Pos
}

// noLimit is that of a context of which nothing is known.
var noLimit = Limit{Param: NoParam}

// Limit returns the longest time that the context v, or that of the carrier v, can leave.
// It is never below the truth.
func (e *Eval) Limit(v ssa.Value) Limit {
	if p, ok := v.(*ssa.Parameter); ok && p.Parent().Parent() == nil { // most of them
		return Limit{Param: ssacall.ParamIndex(p), Fn: p.Parent()}
	}
	return e.limit(v, map[ssa.Value]bool{})
}

func (e *Eval) limit(v ssa.Value, seen map[ssa.Value]bool) Limit {
	if v == nil || seen[v] || len(seen) > maxAmounts {
		return noLimit
	}
	seen[v] = true
	leaves := e.x.Resolve(v)
	out := noLimit
	for i, l := range leaves {
		got := e.limitLeaf(l, seen)
		switch {
		case i == 0:
			out = got
		case got.Max == 0 || out.Max == 0:
			return noLimit
		case got.Max > out.Max:
			out = got
		}
	}
	return out
}

func (e *Eval) limitLeaf(l flow.Leaf, seen map[ssa.Value]bool) Limit {
	switch l.Kind {
	case flow.Param:
		p := l.Value.(*ssa.Parameter)
		if p.Parent().Parent() == nil || handlerParam(p.Parent(), ssacall.ParamIndex(p)) {
			return Limit{Param: ssacall.ParamIndex(p), Fn: p.Parent()}
		}
		return e.limitOfLiteral(p, seen)
	case flow.Call:
		return e.limitCall(l.Value.(*ssa.Call), l.Result, seen)
	case flow.Global:
		return e.limitHeld(l)
	case flow.Field: // gin's c.Request: the request of a handler
		if l.Base != nil && gotype.Is(l.Var.Type(), "net/http", "Request") {
			return e.limit(l.Base, seen)
		}
		return e.limitHeld(l)
	}
	return noLimit
}

// limitHeld is the limit that the owner states of a context where it is kept.
func (e *Eval) limitHeld(l flow.Leaf) Limit {
	out := Limit{Max: e.withinLeaf(l), Param: NoParam}
	if l.Kind == flow.Field && l.Var.Pkg() == e.pass.Pkg {
		out.Made = l.Var.Pos()
	}
	return out
}

// limitOfLiteral is the limit of a literal's own context: what its one caller hands it.
func (e *Eval) limitOfLiteral(p *ssa.Parameter, seen map[ssa.Value]bool) Limit {
	i := ssacall.ParamIndex(p)
	us := e.uses(p.Parent())
	if len(us) != 1 {
		return noLimit
	}
	c := us[0].call.Common()
	if us[0].arg == NoParam {
		if i < len(c.Args) {
			return e.limit(c.Args[i], seen)
		}
		return noLimit
	}
	k := callee(c)
	if en := e.entry(c, catalogue.KindRetry); en != nil { // the context that it gets
		return e.limit(ssacall.At(c, en.Ctx), seen)
	}
	if f := e.fact(k.Obj); k.Obj != nil && f != nil {
		for _, r := range f.Runs {
			if as := ssacall.Args(c); r.Param == us[0].arg && r.Arg == i && r.Kind == ResultParam && r.From < len(as) {
				return e.limit(as[r.From], seen)
			}
		}
	}
	return noLimit
}

func (e *Eval) limitCall(c *ssa.Call, result int, seen map[ssa.Value]bool) Limit {
	com := c.Common()
	k := callee(com)
	if k.Obj == nil {
		return noLimit
	}
	if en := e.entry(com, catalogue.KindDeadline); en != nil {
		switch en.Effect {
		case "adds":
			if en.On != "ctx" {
				return noLimit
			}
			own, parent := e.timeout(c, en), e.limit(ssacall.At(com, en.CtxArg), seen)
			return tighter(own, parent, c)
		case "carries":
			return e.limit(ssacall.At(com, en.CtxArg), seen)
		}
		return noLimit
	}
	if f := e.fact(k.Obj); f != nil {
		for _, r := range f.Results {
			switch as := ssacall.Args(com); {
			case r.Index != result:
			case r.Kind == ResultBounded && r.Amount > 0:
				return Limit{Max: r.Amount, Param: NoParam, At: c, Made: c.Pos()}
			case r.Kind == ResultParam && r.Param >= 0 && r.Param < len(as):
				return e.limit(as[r.Param], seen)
			default:
				return noLimit
			}
		}
	}
	if k.Obj.Name() == "Context" && k.Recv != nil && gotype.Is(k.Recv, "net/http", "Request") {
		return e.limit(ssacall.Args(com)[0], seen)
	}
	return noLimit
}

// tighter adds the limit that the call c sets to that of its parent.
func tighter(own Amount, parent Limit, c *ssa.Call) Limit {
	if own.Known && own.Max > 0 && (parent.Max == 0 || own.Max < parent.Max) {
		parent.Max, parent.At, parent.Made = own.Max, c, c.Pos()
	}
	return parent
}

// timeout returns the time that a call of context.WithTimeout, or of WithDeadline with a
// time counted from now, allows.
func (e *Eval) timeout(c ssa.CallInstruction, en *catalogue.Entry) Amount {
	v := ssacall.At(c.Common(), en.Amount)
	if v == nil {
		return noAmount
	}
	if !gotype.Is(v.Type(), "time", "Time") {
		return e.Amount(v)
	}
	leaves := e.x.Resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Call {
		return noAmount
	}
	add, ok := leaves[0].Value.(*ssa.Call)
	if !ok || len(add.Call.Args) != 2 || !calls(add.Common(), "(time.Time).Add") {
		return noAmount
	}
	if now, ok := add.Call.Args[0].(*ssa.Call); !ok || !calls(now.Common(), "time.Now") {
		return noAmount
	}
	return e.Amount(add.Call.Args[1])
}

// calls tells whether a call calls the function of the full name.
func calls(c *ssa.CallCommon, full string) bool {
	k := callee(c)
	return k.Obj != nil && gotype.IsFunc(k.Obj, full)
}

// calleeFull returns the full name of what a call calls, or "".
func calleeFull(c *ssa.CallCommon) string {
	if k := callee(c); k.Obj != nil {
		return k.Obj.FullName()
	}
	return ""
}

// asksDeadline tells whether fn, or a literal in it, asks a context for its deadline: it
// suits its own time to what is left.
func (e *Eval) asksDeadline(fn *ssa.Function) bool {
	asks, known := e.asks[fn]
	if !known {
		asks = e.findDeadline(fn)
		e.asks[fn] = asks
	}
	return asks
}

func (e *Eval) findDeadline(fn *ssa.Function) bool {
	for _, s := range e.x.Sites(fn) {
		if c, ok := s.CallInstruction.(*ssa.Call); ok && c.Call.IsInvoke() && c.Call.Method.Name() == "Deadline" && gotype.IsContext(c.Call.Value.Type()) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, e.findDeadline)
}
