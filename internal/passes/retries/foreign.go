package retries

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/passes/wiring"
)

// clientLinks returns the notes of the clients of libraries that the package puts behind
// interfaces of the program: what their methods repeat is for how the client is set up here.
// Where two clients of one type differ, nothing is known of either.
func (e *Eval) clientLinks(w *wiring.Package) []string {
	var out []string
	for _, f := range w.Foreign {
		made, ls := e.clientOf(f)
		if made == nil || len(ls) == 0 {
			continue
		}
		iface := f.Iface.Underlying().(*types.Interface)
		for m := range iface.Methods() {
			obj, _, _ := types.LookupFieldOrMethod(f.Type, true, m.Pkg(), m.Name())
			fn, ok := obj.(*types.Func)
			if !ok {
				continue
			}
			en := e.leaving(fn, f.Type)
			if en == nil {
				continue
			}
			it := newItem(Chain{Callee: e.calleeName(fn), Writes: en.Idempotent == "no"})
			for _, l := range slices.Backward(ls) {
				it = e.layer(it, made.Parent(), made.X.Pos(), it.Callee, l)
			}
			c := it.Chain
			c.Factors = e.numbered(it)
			out = append(out, nest.LinkPrefix+implement.Method(m)+" "+f.ID+" "+nest.EncodeChains([]nest.Chain{c.Open()}))
		}
	}
	return out
}

// clientOf returns the first place at which a client of the type becomes one of the
// interface, and the layers in it, where they are the same at all such places.
func (e *Eval) clientOf(f wiring.Foreign) (made *ssa.MakeInterface, ls []layers.Layer) {
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				mi, ok := in.(*ssa.MakeInterface)
				if !ok || !types.Identical(mi.X.Type(), f.Type) || !types.Identical(mi.Type(), f.Iface) {
					continue
				}
				have := e.lay.Client(mi.X).Layers
				same := func(a, b layers.Layer) bool { return a.Name == b.Name && a.Attempts == b.Attempts }
				if made != nil && !slices.EqualFunc(ls, have, same) {
					return nil, nil
				}
				made, ls = mi, have
			}
		}
	}
	return made, ls
}
