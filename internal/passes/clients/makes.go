package clients

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// httpType tells whether t is a client, transport or round tripper of net/http.
func httpType(t types.Type) bool {
	return gotype.In(t, "net/http", "Client", "Transport", "RoundTripper")
}

// interesting tells whether a value of type t can be, or hold, a transport or pool.
func (e *eval) interesting(t types.Type) bool {
	if httpType(t) || clientType(t) {
		return true
	}
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return e.cat.Owns(path) && path != "net/http" && closer(t)
}

// holder tells whether t is a struct of the program with a field that is interesting: an
// API object with its client, a store with its database.
func (e *eval) holder(t types.Type) bool {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !outside.InProgram(e.pass, n.Obj().Pkg().Path()) {
		return false
	}
	if is, ok := e.holders[n]; ok {
		return is
	}
	st, ok := n.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if e.interesting(st.Field(i).Type()) {
			e.holders[n] = true
			return true
		}
	}
	e.holders[n] = false
	return false
}

// follows tells whether a value of type t is worth following to its end.
func (e *eval) follows(t types.Type) bool { return e.interesting(t) || e.holder(t) }

// closer tells whether t has a method that closes it.
func closer(t types.Type) bool {
	for _, name := range []string{"Close", "Disconnect", "Shutdown"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

// makeOf says whether v makes a transport or pool, and at which result index it is.
func (e *eval) makeOf(v ssa.Value) (m Make, ok bool) {
	switch v := v.(type) {
	case *ssa.Alloc:
		return e.literal(v)
	case *ssa.Call:
		en := e.entry(v.Common(), catalogue.KindClientNew)
		if en == nil {
			return Make{}, false
		}
		obj, _ := ssacall.Target(v.Common())
		t := v.Type()
		if tup, ok := t.(*types.Tuple); ok {
			if tup.Len() == 0 {
				return Make{}, false
			}
			t = tup.At(0).Type()
		}
		m = Make{What: deadlines.FuncName(obj), Type: short(gotype.Name(t)), At: e.place(v.Pos())}
		switch {
		case gotype.Name(t) == "net/http.Transport":
			return m, obj.Name() == "Clone" || strings.Contains(obj.Name(), "Pooled")
		case gotype.Name(t) == "net/http.Client":
			return m, strings.Contains(obj.Name(), "Pooled")
		case e.ownTransport(en, v.Common()):
			return m, true
		}
		m.Pool = true
		return m, e.pool(en, v.Common(), t)
	}
	return Make{}, false
}

func (e *eval) literal(a *ssa.Alloc) (Make, bool) {
	if a.Comment != "complit" && a.Comment != "new" && !strings.HasPrefix(a.Comment, "slicelit") {
		if _, ok := gotype.Deref(a.Type()).Underlying().(*types.Struct); !ok {
			return Make{}, false
		}
	}
	name := gotype.Name(a.Type())
	m := Make{What: "&" + short(name) + "{…}", Type: short(name), At: e.place(a.Pos())}
	if name == "net/http.Transport" {
		return m, true
	}
	if name == "" {
		return Make{}, false
	}
	if _, ptr := gotype.Deref(a.Type()).(*types.Pointer); ptr {
		return Make{}, false
	}
	for _, en := range e.cat.Lit(gotype.Deref(a.Type())) {
		if en.Kind == catalogue.KindClientNew && dials(en) && closer(a.Type()) {
			m.Pool = true
			return m, true
		}
	}
	return Make{}, false
}

func dials(en *catalogue.Entry) bool {
	return slices.Contains([]string{"yes", "lazy", "background", "ping"}, en.Dials)
}

// ownTransport tells whether the client that the call makes has an HTTP transport of
// its own: the library makes one where none is handed in.
func (e *eval) ownTransport(en *catalogue.Entry, c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if e.interesting(a.Type()) {
			return false
		}
	}
	for _, f := range en.Fields {
		if (f.Role == "transport" && strings.Contains(f.Default, "own transport")) || (f.Role == "client" && strings.Contains(f.Default, "DefaultPooledClient")) {
			return true
		}
	}
	return false
}

// pool tells whether the call makes a pool or connection: it dials, now or later, what
// it makes can be closed, and it is not made over one that is there already.
func (e *eval) pool(en *catalogue.Entry, c *ssa.CallCommon, t types.Type) bool {
	if !dials(en) || !closer(t) && en.Dials != "ping" {
		return false
	}
	for _, a := range c.Args {
		if e.interesting(a.Type()) || strings.HasSuffix(gotype.Name(a.Type()), "grpc.ClientConnInterface") {
			return false
		}
	}
	return true
}

// A made is a transport or pool as a function gets it: it makes it, or a callee does.
type made struct {
	v    ssa.Value // what to follow
	fn   *ssa.Function
	pos  token.Pos // of the making or of the call
	here bool
	make Make
}

// madeIn lists the transports and pools that fn itself gets, made here or by callees.
func (e *eval) madeIn(fn *ssa.Function) []made {
	var out []made
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok {
				continue
			}
			if m, ok := e.makeOf(v); ok {
				m.Path = []trace.Step{e.step(trace.Make, v.Pos(), fn, m.What)}
				out = append(out, made{v: first(v), fn: fn, pos: v.Pos(), here: true, make: m})
				continue
			}
			c, ok := v.(*ssa.Call)
			if !ok {
				continue
			}
			obj, _ := ssacall.Target(c.Common())
			f := e.facts.Get(obj)
			if f == nil {
				continue
			}
			for _, r := range f.Results {
				if r.Kind != ResultFresh {
					continue
				}
				m := r.Make
				m.Path = trace.Join([]trace.Step{e.step(trace.Call, c.Pos(), fn, deadlines.FuncName(obj))}, m.Path)
				if v := ssacall.Result(c, r.Index); v != nil {
					out = append(out, made{v: v, fn: fn, pos: c.Pos(), make: m})
				}
			}
		}
	}
	return out
}

// first is the value that a call with an error beside its result gives.
func first(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		if r := ssacall.Result(c, 0); r != nil {
			return r
		}
	}
	return v
}

// freshResult says whether the function returns, each time, a transport or pool made in
// the call, or a client around one.
func (e *eval) freshResult(fn *ssa.Function, vals []ssa.Value, t types.Type) (Make, bool) {
	if !e.follows(t) {
		return Make{}, false
	}
	var out *Make
	held := 0
	all := e.madeIn(fn)
	for _, v := range vals {
		for i := range all {
			m := &all[i]
			w := e.fate(m.v)
			if w.once || w.state&(Kept|NoKeepAlive) != 0 || !w.seen[v] && v != m.make0() {
				continue
			}
			held++
			if out == nil {
				out = &m.make
			}
			break
		}
	}
	if out == nil || held != len(vals) {
		return Make{}, false
	}
	return *out, true
}

// make0 is the tuple that the value stands in, for `return open()`.
func (m *made) make0() ssa.Value {
	if x, ok := m.v.(*ssa.Extract); ok {
		return x.Tuple
	}
	return m.v
}
