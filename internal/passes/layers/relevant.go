package layers

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// relevance says what a value of a type can bring.
type relevance struct {
	follow   bool // it may say something, where it can be followed
	settings bool // it brings a library's settings: where it can't be followed, some may be missing
	requests bool // requests go through it: where it can't be followed, layers may be missing
}

func (m relevance) or(o relevance) relevance {
	return relevance{m.follow || o.follow, m.settings || o.settings, m.requests || o.requests}
}

// relevant tells whether a value of type t can say anything about retries.
func (e *Eval) relevant(t types.Type) bool {
	m := e.matters(t, 0)
	return m.follow || m.settings || m.requests
}

// maxNesting bounds how deep a type is looked into.
const maxNesting = 5

// matters says what a value of type t can bring, by its name, fields and methods.
func (e *Eval) matters(t types.Type, depth int) relevance {
	if m, ok := e.types[t]; ok {
		return m
	}
	if depth > maxNesting {
		return relevance{}
	}
	e.types[t] = relevance{} // a type that holds itself adds nothing
	m := e.judge(t, depth)
	delete(e.types, t)
	if depth == 0 {
		e.types[t] = m
	}
	return m
}

func (e *Eval) judge(t types.Type, depth int) relevance {
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return e.matters(u.Elem(), depth+1)
	case *types.Slice:
		return e.matters(u.Elem(), depth+1)
	case *types.Array:
		return e.matters(u.Elem(), depth+1)
	case *types.Signature:
		return e.signature(u, depth)
	case *types.Interface:
		return relevance{requests: carries(t, e.pass.Pkg)}
	case *types.Named:
		return e.ofNamed(u, depth)
	}
	return relevance{}
}

func (e *Eval) ofNamed(n *types.Named, depth int) relevance {
	if n.Obj().Pkg() == nil {
		return relevance{}
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	switch {
	case path == "net/http":
		return relevance{requests: slices.Contains([]string{"Client", "RoundTripper", "Transport"}, name)}
	case path == grpcPath:
		return grpcType(name)
	}
	m := relevance{requests: carries(n, e.pass.Pkg)}
	if own, _, inner := strings.Cut(path, "/internal/"); inner && e.cat.HasRetries(own) {
		return relevance{settings: true, follow: true} // an option under an exported alias
	}
	if e.cat.HasRetries(path) {
		m.follow = true
		m.settings = e.kinds.brings(n)
	}
	switch u := n.Underlying().(type) {
	case *types.Signature:
		return m.or(e.signature(u, depth))
	case *types.Struct:
		if m.follow {
			return m.or(e.fields(u, depth))
		}
	case *types.Interface:
		// A client of a library may stand behind the program's own interface.
		m.follow = m.follow || u.NumMethods() > 0 && outside.InProgram(e.pass, path)
	}
	return m
}

// grpcType says it of a type of package grpc. Options of one call are followed, and nothing
// is missing where they come from a caller.
func grpcType(name string) relevance {
	switch name {
	case "ClientConn", "ClientConnInterface":
		return relevance{requests: true}
	case "DialOption", "UnaryClientInterceptor", "StreamClientInterceptor":
		return relevance{settings: true}
	case "CallOption":
		return relevance{follow: true}
	}
	return relevance{}
}

// fields says what the fields of a library's struct bring that are structs by value, or
// settings.
func (e *Eval) fields(st *types.Struct, depth int) relevance {
	var m relevance
	for i := range st.NumFields() {
		o := e.matters(st.Field(i).Type(), depth+1)
		o.requests = false // it is a client of its own that retries, and its transport its part
		m = m.or(o)
	}
	return m
}

func (e *Eval) signature(sig *types.Signature, depth int) relevance {
	var m relevance
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range t.Len() {
			m = m.or(e.matters(t.At(i).Type(), depth+1))
		}
	}
	return m
}

// carries tells whether requests go through a value of type t.
func carries(t types.Type, pkg *types.Package) bool { return way(t, pkg) != nil }

// mayCarry tells whether a type can have a method of the name that way looks for. Of most
// named types that shows at once, and a look-up walks through all that a pointer could add.
func mayCarry(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return true
	}
	carrying := func(m *types.Func) bool { return m.Name() == "RoundTrip" || m.Name() == "Do" }
	n = n.Origin()
	for m := range n.Methods() {
		if carrying(m) {
			return true
		}
	}
	switch u := n.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() {
				return true
			}
		}
		return false
	case *types.Interface:
		for m := range u.Methods() {
			if carrying(m) {
				return true
			}
		}
		return false
	case *types.Pointer:
		return true
	}
	return false
}

// way returns the method by which requests go through a value of type t, RoundTrip or Do
// with an *http.Request, or nil.
func way(t types.Type, pkg *types.Package) *types.Func {
	if !mayCarry(t) {
		return nil
	}
	for _, name := range []string{"RoundTrip", "Do"} {
		fn := method(t, name, pkg)
		if fn == nil {
			fn = method(types.NewPointer(t), name, pkg)
		}
		if fn != nil && fn.Signature().Params().Len() == 1 && gotype.Is(fn.Signature().Params().At(0).Type(), "net/http", "Request") {
			return fn
		}
	}
	return nil
}

// apart tells whether the name a of an object stands in a field of a library's struct: all
// values of that type in the package share the field's name, and say nothing of this one.
func (e *Eval) apart(a ssa.Value) bool {
	if u, ok := a.(*ssa.UnOp); ok {
		a = u.X
	}
	fa, ok := a.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	st, ok := gotype.Deref(fa.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	f := st.Field(fa.Field)
	return f.Pkg() == nil || !outside.InProgram(e.pass, f.Pkg().Path())
}
