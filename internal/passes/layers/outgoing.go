package layers

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Call returns the layers inside the client, or function, that the call c is made by,
// those that it has by default included, outermost first. It is Nothing for a call that
// the catalogue does not know and that goes through no transport or connection. Layers of
// one attempt are left out. With Param set, the caller's client has more.
//
// What a round tripper of the program hands on to is a call like any other: the layers in
// the field that it calls are layers of that call. Client counts them for the value that
// the round tripper is part of, so who asks Facts.Method must leave them out.
func (e *Eval) Call(c ssa.CallInstruction) Value {
	com := c.Common()
	fn, recv := ssacall.Target(com)
	if fn == nil {
		return Nothing()
	}
	at := flow.Origin(flow.Named(c.Parent()))
	en := covering(e.cat, fn, recv)
	if en == nil {
		fn, en = e.behind(com, fn)
	}
	switch {
	case en != nil:
	case e.goesOut(com, fn):
		way := "unary"
		if isStream(com) {
			way = "stream"
		}
		v := e.value(e.brought(com), at, func(sp spec) bool {
			return sp.made && (sp.way == "" || sp.way == way) && holdsFor(sp.only, recv, fn.Name())
		})
		v.Layers = slices.DeleteFunc(v.Layers, func(l Layer) bool { return l.Attempts == attempts.Once })
		return v
	default:
		return Nothing()
	}
	s := e.brought(com)
	own := e.consume(s, en, at)
	v := e.value(s, at, func(sp spec) bool { return sp.made && sp.name != en.LayerName() })
	v.Layers = append([]Layer{own}, v.Layers...)
	v.Layers = slices.DeleteFunc(v.Layers, func(l Layer) bool { return l.Attempts == attempts.Once })
	return v
}

// covering returns the entry of the retries that a call of fn makes by itself, or nil.
func covering(cat *catalogue.Catalogue, fn *types.Func, recv types.Type) *catalogue.Entry {
	if !slices.ContainsFunc(cat.Func(fn, recv), func(en *catalogue.Entry) bool { return en.Kind == catalogue.KindOutbound }) {
		return nil // a setter of the client
	}
	for _, en := range cat.Retries(fn, recv) {
		if en.Again != catalogue.AgainUnsent && en.Again != catalogue.AgainAsked {
			return en
		}
	}
	return nil
}

// behind looks through an interface that the catalogue does not know at the one client of
// a library that stands behind it.
func (e *Eval) behind(com *ssa.CallCommon, fn *types.Func) (*types.Func, *catalogue.Entry) {
	if !com.IsInvoke() {
		return fn, nil
	}
	var found *types.Func
	for _, l := range e.origins(com.Value) {
		if isNil(l) {
			continue
		}
		if l.Value == nil {
			return fn, nil
		}
		t := leafType(l)
		m := method(t, fn.Name(), e.pass.Pkg)
		if m == nil || types.IsInterface(t) || found != nil && found != m {
			return fn, nil
		}
		found = m
	}
	if found == nil {
		return fn, nil
	}
	if en := covering(e.cat, found, found.Signature().Recv().Type()); en != nil {
		return found, en
	}
	return fn, nil
}

// origins resolves v, and a field of the program to what the package stores in it.
func (e *Eval) origins(v ssa.Value) []flow.Leaf {
	var out []flow.Leaf
	for _, l := range e.x.Resolve(v) {
		if l.Kind == flow.Field {
			if stores := e.x.FieldStores(l.Var); len(stores) > 0 {
				for _, st := range stores {
					out = append(out, e.x.Resolve(st.Val)...)
				}
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

func leafType(l flow.Leaf) types.Type {
	if c, ok := l.Value.(*ssa.Call); ok {
		return resultType(c, l.Result)
	}
	if l.Kind == flow.Global {
		return gotype.Deref(l.Value.Type())
	}
	return l.Value.Type()
}

// goesOut tells whether the call goes through something in which layers may stand though
// it retries nothing itself: an http.Client, a round tripper, a gRPC connection or stub.
func (e *Eval) goesOut(com *ssa.CallCommon, fn *types.Func) bool {
	recv := ssacall.Receiver(com)
	if recv == nil {
		return false
	}
	sig := fn.Signature()
	if n := sig.Params().Len(); n > 1 && sig.Variadic() {
		last := sig.Params().At(n - 1).Type().(*types.Slice).Elem()
		if gotype.Is(last, grpcPath, "CallOption") && gotype.IsContext(sig.Params().At(0).Type()) {
			return true
		}
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "net/http" {
		return gotype.Is(recv.Type(), "net/http", "Client") || fn.Name() == "RoundTrip"
	}
	return com.IsInvoke() && carries(recv.Type(), e.pass.Pkg) && sig.Params().Len() == 1 && gotype.Is(sig.Params().At(0).Type(), "net/http", "Request")
}

// isStream tells whether the call of a stub opens a stream.
func isStream(com *ssa.CallCommon) bool {
	r := com.Signature().Results()
	if r.Len() == 0 {
		return false
	}
	o, _, _ := types.LookupFieldOrMethod(r.At(0).Type(), true, nil, "RecvMsg")
	return o != nil
}

// brought is what the receiver and the arguments of an outgoing call say.
func (e *Eval) brought(com *ssa.CallCommon) *saying {
	s := &saying{}
	for _, a := range ssacall.Args(com) {
		s.after(e.argument(a))
	}
	return s
}
