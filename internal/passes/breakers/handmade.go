package breakers

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
)

// handmade tells whether fn is the method by which a breaker written by hand runs what it
// is given: it refuses with an error before it runs it, by the clock and by fields of its
// own, and writes these fields by what came of it.
func (e *eval) handmade(fn *ssa.Function) (Run, []Refusal, bool) {
	if fn.Signature.Recv() == nil || !gotype.Fails(fn.Signature) {
		return Run{}, nil, false
	}
	op, param := e.ownOp(fn)
	if op == nil {
		return Run{}, nil, false
	}
	var t, w touched
	t.read(fn, 0)
	w.write(fn, 0)
	if !t.clock || !slices.ContainsFunc(w.fields, t.has) || !e.learns(fn, op) {
		return Run{}, nil, false
	}
	rs := e.refusedBefore(fn, op)
	return Run{Param: param, Name: "the breaker " + fn.Name()}, rs, len(rs) > 0
}

// ownOp finds the one call by which fn runs a parameter of its own that can fail.
func (e *eval) ownOp(fn *ssa.Function) (*ssa.Call, int) {
	var found *ssa.Call
	param := -1
	for _, c := range e.x.Sites(fn) {
		if c.Fn != nil {
			continue
		}
		call, ok := c.CallInstruction.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || !gotype.Fails(call.Call.Signature()) {
			continue
		}
		p, ok := call.Call.Value.(*ssa.Parameter)
		if !ok {
			continue
		}
		if found != nil {
			return nil, -1
		}
		found, param = call, ssacall.ParamIndex(p)
	}
	return found, param
}

// learns tells whether fn writes down what came of op: on a branch that knows of its
// error, or by a method that gets the error.
func (e *eval) learns(fn *ssa.Function, op *ssa.Call) bool {
	for _, b := range fn.Blocks {
		if !op.Block().Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if _, ok := ownField(fn, in.Addr); ok && onErrorBranch(b) {
					return true
				}
			case ssa.CallInstruction:
				if g := sameReceiver(fn, in); g != nil {
					w := touched{}
					w.write(g, 1)
					if len(w.fields) > 0 && tellsOutcome(in) {
						return true
					}
				}
			}
		}
	}
	return false
}

// refusedBefore returns the errors that fn comes back with without having run op.
func (e *eval) refusedBefore(fn *ssa.Function, op *ssa.Call) []Refusal {
	m := &trial.Machine{Pkg: e.x.SSA.Pkg, Call: func(p *trial.Path, c ssa.CallInstruction, args []trial.Value) (trial.Value, bool) {
		if c == op {
			p.Stop = true
		}
		return nil, c == op
	}}
	var out []Refusal
	for _, o := range m.Run(fn, nil, nil) {
		if o.End != trial.Returned || len(o.Results) == 0 {
			continue
		}
		if err, ok := trial.AsError(o.Results[len(o.Results)-1]); ok && !err.Is("context.Canceled") {
			out = addRefusal(out, err)
		}
	}
	return out
}
