package breakers

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
)

// maxRefusals bounds the errors that a fact keeps.
const maxRefusals = 4

// function summarises fn with the literals in it.
func (e *eval) function(fn *ssa.Function, obj *types.Func) *Func {
	f := &Func{}
	f.Runs = e.runs(fn)
	f.Refuses = e.refuses(fn)
	if len(f.Runs) == 0 {
		if r, rs, ok := e.handmade(fn); ok {
			f.Runs, f.Refuses = []Run{r}, rs
		}
	}
	f.Layer = e.layer(fn)
	if f.Reports = e.reports(fn, obj); len(f.Reports) > 0 && gotype.Fails(fn.Signature) {
		f.Refuses = e.says(fn)
	}
	return f
}

// runs returns the parameters of fn that it runs behind a breaker.
func (e *eval) runs(fn *ssa.Function) []Run {
	var out []Run
	for _, g := range flow.WithLiterals(fn) {
		for c := range e.asking(g) {
			k := e.breakerCall(c)
			if k == nil {
				continue
			}
			if k.Op == nil {
				for _, i := range e.called(fn) {
					if g == fn && !slices.ContainsFunc(out, func(r Run) bool { return r.Param == i }) {
						out = append(out, Run{Param: i, Name: k.Name})
					}
				}
				continue
			}
			for _, i := range e.reached(fn, k.Op, 0) {
				if !slices.ContainsFunc(out, func(r Run) bool { return r.Param == i }) {
					out = append(out, Run{Param: i, Name: k.Name})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Run) int { return a.Param - b.Param })
	return out
}

// called returns the parameters of fn, functions that can fail, that it or a literal in it
// calls.
func (e *eval) called(fn *ssa.Function) []int {
	var out []int
	for _, g := range flow.WithLiterals(fn) {
		for _, c := range e.x.Sites(g) {
			if com := c.Common(); com.IsInvoke() || com.StaticCallee() != nil || !gotype.Fails(com.Signature()) {
				continue
			}
			for _, l := range e.x.Resolve(c.Common().Value) {
				if p, ok := l.Value.(*ssa.Parameter); ok && l.Kind == flow.Param && p.Parent() == fn {
					out = append(out, ssacall.ParamIndex(p))
				}
			}
		}
	}
	return out
}

// reached returns the parameters of fn, functions, that running op runs: op is the
// parameter itself, or a literal that calls it.
func (e *eval) reached(fn *ssa.Function, op ssa.Value, depth int) []int {
	if depth > 3 {
		return nil
	}
	var out []int
	for _, l := range e.x.Resolve(op) {
		if p, ok := l.Value.(*ssa.Parameter); ok && l.Kind == flow.Param && p.Parent() == fn {
			out = append(out, ssacall.ParamIndex(p))
		}
	}
	for _, body := range e.bodies(op) {
		if flow.Named(body) != fn || body == fn {
			continue
		}
		for _, c := range e.x.Sites(body) {
			if com := c.Common(); !com.IsInvoke() && com.StaticCallee() == nil {
				if _, builtin := com.Value.(*ssa.Builtin); !builtin {
					out = append(out, e.reached(fn, com.Value, depth+1)...)
				}
			}
		}
	}
	return out
}

// layer tells whether fn returns a literal that runs behind a breaker what it is itself
// handed, as an interceptor does its invoker; or is a RoundTrip that does so.
func (e *eval) layer(fn *ssa.Function) bool {
	if fn.Name() == "RoundTrip" && fn.Signature.Recv() != nil {
		return slices.ContainsFunc(flow.WithLiterals(fn), func(g *ssa.Function) bool {
			for c := range e.asking(g) {
				if e.breakerCall(c) != nil {
					return true
				}
			}
			return false
		})
	}
	for i := range fn.Signature.Results().Len() {
		for _, v := range ssacall.Returned(fn, i) {
			for _, l := range e.x.Resolve(v) {
				if c, ok := l.Value.(*ssa.Call); ok && l.Kind == flow.Call {
					if obj, _ := ssacall.Target(c.Common()); obj != nil {
						if f := e.facts.Get(obj); f != nil && f.Layer {
							return true
						}
					}
				}
			}
			for _, lit := range e.bodies(v) {
				if e.runsOwn(lit) {
					return true
				}
			}
			if e.transport(v) {
				return true
			}
		}
	}
	return false
}

// transport tells whether v is of a type of the package whose RoundTrip asks a breaker.
func (e *eval) transport(v ssa.Value) bool {
	for _, l := range e.x.Resolve(v) {
		if l.Kind != flow.Alloc {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(l.Value.Type(), true, e.pass.Pkg, "RoundTrip")
		m, ok := obj.(*types.Func)
		if !ok || m.Pkg() != e.pass.Pkg {
			continue
		}
		if f := e.facts.Get(m); f != nil && f.Layer {
			return true
		}
	}
	return false
}

// runsOwn tells whether lit runs a function that it is handed behind a breaker.
func (e *eval) runsOwn(lit *ssa.Function) bool {
	for _, g := range flow.WithLiterals(lit) {
		for c := range e.asking(g) {
			k := e.breakerCall(c)
			if k == nil {
				continue
			}
			if k.Op == nil {
				return slices.ContainsFunc(lit.Params, isFuncParam)
			}
			for _, body := range e.bodies(k.Op) {
				for _, inner := range e.x.Sites(body) {
					if e.callsParam(inner.CallInstruction, lit) {
						return true
					}
				}
			}
		}
	}
	return false
}

func isFuncParam(p *ssa.Parameter) bool {
	_, ok := p.Type().Underlying().(*types.Signature)
	return ok
}

func (e *eval) callsParam(c ssa.CallInstruction, fn *ssa.Function) bool {
	com := c.Common()
	if com.IsInvoke() || com.StaticCallee() != nil {
		return false
	}
	for _, l := range e.x.Resolve(com.Value) {
		if p, ok := l.Value.(*ssa.Parameter); ok && p.Parent() == fn {
			return true
		}
	}
	return false
}

// refuses returns the errors that fn comes back with where a breaker below it refuses.
func (e *eval) refuses(fn *ssa.Function) []Refusal {
	if !gotype.Fails(fn.Signature) {
		return nil
	}
	if !slices.ContainsFunc(flow.WithLiterals(fn), e.asks) {
		return nil
	}
	var out []Refusal
	for which := range maxRefusals {
		more := false // a call that was met has yet another
		m := &trial.Machine{Pkg: e.x.SSA.Pkg, Call: func(p *trial.Path, c ssa.CallInstruction, args []trial.Value) (trial.Value, bool) {
			rs := e.refusals(c)
			if rs == nil {
				return nil, false
			}
			if which >= len(rs) {
				p.Stop = true
				return nil, false
			}
			more = more || which+1 < len(rs)
			p.Mark = true
			return Refused(c, rs[which]), true
		}}
		outcomes := m.Run(fn, nil, nil)
		for _, o := range outcomes {
			if o.End != trial.Returned || o.Mark == nil || len(o.Results) == 0 {
				continue
			}
			if err, ok := trial.AsError(o.Results[len(o.Results)-1]); ok {
				out = addRefusal(out, err)
			}
		}
		if !more || len(outcomes) == 0 {
			break // all others would stop at the same calls, or be as many paths
		}
	}
	return out
}

// says returns the errors by which the guard fn of a hand-written breaker refuses.
func (e *eval) says(fn *ssa.Function) []Refusal {
	var out []Refusal
	for _, o := range (&trial.Machine{Pkg: e.x.SSA.Pkg}).Run(fn, nil, nil) {
		if o.End != trial.Returned || len(o.Results) == 0 {
			continue
		}
		if err, ok := trial.AsError(o.Results[len(o.Results)-1]); ok {
			out = addRefusal(out, err)
		}
	}
	return out
}

// asks tells whether a breaker may refuse a call in fn.
func (e *eval) asks(fn *ssa.Function) bool {
	for c := range e.asking(fn) {
		if e.refusals(c) != nil {
			return true
		}
	}
	return false
}

// refusals returns what the call c comes back with where a breaker below it refuses. A
// guard that says no has one without names and text.
func (e *eval) refusals(c ssa.CallInstruction) []Refusal {
	if k := e.breakerCall(c); k != nil {
		if len(k.Open) == 0 && k.Op == nil {
			return []Refusal{{}}
		}
		return k.Open
	}
	obj, _ := ssacall.Target(c.Common())
	if obj == nil {
		return nil
	}
	if f := e.facts.Get(obj); f != nil {
		return f.Refuses
	}
	return nil
}

// Refused is what the refused call c comes back with.
func Refused(c ssa.CallInstruction, r Refusal) trial.Value {
	res := c.Common().Signature().Results()
	if res.Len() == 0 {
		return trial.Nil{}
	}
	last := res.At(res.Len() - 1).Type()
	var err trial.Value = r.Error()
	if isBool(last) {
		err = false
	}
	if res.Len() == 1 {
		return err
	}
	t := make(trial.Tuple, res.Len())
	for i := range res.Len() - 1 {
		t[i] = trial.Zero(res.At(i).Type())
	}
	t[res.Len()-1] = err
	return t
}

func addRefusal(out []Refusal, err *trial.Error) []Refusal {
	r := Refusal{Names: err.Names(), Text: err.Text, Code: int(err.Code), By: err.By}
	if len(r.Names) > 3 {
		r.Names = r.Names[:3]
	}
	same := func(o Refusal) bool {
		return slices.Equal(o.Names, r.Names) && o.Text == r.Text && o.Code == r.Code && o.By == r.By
	}
	if len(out) >= maxRefusals || slices.ContainsFunc(out, same) {
		return out
	}
	return append(out, r)
}
