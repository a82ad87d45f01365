package clients

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A Mutation is a write to a process-wide default or to one of its fields.
type Mutation struct {
	Fn     *ssa.Function
	Pos    token.Pos
	At     ssa.Instruction
	Name   string // http.DefaultClient or http.DefaultTransport
	Field  string // the field written, or empty where the variable itself is
	Callee string // the function that writes, where fn only hands the default to it
	Sure   bool   // the value can be nothing else
}

// mutations returns the writes of fn to the defaults.
func (e *eval) mutations(fn *ssa.Function) []*Mutation {
	var out []*Mutation
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if m := e.writes(in); m != nil {
					m.Fn, m.At, m.Pos = fn, in, in.Pos()
					out = append(out, m)
				}
			case ssa.CallInstruction:
				out = append(out, e.writesThrough(fn, in)...)
			}
		}
	}
	return out
}

func (e *eval) writes(st *ssa.Store) *Mutation {
	switch addr := st.Addr.(type) {
	case *ssa.Global:
		if name := isDefault(addr); name != "" && !e.same(st.Val, name) {
			return &Mutation{Name: name, Sure: true}
		}
	case *ssa.UnOp: // *http.DefaultClient = …
		if gotype.Name(addr.Type()) == "net/http.Client" {
			if name, sure := e.isDefaultValue(addr, 0); name != "" {
				return &Mutation{Name: name, Sure: sure}
			}
		}
	case *ssa.FieldAddr:
		name, field, sure := e.defaultField(addr)
		if name != "" {
			return &Mutation{Name: name, Field: field, Sure: sure}
		}
	}
	return nil
}

// same tells whether v is what the variable name held before: a value put back.
func (e *eval) same(v ssa.Value, name string) bool {
	found, sure := e.isDefaultValue(v, 0)
	return found == name && sure
}

// defaultField tells whether the field address leads into a default: to a field of it,
// or to a field of what a field of it points to.
func (e *eval) defaultField(fa *ssa.FieldAddr) (name, field string, sure bool) {
	field = flow.FieldVar(fa).Name()
	switch gotype.Name(fa.X.Type()) {
	case "net/http.Client", "net/http.Transport":
		name, sure = e.isDefaultValue(fa.X, 0)
		return name, field, sure
	case "crypto/tls.Config":
		ld, ok := fa.X.(*ssa.UnOp)
		if !ok {
			return "", "", false
		}
		if outer, ok := ld.X.(*ssa.FieldAddr); ok && gotype.Name(outer.X.Type()) == "net/http.Transport" {
			name, sure = e.isDefaultValue(outer.X, 0)
			return name, flow.FieldVar(outer).Name() + "." + field, sure
		}
	}
	return "", "", false
}

// isDefaultValue names the default that v points to, where it can; sure tells whether it
// can be nothing else.
func (e *eval) isDefaultValue(v ssa.Value, depth int) (name string, sure bool) {
	if depth > 3 {
		return "", false
	}
	sure = true
	for _, l := range e.x.Resolve(v) {
		if l.Kind == flow.Const {
			continue // nil: writing through it fails
		}
		n, s := e.defaultLeaf(l, depth)
		if n == "" || name != "" && n != name {
			sure = false
		}
		sure = sure && s
		if n != "" {
			name = n
		}
	}
	return name, sure && name != ""
}

func (e *eval) defaultLeaf(l flow.Leaf, depth int) (string, bool) {
	switch l.Kind {
	case flow.Global:
		g := l.Value.(*ssa.Global)
		if n := isDefault(g); n != "" {
			return n, true
		}
		if g.Pkg == e.x.SSA.Pkg {
			return e.defaultStores(e.x.GlobalStores(g), depth)
		}
	case flow.Field:
		if gotype.Name(l.Base.Type()) == "net/http.Client" { // its Transport
			return e.transportOf(l, depth)
		}
		return e.defaultStores(e.x.FieldStores(l.Var), depth)
	case flow.Call:
		for _, n := range []string{defaultClient, defaultTransport} {
			if e.defaultResult(l.Value.(*ssa.Call), l.Result, n) {
				return n, true
			}
		}
	}
	return "", false
}

// transportOf is the default that the Transport of a client is: the client's own literal
// says so.
func (e *eval) transportOf(l flow.Leaf, depth int) (string, bool) {
	leaves := e.x.Resolve(l.Base)
	if len(leaves) != 1 { // of several clients each would have to say it
		return "", false
	}
	c := leaves[0]
	if alloc, ok := c.Value.(*ssa.Alloc); ok {
		return e.defaultStores(flow.StoresTo(alloc, l.Var), depth)
	}
	if c.Kind != flow.Field || depth > 2 {
		return "", false
	}
	stores := e.x.FieldStores(c.Var)
	if len(stores) != 1 {
		return "", false
	}
	return e.transportOf(flow.Leaf{Var: l.Var, Base: stores[0].Val}, depth+1)
}

func (e *eval) defaultStores(stores []*ssa.Store, depth int) (name string, sure bool) {
	sure = true
	for _, st := range stores {
		if ssacall.IsNil(st.Val) {
			continue
		}
		n, s := e.isDefaultValue(st.Val, depth+1)
		if n == "" || name != "" && n != name {
			sure = false
			continue
		}
		name, sure = n, sure && s
	}
	return name, sure && name != ""
}

// writesThrough returns the writes of a function that a default is handed to.
func (e *eval) writesThrough(fn *ssa.Function, c ssa.CallInstruction) []*Mutation {
	obj, _ := ssacall.Target(c.Common())
	f := e.fact(obj)
	if f == nil || len(f.Writes) == 0 {
		return nil
	}
	var out []*Mutation
	as := ssacall.Args(c.Common())
	for _, w := range f.Writes {
		if w.Param >= len(as) {
			continue
		}
		if name, sure := e.isDefaultValue(as[w.Param], 0); name != "" {
			out = append(out, &Mutation{Fn: fn, At: c, Pos: c.Pos(), Name: name, Field: w.Field, Callee: deadlines.FuncName(obj), Sure: sure})
		}
	}
	return out
}

// paramWrites returns the fields of clients and transports that fn writes through a
// parameter, itself or in what it calls.
func (e *eval) paramWrites(fn *ssa.Function) []Write {
	var out []Write
	add := func(w Write) {
		for _, have := range out {
			if have == w {
				return
			}
		}
		out = append(out, w)
	}
	e.eachBody(fn, func(b *body) {
		for i := range b.items {
			it := &b.items[i]
			if it.kind&setsField != 0 {
				fa := it.in.(*ssa.Store).Addr.(*ssa.FieldAddr)
				if i := e.onlyParam(fn, fa.X); i != NoParam {
					add(Write{Param: i, Field: flow.FieldVar(fa).Name()})
				}
			}
			if it.call == nil {
				continue
			}
			f := e.factOf(it.call)
			if f == nil || len(f.Writes) == 0 {
				continue
			}
			as := ssacall.Args(it.call.Common())
			for _, w := range f.Writes {
				if w.Param < len(as) {
					if i := e.onlyParam(fn, as[w.Param]); i != NoParam {
						add(Write{Param: i, Field: w.Field})
					}
				}
			}
		}
	})
	return out
}

// onlyParam returns the index of the parameter of fn that v can only be, or NoParam.
func (e *eval) onlyParam(fn *ssa.Function, v ssa.Value) int {
	leaves := e.x.Resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Param {
		return NoParam
	}
	if p := leaves[0].Value.(*ssa.Parameter); p.Parent() == fn {
		return ssacall.ParamIndex(p)
	}
	return NoParam
}
