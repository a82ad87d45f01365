package wiring

import (
	"go/types"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
)

// others lists the methods of iface that t, a named type or a pointer to one, has from
// elsewhere than its own declaration.
func (w *walker) others(t types.Type, n *types.Named, iface *types.Interface) []Other {
	var out []Other
	for m := range iface.Methods() {
		obj, index, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
		fn, ok := obj.(*types.Func)
		if !ok || !w.fails(m) {
			continue
		}
		if len(index) == 1 && n.TypeArgs().Len() == 0 {
			continue
		}
		recv := fn.Signature().Recv().Type()
		o := Other{Method: w.method(m), Is: w.method(fn.Origin())}
		if types.IsInterface(recv) {
			h := implement.Hole{Method: o.Method, Interface: w.addIface(recv), Not: implement.Type(n.Obj())}
			h.Node = embedded(n, index)
			o.Is = h.String()
		} else if owner, ok := types.Unalias(gotype.Deref(recv)).(*types.Named); ok {
			o.Type = implement.Type(owner.Obj())
		}
		out = append(out, o)
	}
	return out
}

// method is the hash of a method, which is asked for of each type that has it from another.
func (w *walker) method(fn *types.Func) string {
	h, ok := w.hashes[fn]
	if !ok {
		h = implement.Method(fn)
		w.hashes[fn] = h
	}
	return h
}

func (w *walker) addIface(t types.Type) string {
	if id, ok := w.ids[t]; ok {
		return id
	}
	id, methods := w.impl.Interface(t)
	if !w.seen[id] {
		w.seen[id] = true
		w.out.Ifaces = append(w.out.Ifaces, Iface{id, methods})
	}
	w.ids[t] = id
	return id
}
