package layers

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// function is what an option says that is a function: what it sets through its
// parameters, and what it returns.
func (e *Eval) function(v ssa.Value) *saying {
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
	}
	if fn == nil {
		return e.lost(v.Type())
	}
	if s := e.between(fn); s != nil {
		return s
	}
	if fn.Blocks == nil || ssacall.Bound(fn) {
		return e.external(fn, v.Type())
	}
	s := &saying{}
	for _, p := range fn.Params {
		s.after(e.effects(p, nil))
	}
	for i := range fn.Signature.Results().Len() {
		if !e.relevant(fn.Signature.Results().At(i).Type()) {
			continue
		}
		var all []*saying
		for _, r := range ssacall.Returned(fn, i) {
			all = append(all, e.said(r))
		}
		s.after(either(all))
	}
	return e.bare(s, fn)
}

// external is what a library's function says that is handed on without a call:
// retry.FixedDelay.
func (e *Eval) external(fn *ssa.Function, t types.Type) *saying {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || outside.InProgram(e.pass, obj.Pkg().Path()) {
		return e.lost(t)
	}
	s := &saying{}
	for _, k := range e.cat.Knobs("func:" + catalogue.Name(obj)) {
		s.apply(e.knob(k, nil, token.NoPos))
	}
	return s
}

// between is what a function of the program puts between its caller and what it hands on
// to, where it is an interceptor or round tripper; else nil.
func (e *Eval) between(fn *ssa.Function) *saying {
	if !handsOn(fn.Signature) {
		return nil
	}
	if obj, ok := flow.Origin(fn).Object().(*types.Func); ok {
		if val, ok := e.facts.Method(obj); ok {
			return e.fromFacts(val, nil, nil)
		}
	} else if lf, ok := e.facts.(LiteralFacts); ok {
		if val, ok := lf.Literal(fn); ok {
			return e.fromFacts(val, nil, nil)
		}
	}
	return &saying{}
}

// handsOn tells whether a function of this type is a client interceptor or a round
// tripper.
func handsOn(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		switch gotype.Name(sig.Params().At(i).Type()) {
		case "google.golang.org/grpc.UnaryInvoker", "google.golang.org/grpc.Streamer":
			return true
		case "net/http.Request":
			return sig.Results().Len() == 2 && gotype.Is(sig.Results().At(0).Type(), "net/http", "Response")
		}
	}
	return false
}

// bare takes the literal's own parameters out of what it says: who calls it is unknown.
func (e *Eval) bare(s *saying, fn *ssa.Function) *saying {
	if s.from.fn != fn {
		return s
	}
	return e.elsewhere(s)
}
