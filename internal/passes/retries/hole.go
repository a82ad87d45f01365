package retries

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/wiring"
)

// What stands behind an interface is often in a package that the caller does not import.
// A chain then ends in a hole, and the methods of types say in notes which layers they have.
// internal/link puts the two together.

// handsOn tells whether fn is a method of an interface of the program that can fail: what
// calls it leads on to what stands behind that.
func (e *Eval) handsOn(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && gotype.Fails(fn.Signature()) && outside.InProgram(e.pass, gotype.Path(fn))
}

// maxHoles bounds the holes that a fact or a note keeps of one function.
const maxHoles = 2

// hole is the chain of a call of obj, a method of the interface that v is, where other
// packages may have what stands behind it. It is nil where that does not matter.
func (e *Eval) hole(fn *ssa.Function, v ssa.Value, obj *types.Func) *item {
	if !gotype.Fails(obj.Signature()) || !outside.InProgram(e.pass, gotype.Path(obj)) || !types.IsInterface(v.Type()) {
		return nil
	}
	if _, ok := types.Unalias(v.Type()).(*types.TypeParam); ok {
		return nil
	}
	id, ok := e.ifaces[v.Type()]
	if !ok {
		var methods []string
		id, methods = e.impls.Interface(v.Type())
		e.notes = append(e.notes, "iface "+id+" "+strings.Join(methods, " "))
		e.ifaces[v.Type()] = id
	}
	method, ok := e.hashes[obj]
	if !ok {
		method = implement.Method(obj)
		e.hashes[obj] = method
	}
	h := implement.Hole{Method: method, Interface: id, Node: wiring.NodeOf(e.x, v)}
	if fn != nil && e.decorates(fn, obj) {
		if n, ok := types.Unalias(gotype.Deref(flow.Named(flow.Origin(fn)).Signature.Recv().Type())).(*types.Named); ok {
			h.Not = implement.Type(n.Obj())
		}
	}
	it := opaque(e.calleeName(obj))
	it.Hole = h.String()
	return it
}

// An overriding is a type that may implement an interface.
type overriding struct {
	typ     types.Type
	pointer bool // it is the pointer to typ
	iface   types.Type
}

// decorates is wiring.Decorates of the declared function that fn is or stands in. Types with
// many methods decorate by each of them.
func (e *Eval) decorates(fn *ssa.Function, obj *types.Func) bool {
	fn = flow.Named(flow.Origin(fn))
	recv := fn.Signature.Recv()
	if recv == nil || fn.Name() != obj.Name() {
		return false
	}
	o := overriding{typ: gotype.Deref(recv.Type()), iface: obj.Signature().Recv().Type()}
	o.pointer = o.typ != recv.Type()
	out, ok := e.deco[o]
	if !ok {
		out = wiring.Decorates(fn, obj)
		e.deco[o] = out
	}
	return out
}

// Open is the chain as one that may go on behind an interface.
func (c Chain) Open() nest.Chain {
	out := c.Local()
	out.Opaque, out.Hole = c.Opaque && c.Hole == "", c.Hole
	return out
}

// Local is the chain as the package sees it, which takes a hole for its end.
func (c Chain) Local() nest.Chain {
	return nest.Chain{Factors: c.Factors, Callee: c.Callee, Maybe: c.Maybe, Opaque: c.Opaque, Path: c.Path}
}

// link returns the note of what the method fn repeats, or leads on to, or "".
func (e *Eval) link(fn *ssa.Function) string {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Signature().Recv() == nil || !gotype.Fails(obj.Signature()) || deadlines.TestHelper(fn) {
		return ""
	}
	n, ok := types.Unalias(gotype.Deref(obj.Signature().Recv().Type())).(*types.Named)
	if !ok {
		return ""
	}
	var out []nest.Chain
	layered, holes := 0, 0
	for _, it := range e.chains(fn) {
		if it.end != nil || it.Param != NoParam {
			continue
		}
		c := it.Chain
		c.Factors = e.numbered(it)
		switch {
		case c.Hole != "" && holes < maxHoles:
			holes++
		case c.Hole == "" && len(c.Layers()) > 0 && layered < maxCalls:
			layered++
		default:
			continue
		}
		out = append(out, c.Open())
	}
	if len(out) == 0 {
		return ""
	}
	return nest.LinkPrefix + implement.Method(obj) + " " + implement.Type(n.Obj()) + " " + nest.EncodeChains(out)
}
