package deadlines

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/wiring"
)

// A type that implements an interface and the code that calls the interface often stand
// in packages of which neither imports the other. What they say of each other are notes,
// which internal/link joins: an interface with the hashes of its methods, and which methods
// wait. Which types stand behind which interface is for package wiring to say.

// hole spells a call of an interface's method as finding.Finding.If does, and notes the
// interface.
func (e *Eval) hole(fn *ssa.Function, c *ssa.CallCommon, k Callee) string {
	id, ok := e.ids[k.Recv]
	if !ok {
		var methods []string
		id, methods = e.impls.Interface(k.Recv)
		e.ids[k.Recv] = id
		e.note("iface " + id + " " + strings.Join(methods, " "))
	}
	h := implement.Hole{Method: implement.Method(k.Obj), Interface: id, Node: wiring.NodeOf(e.x, c.Value)}
	if recv := receiverType(flow.Named(flow.Origin(fn))); recv != nil && wiring.Decorates(flow.Named(flow.Origin(fn)), k.Obj) {
		h.Not = implement.Type(recv)
	}
	return h.String()
}

// note keeps a note once.
func (e *Eval) note(s string) {
	if !e.noted[s] {
		e.noted[s] = true
		e.links = append(e.links, s)
	}
}

// link notes what the method fn does with its context: it waits, or it hands it on to a
// method of an interface.
func (e *Eval) link(fn *ssa.Function, f *Func) {
	obj, ok := fn.Object().(*types.Func)
	recv := receiverType(fn)
	if !ok || recv == nil || TestHelper(fn) {
		return
	}
	ctx := contextParam(obj.Signature())
	if ctx == NoParam {
		return
	}
	for _, w := range f.Waits {
		if w.Ctx != ctx+1 || w.Client != NoParam || w.Child || w.Loop || w.Local || w.OS || w.Slot {
			continue // parameter 0 is the receiver
		}
		s := "waits " + implement.Method(obj) + " " + implement.Type(recv) + " " + e.funcName(obj)
		if w.If != "" {
			s += " if " + w.If
		}
		e.note(s)
	}
}

// contextParam is the place of the first context among the parameters, the receiver left
// out, or NoParam.
func contextParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if gotype.IsContext(sig.Params().At(i).Type()) {
			return i
		}
	}
	return NoParam
}
