package fallbackprimary

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// policies judges the fallbacks that the call hands to a library or to a chain.
func (c *checker) policies(v *ssa.Call) {
	com := v.Common()
	for _, t := range c.deps.Tries(v) {
		c.chain(v, t)
	}
	as := ssacall.Args(com)
	for _, f := range c.deps.Falls(v) {
		if f.First < len(as) && f.Second < len(as) {
			c.policy(v, as[f.First], as[f.Second])
		}
	}
	obj, recv := ssacall.Target(com)
	if obj == nil {
		return
	}
	for _, en := range c.cat.Func(obj, recv) {
		if en.Kind == catalogue.KindFallback && !en.Op.Stated() {
			c.option(v, en)
		}
		if !en.Op.Stated() {
			continue
		}
		op := ssacall.At(com, en.Op)
		if op == nil {
			continue
		}
		if en.Fallback.Stated() {
			if fb := ssacall.At(com, en.Fallback); fb != nil && !ssacall.IsNil(fb) {
				c.policy(v, op, fb)
			}
			return
		}
		for _, fb := range c.policyValues(com) {
			c.policy(v, op, fb)
		}
	}
}

// policy reports a fallback function that meets what the operation meets.
func (c *checker) policy(v *ssa.Call, op, fb ssa.Value) {
	m1, more1 := c.deps.Ran(op)
	m2, more2 := c.deps.Ran(fb)
	a, b := only(c.deps, m1, more1), only(c.deps, m2, more2)
	like := c.deps.Like(a, b)
	if like == dependency.Other {
		c.list(v, op, fb)
		return
	}
	conf, what := finding.High, "the same dependency"
	if like == dependency.Maybe {
		conf, what = finding.Medium, "what may be the same dependency"
	}
	pos := c.leaves(fb)
	if pos == token.NoPos {
		pos = v.Pos()
	}
	fn := clients.FuncName(v.Parent())
	open := ""
	if c.breaker(v) != nil || len(c.policyValues(v.Common())) > 0 {
		open = ", also while the breaker is open"
	}
	c.report(rule.Finding{
		Pos: pos, Kind: "policy", Confidence: conf,
		Message: fmt.Sprintf("the fallback that %s hands to %s calls %s again (%s)%s: %s; answer from what does not need it",
			fn, name(v), what, a.Label(), open, chain(fn, m2[0].Path)),
		Trace: trace.Join([]trace.Step{rule.Step(c.pass, trace.Call, v.Pos(), fn, name(v))}, m2[0].Path),
	})
}

// leaves is the place of the first call in the function value that meets something.
func (c *checker) leaves(v ssa.Value) token.Pos {
	for _, fn := range c.functions(v) {
		if fn.Parent() == nil {
			return token.NoPos
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if k, ok := in.(*ssa.Call); ok {
					if meets, _ := c.deps.Meets(k); len(meets) > 0 {
						return k.Pos()
					}
				}
			}
		}
	}
	return token.NoPos
}

// functions lists the function literals and functions that v can be.
func (c *checker) functions(v ssa.Value) []*ssa.Function {
	var out []*ssa.Function
	for _, l := range c.x.Resolve(v) {
		switch f := l.Value.(type) {
		case *ssa.MakeClosure:
			out = append(out, f.Fn.(*ssa.Function))
		case *ssa.Function:
			out = append(out, f)
		}
	}
	return out
}

// policyValues lists the fallback functions of the policies that an executor was made
// with: the call's receiver is With(fallback, breaker, …), or what a builder made of it.
func (c *checker) policyValues(com *ssa.CallCommon) []ssa.Value {
	w := &policyWalk{c: c, seen: map[ssa.Value]bool{}}
	if r := ssacall.Receiver(com); r != nil {
		w.value(r, 0)
	}
	return w.out
}

type policyWalk struct {
	c    *checker
	seen map[ssa.Value]bool
	out  []ssa.Value
}

func (w *policyWalk) value(v ssa.Value, depth int) {
	if v == nil || w.seen[v] || depth > 10 {
		return
	}
	w.seen[v] = true
	for _, l := range w.c.x.Resolve(v) {
		switch l.Kind {
		case flow.Call:
			w.call(l.Value.(*ssa.Call), depth)
		case flow.Field:
			for _, st := range w.c.x.FieldStores(l.Var) {
				w.value(st.Val, depth+1)
			}
		case flow.Global:
			for _, st := range w.c.x.GlobalStores(l.Value.(*ssa.Global)) {
				w.value(st.Val, depth+1)
			}
		}
	}
}

func (w *policyWalk) call(k *ssa.Call, depth int) {
	com := k.Common()
	obj, recv := ssacall.Target(com)
	if obj == nil {
		return
	}
	for _, en := range w.c.cat.Func(obj, recv) {
		if en.Kind == catalogue.KindFallback && en.Fallback.Stated() && !en.Op.Stated() {
			if fb := ssacall.At(com, en.Fallback); fb != nil {
				w.out = append(w.out, fb)
			}
			return
		}
	}
	for _, a := range ssacall.Args(com) {
		if s, ok := a.(*ssa.Slice); ok {
			if array, ok := s.X.(*ssa.Alloc); ok {
				for _, st := range stores(array) {
					w.value(st.val, depth+1)
				}
			}
			continue
		}
		w.value(a, depth+1)
	}
}

