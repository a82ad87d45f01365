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
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// madeBy says whether a call, of which the catalogue says that it makes a client, makes a
// transport or pool.
func (e *eval) madeBy(v *ssa.Call, en *catalogue.Entry) (m Make, ok bool) {
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

// A litKind says what a literal or new variable of a type makes.
type litKind uint8

const (
	litNothing litKind = iota
	litTransport
	litPool
)

// literal says whether a makes a transport or pool.
func (e *eval) literal(a *ssa.Alloc) (Make, bool) {
	t := gotype.Deref(a.Type())
	n := namedType(t)
	if n == nil || n.Obj().Pkg() == nil {
		return Make{}, false
	}
	k, ok := e.lits[n]
	if !ok {
		k = e.litKind(n)
		e.lits[n] = k
	}
	if k == litNothing {
		return Make{}, false
	}
	if a.Comment != "complit" && a.Comment != "new" && !strings.HasPrefix(a.Comment, "slicelit") {
		if _, ok := t.Underlying().(*types.Struct); !ok {
			return Make{}, false
		}
	}
	name := short(gotype.Name(n))
	return Make{What: "&" + name + "{…}", Type: name, At: e.place(a.Pos()), Pool: k == litPool}, true
}

func (e *eval) litKind(n *types.Named) litKind {
	if gotype.Is(n, "net/http", "Transport") {
		return litTransport
	}
	for _, en := range e.cat.Lit(n) {
		if en.Kind == catalogue.KindClientNew && dials(en) && closer(types.NewPointer(n)) {
			return litPool
		}
	}
	return litNothing
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
	b := e.bodies[fn]
	if b == nil {
		return nil
	}
	var out []made
	for i := range b.items {
		it := &b.items[i]
		if it.kind&makes != 0 {
			v, m := it.in.(ssa.Value), *it.make
			m.Path = []trace.Step{e.step(trace.Make, v.Pos(), fn, m.What)}
			out = append(out, made{v: result(v), fn: fn, pos: v.Pos(), here: true, make: m})
			continue
		}
		c, ok := it.in.(*ssa.Call)
		if !ok {
			continue
		}
		f := e.factOf(it.call)
		if f == nil {
			continue
		}
		for _, r := range f.Results {
			if r.Kind != ResultFresh {
				continue
			}
			m := r.Make
			m.Path = trace.Join([]trace.Step{e.step(trace.Call, c.Pos(), fn, deadlines.FuncName(it.call.Fn))}, m.Path)
			if v := ssacall.Result(c, r.Index); v != nil {
				out = append(out, made{v: v, fn: fn, pos: c.Pos(), make: m})
			}
		}
	}
	return out
}

// result is the value that a call with an error beside its result gives.
func result(v ssa.Value) ssa.Value {
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
