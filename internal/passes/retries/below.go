package retries

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/loops"
)

// Below returns the chains that one run of the function value v starts.
func (e *Eval) Below(v ssa.Value) []Chain {
	if e.x == nil {
		return nil
	}
	var out []Chain
	for _, it := range e.value(v, "") {
		if it.Guess {
			continue
		}
		out = append(out, it.Chain)
	}
	return out
}

// Stands returns the retry layers in the value v: an interceptor, a transport, a policy.
func (e *Eval) Stands(v ssa.Value) layers.Value {
	if e.x == nil {
		return layers.Unknown()
	}
	return e.lay.Client(v)
}

// Wrapped returns the function values that the call c of a library repeats, each with the
// layers around it, outermost first.
func (e *Eval) Wrapped(c ssa.CallInstruction) []layers.Wrapped {
	if e.x == nil {
		return nil
	}
	return e.lay.Wrap(c)
}

// Loops returns the retries that are written by hand in fn.
func (e *Eval) Loops(fn *ssa.Function) []*loops.Loop {
	if e.x == nil {
		return nil
	}
	return e.loopsIn(fn)
}

// Refusal is loops.Finder.Refusal: the functions of the package through which an answer
// that the same request gets again becomes an error of fn.
func (e *Eval) Refusal(fn *ssa.Function) []*ssa.Function {
	if e.x == nil {
		return nil
	}
	return e.find.Refusal(fn)
}

// Repeated returns the function of the package that the call c of a library repeats, as w
// has it, and the calls in it whose failure asks for another attempt. It is nil where the
// package does not show the one function.
func (e *Eval) Repeated(c ssa.CallInstruction, w layers.Wrapped) (fn *ssa.Function, ops []ssa.CallInstruction) {
	leaves := e.written(w.Op)
	if len(leaves) != 1 || w.Layer.Again == catalogue.AgainConflict {
		return nil, nil
	}
	if fn, _ = e.body(leaves[0]); fn == nil {
		return nil, nil
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*ssa.Call); ok && goesRound(fn, op, wayOf(c, w.Layer)) {
				ops = append(ops, op)
			}
		}
	}
	return fn, ops
}