// list reports a run function and a fallback that are taken from the same list at places
// that only the run shows: nothing keeps the two from being one provider's, and the
// fallback runs outside the circuit.
func (c *checker) list(v *ssa.Call, op, fb ssa.Value) {
	a, _ := c.element(op)
	b, at := c.element(fb)
	if a == nil || b == nil || !sameList(a, b) || a.Index == b.Index {
		return
	}
	fn := clients.FuncName(v.Parent())
	c.report(rule.Finding{
		Pos: at, Kind: "policy", Confidence: finding.Medium,
		Message: fmt.Sprintf("%s hands %s a run function and a fallback from one list: nothing keeps them from leading to one provider, and no circuit, limit or timeout holds for the fallback; run each in a circuit of its own",
			fn, name(v)),
		Trace: []trace.Step{rule.Step(c.pass, trace.Call, v.Pos(), fn, name(v))},
	})
}

// element is the element of a list that the function literal v calls a function of, with
// the place of the call.
func (c *checker) element(v ssa.Value) (*ssa.IndexAddr, token.Pos) {
	for _, fn := range c.functions(v) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				k, ok := in.(*ssa.Call)
				if !ok || k.Common().IsInvoke() || k.Common().StaticCallee() != nil {
					continue
				}
				for _, l := range c.x.Resolve(k.Common().Value) {
					if l.Kind != flow.Field {
						continue
					}
					for _, e := range c.x.Resolve(l.Base) {
						if u, ok := e.Value.(*ssa.UnOp); ok && e.Kind == flow.Other {
							if ia, ok := u.X.(*ssa.IndexAddr); ok {
								return ia, k.Pos()
							}
						}
					}
				}
			}
		}
	}
	return nil, token.NoPos
}

func sameList(a, b *ssa.IndexAddr) bool {
	_, x := a.Index.(*ssa.Const)
	_, y := b.Index.(*ssa.Const)
	return !x && !y && alike(a.X, b.X, 0)
}

// chain reports a function that is tried once for each of a list of candidates and goes to
// the same client for all of them: it leaves out a part of the candidate that it is given.
func (c *checker) chain(v *ssa.Call, t dependency.Try) {
	as := ssacall.Args(v.Common())
	if t.Param >= len(as) {
		return
	}
	for _, fn := range c.functions(as[t.Param]) {
		if fn.Parent() == nil || !ignores(fn, t) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				k, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				meets, _ := c.deps.Meets(k)
				if len(meets) == 0 || dependsOn(called(k), 0) {
					continue
				}
				where := clients.FuncName(v.Parent())
				c.report(rule.Finding{
					Pos: k.Pos(), Kind: "policy", Confidence: finding.High,
					Message: fmt.Sprintf("%s tries each candidate, but the function that %s gives it calls one client for all of them and leaves out %s: every fallback goes to the primary: %s; choose the client by the candidate",
						name(v), where, ignored(fn, t), chain(where, meets[0].Path)),
					Trace: trace.Join([]trace.Step{rule.Step(c.pass, trace.Call, v.Pos(), where, name(v))}, meets[0].Path),
				})
				return
			}
		}
	}
}

// called is the value that a call calls.
func called(k *ssa.Call) ssa.Value {
	if r := ssacall.Receiver(k.Common()); r != nil {
		return r
	}
	return k.Common().Value
}

// ignores tells whether the literal has no use for a part of the candidate, and some use
// for another.
func ignores(fn *ssa.Function, t dependency.Try) bool {
	out, in := 0, 0
	for _, i := range t.Args {
		if i >= len(fn.Params) {
			return false
		}
		if len(*fn.Params[i].Referrers()) == 0 {
			out++
		} else {
			in++
		}
	}
	return out > 0 && in > 0
}

func ignored(fn *ssa.Function, t dependency.Try) string {
	for _, i := range t.Args {
		if len(*fn.Params[i].Referrers()) == 0 {
			if n := fn.Params[i].Name(); n != "_" && n != "" {
				return n
			}
		}
	}
	return "a part of it"
}

// dependsOn tells whether v, in a function literal, is made of a parameter of it.
func dependsOn(v ssa.Value, depth int) bool {
	if depth > 12 {
		return true
	}
	switch v := v.(type) {
	case nil:
		return true
	case *ssa.Parameter:
		return true
	case *ssa.FreeVar, *ssa.Global, *ssa.Const, *ssa.Function, *ssa.Builtin:
		return false
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			if *op != nil && dependsOn(*op, depth+1) {
				return true
			}
		}
		return false
	}
	return true
}
