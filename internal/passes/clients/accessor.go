package clients

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// An AccessorCall is a call to a constant host through the client that a method of an
// interface gives. Who implements the interface may stand in another package.
type AccessorCall struct {
	Accessor string // "(pkg.I).M"
	Host     string
	User     string // the function that calls
}

// An Accessor is a client that methods of the package give to others.
type Accessor struct {
	Names []string // the methods of interfaces through which others get it
	Pos   token.Pos
	Fn    *ssa.Function
	What  string
	Home  string // the field that keeps it
}

// AccessorCalls lists the package's calls through clients of accessors, sorted.
func (p *Package) AccessorCalls() []AccessorCall {
	if p.Index == nil {
		return nil
	}
	var out []AccessorCall
	for _, u := range p.eval.graph.uses {
		if u.client.Kind != RefNamed || u.client.Path != "" || u.client.Name[0] != '(' || u.url.Kind != RefHost {
			continue
		}
		c := AccessorCall{u.client.Name, u.url.Name, FuncName(u.fn)}
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// Accessors lists the clients in fields of the package that methods of interfaces give.
func (p *Package) Accessors() []Accessor {
	if p.Index == nil {
		return nil
	}
	var out []Accessor
	e := p.eval
	for _, st := range e.graph.stores {
		if st.field == "" || st.client.Kind != RefMade && st.client != (Ref{Kind: RefNamed, Name: "net/http.DefaultClient"}) {
			continue
		}
		a := Accessor{Names: e.accessorsOf(st.field), Pos: st.pos, Fn: st.fn, What: defaultClient, Home: st.field[lastDot(st.field)+1:]}
		if m := e.graph.mades[st.client.Name]; m != nil && st.client.Kind == RefMade {
			a.Pos, a.Fn, a.What = m.pos, m.fn, m.what
		}
		if len(a.Names) > 0 {
			out = append(out, a)
		}
	}
	return out
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// accessorsOf names the methods of interfaces by which others read the field.
func (e *eval) accessorsOf(field string) []string {
	var out []string
	for _, fn := range e.x.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Signature.Recv() == nil {
			continue
		}
		f := e.fact(obj)
		if f == nil || !slices.ContainsFunc(f.Results, func(r Result) bool {
			return r.Kind == ResultRef && r.Ref == Ref{Kind: RefParam, Path: field}
		}) {
			continue
		}
		for _, iface := range e.interfacesOf(fn.Signature.Recv().Type(), obj.Name()) {
			name := fmt.Sprintf("(%s).%s", iface, obj.Name())
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// interfacesOf names the interfaces of the program, here and in what the package imports,
// that t implements and that have the method.
func (e *eval) interfacesOf(t types.Type, method string) []string {
	var out []string
	for _, pkg := range append([]*types.Package{e.pass.Pkg}, e.pass.Pkg.Imports()...) {
		if !outside.InProgram(e.pass, pkg.Path()) {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || !types.IsInterface(tn.Type()) || tn.IsAlias() {
				continue
			}
			if n, ok := tn.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 {
				continue
			}
			iface := tn.Type().Underlying().(*types.Interface)
			if m, _, _ := types.LookupFieldOrMethod(iface, false, pkg, method); m == nil || iface.NumMethods() == 0 || !iface.IsMethodSet() {
				continue
			}
			if types.Implements(t, iface) || types.Implements(types.NewPointer(gotype.Deref(t)), iface) {
				out = append(out, pkg.Path()+"."+name)
			}
		}
	}
	return out
}

// concrete is the method that a call through an interface in a package variable runs,
// where the package shows one type that the variable holds.
func (e *eval) concrete(com *ssa.CallCommon) *types.Func {
	if !heldBy(com.Value) {
		return nil
	}
	var out *types.Func
	for _, t := range e.held(com.Value, 0) {
		m, _, _ := types.LookupFieldOrMethod(t, true, e.pass.Pkg, com.Method.Name())
		fn, _ := m.(*types.Func)
		if fn == nil || out != nil && fn != out {
			return nil
		}
		out = fn
	}
	return out
}

// heldBy tells whether v can be what held follows: most values are not, at first sight.
func heldBy(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.Call:
		return false
	case *ssa.Extract:
		_, call := v.Tuple.(*ssa.Call)
		return !call
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			_, here := fa.X.(*ssa.Alloc)
			return here
		}
	}
	return true
}

// held lists the types of what is stored in the package variable that v reads.
func (e *eval) held(v ssa.Value, depth int) []types.Type {
	var out []types.Type
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return []types.Type{mi.X.Type()}
	}
	for _, l := range e.x.Resolve(v) {
		g, ok := l.Value.(*ssa.Global)
		if l.Kind != flow.Global || !ok || depth > 2 {
			return nil
		}
		for _, st := range e.x.GlobalStores(g) {
			out = append(out, e.held(st.Val, depth+1)...)
		}
	}
	return out
}
