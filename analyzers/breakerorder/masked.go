package breakerorder

import (
	"fmt"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

func calleeName(obj *types.Func) string { return deadlines.FuncName(obj) }

// maxTried bounds the calls of an operation that are made to fail, one after the other.
const maxTried = 12

// masked lets the calls behind the breaker fail, one at a time, and looks at what the
// breaker is told.
func (c *checker) masked(k *breakers.Call) {
	if k.Op == nil {
		c.alwaysDone(k)
	}
	for _, body := range k.Bodies {
		res := body.Signature.Results()
		if res.Len() == 0 || !gotype.Fails(body.Signature) {
			continue
		}
		for _, failing := range c.tried(body) {
			c.fail(k, body, failing)
		}
	}
}

// tried lists the calls of dependencies that running fn comes to.
func (c *checker) tried(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	seen := map[ssa.CallInstruction]bool{}
	m := c.pkg.Machine()
	m.Call = func(p *trial.Path, call ssa.CallInstruction, args []trial.Value) (trial.Value, bool) {
		if !c.dependency(call) {
			return c.clock(call)
		}
		if gotype.Fails(call.Common().Signature()) && !seen[call] && len(out) < maxTried {
			seen[call] = true
			out = append(out, call)
		}
		return succeeded(call), true
	}
	m.Run(fn, nil, nil)
	return out
}

// clock answers what is asked of a context: an end that the caller wants is no failure of
// the dependency, so that a branch on it counts as one on the kind of the error.
func (c *checker) clock(call ssa.CallInstruction) (trial.Value, bool) {
	obj, _ := ssacall.Target(call.Common())
	if obj != nil && obj.FullName() == "(context.Context).Err" {
		return trial.Unknown{Under: true}, true
	}
	return nil, false
}

// state is what a trial of an operation has seen so far.
type state struct {
	failed bool
	before bool // another dependency answered first
	later  ssa.CallInstruction
}

// fail runs the operation with one call failing for no reason that anybody asks for.
func (c *checker) fail(k *breakers.Call, body *ssa.Function, failing ssa.CallInstruction) {
	m := c.pkg.Machine()
	failed, load := false, m.Load
	m.Begin = func() { failed = false }
	m.Load = func(v *ssa.UnOp) (trial.Value, bool) {
		if val, ok := load(v); ok || !failed || !isKind(v.Type(), types.IsBoolean) || !kept(v.X) {
			return val, ok
		}
		return trial.Unknown{Under: true}, true // a flag: whoever tests it has thought of this case
	}
	m.Call = func(p *trial.Path, call ssa.CallInstruction, args []trial.Value) (trial.Value, bool) {
		s, _ := p.Mark.(state)
		switch {
		case call == failing:
			s.failed, failed = true, true
			p.Mark = s
			return failure(call), true
		case !c.dependency(call):
			return c.clock(call)
		case trial.AnyUnder(args): // what gets the error looks at it
			return nil, false
		case !gotype.Fails(call.Common().Signature()):
		case s.failed:
			s.later = call
		default:
			s.before = true
		}
		p.Mark = s
		return succeeded(call), true
	}
	for _, o := range m.Run(body, nil, nil) {
		s, _ := o.Mark.(state)
		if o.End != trial.Returned || o.Guess || !s.failed || s.before || len(o.Results) == 0 {
			continue
		}
		if _, isNil := o.Results[len(o.Results)-1].(trial.Nil); !isNil {
			continue
		}
		c.maskedAt(k, body, failing, o, s)
	}
}

// kept tells whether an address is that of a field or a package variable.
func kept(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return true
	}
	return false
}

func (c *checker) maskedAt(k *breakers.Call, body *ssa.Function, failing ssa.CallInstruction, o trial.Outcome, s state) {
	msg := fmt.Sprintf("%s fails and this returns no error: %s counts a success, and the breaker stays closed while the dependency is down; return the error, and fall back outside", callee(failing), k.Name)
	conf := finding.High
	if s.later != nil {
		if !c.fallsBack(failing, s.later) {
			return
		}
		msg = fmt.Sprintf("%s fails and %s answers in its place: %s counts a success of what has failed, and the breaker stays closed; fall back outside of it", callee(failing), callee(s.later), k.Name)
		conf = finding.Medium
	}
	c.report(rule.Finding{Pos: o.At.Pos(), Kind: "masked", Confidence: conf, Message: msg, Trace: []trace.Step{
		c.step(trace.Call, k.Call.Pos(), k.Fn, k.Name),
		c.step(trace.Call, failing.Pos(), failing.Parent(), callee(failing)),
		c.step(trace.Call, o.At.Pos(), body, "returns no error"),
	}})
}

// fallsBack tells whether the second call stands in for the first, which has failed: not
// where it is the first again, nor where the first is a cache that is filled afterwards.
func (c *checker) fallsBack(first, second ssa.CallInstruction) bool {
	if c.leaves(first) == nil || c.leaves(second) == nil {
		return false
	}
	a, _ := ssacall.Target(first.Common())
	b, _ := ssacall.Target(second.Common())
	return a != nil && b != nil && a != b && a.Pkg() == b.Pkg()
}

// failure is what a failed call gives.
func failure(call ssa.CallInstruction) trial.Value {
	return results(call, &trial.Error{Text: trial.Hole, Under: true}, true)
}

// succeeded is what a call gives that went well.
func succeeded(call ssa.CallInstruction) trial.Value { return results(call, trial.Nil{}, false) }

func results(call ssa.CallInstruction, err trial.Value, failed bool) trial.Value {
	r := call.Common().Signature().Results()
	if !gotype.Fails(call.Common().Signature()) {
		return trial.Unknown{}
	}
	if r.Len() == 1 {
		return err
	}
	t := make(trial.Tuple, r.Len())
	for i := range r.Len() - 1 {
		t[i] = trial.Unknown{}
		if failed {
			t[i] = trial.Zero(r.At(i).Type())
		}
	}
	t[r.Len()-1] = err
	return t
}

// alwaysDone reports a two-step breaker that is told of a success whatever happened: the
// callback that Allow gives is only ever called with true.
func (c *checker) alwaysDone(k *breakers.Call) {
	call, ok := k.Call.(*ssa.Call)
	if !ok {
		return
	}
	var told []ssa.CallInstruction
	for _, ref := range *call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		if _, isFunc := ex.Type().Underlying().(*types.Signature); !isFunc {
			return
		}
		for _, u := range *ex.Referrers() {
			done, ok := u.(ssa.CallInstruction)
			if !ok || done.Common().Value != ex || len(done.Common().Args) != 1 {
				return // it goes elsewhere
			}
			told = append(told, done)
		}
	}
	for _, done := range told {
		if b, ok := done.Common().Args[0].(*ssa.Const); !ok || b.Value == nil || b.Value.Kind() != constant.Bool || !constant.BoolVal(b.Value) {
			return
		}
	}
	if len(told) == 0 {
		return
	}
	c.report(rule.Finding{Pos: told[0].Pos(), Kind: "masked", Confidence: finding.High,
		Message: fmt.Sprintf("the breaker is told of a success whatever happened: the function that %s gave is only called with true, so that the breaker never opens; call it with err == nil", k.Name),
		Trace:   []trace.Step{c.step(trace.Call, k.Call.Pos(), k.Fn, k.Name), c.step(trace.Call, told[0].Pos(), k.Fn, "tells of a success")}})
}
