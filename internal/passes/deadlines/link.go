package deadlines

import (
	"fmt"
	"go/types"
	"hash/fnv"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// A type that implements an interface and the code that calls the interface often stand
// in packages of which neither imports the other. What they say of each other are notes,
// which the driver joins: a type with the hashes of its methods, an interface with those
// of its methods, and which methods wait. A hash is over name and signature, so that to
// have all of an interface's hashes is to implement it.

// hash writes a text in eight digits.
func hash(parts ...string) string {
	h := fnv.New32a()
	for _, s := range parts {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// methodHash is the same for a method of an interface and the one that implements it.
func methodHash(fn *types.Func) string {
	sig := fn.Signature()
	parts := []string{fn.Name(), fmt.Sprint(sig.Variadic())}
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range t.Len() {
			parts = append(parts, catalogue.TypeString(t.At(i).Type()))
		}
		parts = append(parts, "")
	}
	return hash(parts...)
}

// hashes lists the hashes of the methods of t, sorted, behind an id that is made of them
// and of name.
func hashes(t types.Type, name string) (id, list string) {
	var all []string
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if fn, ok := set.At(i).Obj().(*types.Func); ok {
			all = append(all, methodHash(fn))
		}
	}
	slices.Sort(all)
	list = strings.Join(all, " ")
	return hash(name, list), list
}

// methodOf spells the method of an interface as finding.Finding.If does, and notes the
// interface.
func (e *Eval) methodOf(k Callee) string {
	id, ok := e.ids[k.Recv]
	if !ok {
		var list string
		id, list = hashes(k.Recv, "")
		e.ids[k.Recv] = id
		e.note("iface " + id + " " + list)
	}
	return methodHash(k.Obj) + "@" + id
}

// note keeps a note once.
func (e *Eval) note(s string) {
	if !e.noted[s] {
		e.noted[s] = true
		e.links = append(e.links, s)
	}
}

// typeID notes the methods of a type once and returns its id.
func (e *Eval) typeID(recv *types.TypeName) string {
	id, ok := e.ids[recv.Type()]
	if !ok {
		var list string
		id, list = hashes(types.NewPointer(recv.Type()), recv.Pkg().Path()+"."+recv.Name())
		e.ids[recv.Type()] = id
		e.note("type " + id + " " + list)
	}
	return id
}

// link notes what the method fn does with its context: it waits, or it hands it on to a
// method of an interface.
func (e *Eval) link(fn *ssa.Function, f *Func) {
	obj, ok := fn.Object().(*types.Func)
	recv := receiverType(fn)
	if !ok || recv == nil || TestHelper(fn) || len(fn.Params) < 2 || !gotype.IsContext(fn.Params[1].Type()) {
		return
	}
	for _, w := range f.Waits {
		if w.Ctx != 1 || w.Client != NoParam || w.Child || w.Loop || w.Local || w.OS || w.Slot {
			continue // parameter 0 is the receiver, 1 the context
		}
		s := "waits " + methodHash(obj) + " " + e.typeID(recv) + " " + FuncName(obj)
		if w.If != "" {
			s += " if " + w.If
		}
		e.note(s)
	}
}
