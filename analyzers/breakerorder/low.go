package breakerorder

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// slow reports calls behind a breaker that nothing ends: while they hang the breaker sees
// neither a success nor a failure.
func (c *checker) slow(k *breakers.Call) {
	if timesOut(k) || c.dead.Index == nil {
		return
	}
	for _, body := range k.Bodies {
		for _, o := range c.dead.Calls {
			if flow.Named(o.Fn) != flow.Named(body) || !within(o.Call.Pos(), body) || !endless(o) {
				continue
			}
			c.report(rule.Finding{Pos: o.Call.Pos(), Kind: "slow", Severity: finding.Info, Confidence: finding.Low, Unless: o.Client.Unless, If: o.If,
				Message: fmt.Sprintf("%s behind %s has no deadline: while it hangs the breaker counts nothing and does not open; end the call in time, so that a slow dependency counts as a failed one", o.Callee, k.Name),
				Trace:   trace.Join([]trace.Step{c.step(trace.Call, k.Call.Pos(), k.Fn, k.Name)}, o.Path())})
		}
	}
}

// timesOut tells whether the breaker ends the call itself.
func timesOut(k *breakers.Call) bool {
	obj, _ := ssacall.Target(k.Call.Common())
	return obj == nil || obj.Pkg() == nil || obj.Pkg().Path() == hystrix || obj.Pkg().Path() == rubyist
}

func endless(o *deadlines.Outbound) bool {
	if o.Child || o.Local || o.OS || o.Client.State != deadlines.BoundNo {
		return false
	}
	for _, s := range o.Sources {
		if s.Kind != deadlines.Root {
			return false
		}
	}
	return len(o.Sources) > 0
}

// bypass reports calls of a dependency around the breaker through which the same client is
// called elsewhere.
func (c *checker) bypass() {
	inside := c.behind()
	if len(inside) == 0 {
		return
	}
	type use struct {
		call ssa.CallInstruction
		fn   *ssa.Function
	}
	guarded := map[*types.Var]use{}
	var around []use
	var fields []*types.Var
	for _, fn := range c.x.SSA.Funcs {
		for _, s := range c.x.Sites(fn) {
			call := s.CallInstruction
			if !c.dependency(call) || handsFunc(call) {
				continue
			}
			f := c.clientField(call)
			if f == nil {
				continue
			}
			if inside[fn] {
				if _, ok := guarded[f]; !ok {
					guarded[f] = use{call, fn}
				}
			} else {
				around, fields = append(around, use{call, fn}), append(fields, f)
			}
		}
	}
	told := map[*types.Var]bool{}
	for i, u := range around {
		g, ok := guarded[fields[i]]
		if !ok || told[fields[i]] || deadlines.TestHelper(u.fn) || c.pkg.Call(u.call) != nil {
			continue
		}
		told[fields[i]] = true
		c.report(rule.Finding{Pos: u.call.Pos(), Kind: "bypass", Severity: finding.Info, Confidence: finding.Low,
			Message: fmt.Sprintf("%s calls %s through %s around the breaker that %s puts before the same client: an open breaker does not spare the dependency these calls, and their failures don't count",
				name(u.fn), callee(u.call), fields[i].Name(), name(g.fn)),
			Trace: []trace.Step{c.step(trace.Call, g.call.Pos(), g.fn, callee(g.call)), c.step(trace.Call, u.call.Pos(), u.fn, callee(u.call))}})
	}
}

// handsFunc tells whether a call is given a function: a transaction, a retry or a breaker
// runs what the function does, and is no dependency of its own.
func handsFunc(call ssa.CallInstruction) bool {
	for _, a := range call.Common().Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// clientField is the field that the client of a call is read from.
func (c *checker) clientField(call ssa.CallInstruction) *types.Var {
	r := ssacall.Receiver(call.Common())
	if r == nil {
		return nil
	}
	leaves := c.x.Resolve(r)
	if len(leaves) != 1 || leaves[0].Kind != flow.Field {
		return nil
	}
	return leaves[0].Var
}

// behind are the functions of the package that run behind a breaker, as far as it shows.
func (c *checker) behind() map[*ssa.Function]bool {
	set := map[*ssa.Function]bool{}
	var add func(fn *ssa.Function, depth int)
	add = func(fn *ssa.Function, depth int) {
		if set[fn] || depth > 6 || len(fn.Blocks) == 0 {
			return
		}
		set[fn] = true
		for _, lit := range fn.AnonFuncs {
			add(lit, depth)
		}
		for _, call := range c.x.Sites(fn) {
			if callee := call.Common().StaticCallee(); callee != nil {
				add(flow.Origin(callee), depth+1)
			}
		}
	}
	for _, k := range c.pkg.Calls {
		for _, b := range k.Bodies {
			add(b, 0)
		}
		if k.Op == nil { // what follows in the function has asked for leave
			add(k.Fn, 0)
		}
	}
	return set
}

// within tells whether a place stands in the source of fn.
func within(pos token.Pos, fn *ssa.Function) bool {
	n := fn.Syntax()
	return n != nil && n.Pos() <= pos && pos < n.End()
}
