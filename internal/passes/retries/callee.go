package retries

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A callee is what calls of a function lead to, as far as that hangs on the function alone.
// A package calls few functions, each many times.
type callee struct {
	body  *ssa.Function // of a function of the package, or nil; what is below says nothing then
	known bool          // of the program, or of one whose fact is known
	items []*item       // by its fact; they are shared: do not change them

	// sends is the entry of a method that leaves the process, or nil; see sendsOf.
	sends *catalogue.Entry
	asked bool

	// Of a function that is not known:
	waits bool  // it waits for what an errgroup runs
	runs  bool  // it can fail, so that it may hand on the failure of what it is handed
	alone *item // what it may do itself, or nil; shared likewise
}

// calleeOf is what is known of a function.
func (e *Eval) calleeOf(obj *types.Func) *callee {
	c, ok := e.callees[obj]
	if !ok {
		c = e.lookCallee(obj)
		e.callees[obj] = c
	}
	return c
}

// sendsOf returns the entry of a method that leaves the process by itself, or nil. It is asked
// of what stands behind interfaces only.
func (e *Eval) sendsOf(m *types.Func) *catalogue.Entry {
	c := e.calleeOf(m.Origin())
	if !c.asked {
		c.sends, c.asked = e.leaving(m, m.Signature().Recv().Type()), true
	}
	return c.sends
}

func (e *Eval) lookCallee(obj *types.Func) *callee {
	if obj.Pkg() == e.pass.Pkg {
		if fn := e.x.SSA.Pkg.Prog.FuncValue(obj.Origin()); fn != nil && fn.Blocks != nil {
			return &callee{body: fn}
		}
		return e.lookOutside(obj) // it is written in another language
	}
	f := e.facts.Imported(obj)
	switch {
	case f != nil:
	case obj.Pkg() != nil && outside.InProgram(e.pass, obj.Pkg().Path()):
		return &callee{known: true}
	default:
		return e.lookOutside(obj)
	}
	b := &callee{known: true}
	for _, list := range [][]Chain{f.Calls, f.Runs} {
		for _, c := range list {
			c.Guess = c.Guess || c.Hole != "" && len(c.Factors) == 0
			b.items = append(b.items, &item{Chain: c, of: make([]*ssa.Parameter, len(c.Factors))})
		}
	}
	return b
}

// lookOutside is for a function outside the program. It may leave the process, and it may
// run what it is handed.
func (e *Eval) lookOutside(obj *types.Func) *callee {
	sig := obj.Signature()
	b := &callee{waits: gotype.IsFunc(obj, "(*golang.org/x/sync/errgroup.Group).Wait")}
	if group(obj) || !gotype.Fails(sig) { // a group tells its failure by Wait
		return b
	}
	b.runs = true
	if obj.Pkg() != nil && !e.isStd(obj.Pkg().Path()) && !takesError(sig) {
		b.alone = opaque(e.calleeName(obj))
	}
	return b
}

// foreign returns the chains of a call of a function outside the program of which the
// catalogue says nothing.
func (e *Eval) foreign(obj *types.Func, com *ssa.CallCommon) []*item {
	b := e.calleeOf(obj)
	if b.waits {
		if out := e.waited(ssacall.Args(com)); out != nil {
			return out
		}
	}
	if !b.runs {
		return nil
	}
	var out []*item
	for _, v := range ssacall.Args(com) {
		if sig, ok := v.Type().Underlying().(*types.Signature); ok && gotype.Fails(sig) {
			out = append(out, e.value(v, "")...)
		}
	}
	if b.alone != nil {
		out = append(out, b.alone)
	}
	return out
}

// resolved is a value with where it comes from.
type resolved struct {
	v      ssa.Value
	leaves []flow.Leaf
}

// resolve is flow.Index.Resolve, which remembers the last answer: what is called through a
// value is asked for in several ways, one after the other. Do not change the slice.
func (e *Eval) resolve(v ssa.Value) []flow.Leaf {
	if e.last.v != v {
		e.last = resolved{v, e.x.Resolve(v)}
	}
	return e.last.leaves
}
