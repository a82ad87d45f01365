package clients

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/trace"
)

// A Drop is a transport or pool that a function makes, uses and does not keep.
type Drop struct {
	Fn   *ssa.Function // the function of this package that does it, or calls one that does
	Make Make
	Pos  token.Pos // the making, where it stands in this package
	// Request is set where Fn serves a request, and PerCall where what Fn does shows that
	// it is called again and again. Both are unset for a transport in any other function.
	Request, PerCall bool
	Chain            []string // function names, from Fn down to the making
}

// httpType tells whether t is a client, transport or round tripper of net/http.
func httpType(t types.Type) bool {
	switch typeName(t) {
	case "net/http.Client", "net/http.Transport", "net/http.RoundTripper":
		return true
	}
	return false
}

// interesting tells whether a value of type t can be, or hold, a transport or pool.
func (e *eval) interesting(t types.Type) bool {
	if httpType(t) || clientType(t) {
		return true
	}
	n, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return e.cat.Owns(path) && path != "net/http" && closer(t)
}

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
		obj, _ := callee(v.Common())
		t := v.Type()
		if tup, ok := t.(*types.Tuple); ok {
			if tup.Len() == 0 {
				return Make{}, false
			}
			t = tup.At(0).Type()
		}
		m = Make{What: deadlines.FuncName(obj), Type: short(typeName(t)), At: e.place(v.Pos())}
		switch {
		case typeName(t) == "net/http.Transport":
			return m, obj.Name() == "Clone" || strings.Contains(obj.Name(), "Pooled")
		case typeName(t) == "net/http.Client":
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
		if _, ok := deref(a.Type()).Underlying().(*types.Struct); !ok {
			return Make{}, false
		}
	}
	name := typeName(a.Type())
	m := Make{What: "&" + short(name) + "{…}", Type: short(name), At: e.place(a.Pos())}
	if name == "net/http.Transport" {
		return m, true
	}
	if name == "" {
		return Make{}, false
	}
	if _, ptr := deref(a.Type()).(*types.Pointer); ptr {
		return Make{}, false
	}
	for _, en := range e.cat.Lit(deref(a.Type())) {
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
		if e.interesting(a.Type()) || strings.HasSuffix(typeName(a.Type()), "grpc.ClientConnInterface") {
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
			obj, _ := callee(c.Common())
			f := e.fact(obj)
			if f == nil {
				continue
			}
			for _, r := range f.Results {
				if r.Kind != ResultFresh {
					continue
				}
				m := r.Make
				m.Path = trace.Join([]trace.Step{e.step(trace.Call, c.Pos(), fn, deadlines.FuncName(obj))}, m.Path)
				if v := resultValue(c, r.Index); v != nil {
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
		if r := resultValue(c, 0); r != nil {
			return r
		}
	}
	return v
}

// resultValue is the value of result i of c, or nil where nobody takes it.
func resultValue(c *ssa.Call, i int) ssa.Value {
	if _, ok := c.Type().(*types.Tuple); !ok {
		return c
	}
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

// freshResult says whether the function returns, each time, a transport or pool made in
// the call, or a client around one.
func (e *eval) freshResult(fn *ssa.Function, vals []ssa.Value, t types.Type) (Make, bool) {
	if !e.interesting(t) {
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

// maxMakes bounds the makes of one fact; the first ones in source order tell a caller
// all that it must do.
const maxMakes = 3

// dropped lists the pools that fn, what it calls, and the literals in it make, use and
// drop: harmless by themselves, a fault in a request.
func (e *eval) dropped(fn *ssa.Function) []Make {
	var out []Make
	add := func(m Make) {
		for _, have := range out {
			if have.At == m.At {
				return
			}
		}
		if len(out) < maxMakes {
			out = append(out, m)
		}
	}
	for _, g := range withLiterals(fn) {
		for _, d := range e.drops(g) {
			if d.Make.Pool {
				add(d.Make)
			}
		}
	}
	return out
}

func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, lit := range fn.AnonFuncs {
		out = append(out, withLiterals(lit)...)
	}
	return out
}

// drops lists what g makes and drops, and the pools that its callees do.
func (e *eval) drops(g *ssa.Function) []*Drop {
	var out []*Drop
	for _, m := range e.madeIn(g) {
		w := e.fate(m.v)
		if m.make.Told || w.once || w.state&(Kept|Returned) != 0 || w.state&Used == 0 {
			continue
		}
		if !m.make.Pool && w.state&(Closed|NoKeepAlive) != 0 {
			continue
		}
		m.make.Closed = w.state&Closed != 0
		d := &Drop{Fn: g, Make: m.make, PerCall: e.perCall(m)}
		if m.here {
			d.Pos = m.pos
		}
		out = append(out, d)
	}
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			obj, _ := callee(c.Common())
			f := e.fact(obj)
			if f == nil {
				continue
			}
			for _, m := range f.Makes {
				m.Path = trace.Join([]trace.Step{e.step(trace.Call, c.Pos(), g, deadlines.FuncName(obj))}, m.Path)
				out = append(out, &Drop{Fn: g, Make: m})
			}
		}
	}
	return out
}

// perCall tells whether what the function does shows that it is called again and again:
// it gets a context and is a method, or the making stands in a loop.
func (e *eval) perCall(m made) bool {
	if in, ok := m.v.(ssa.Instruction); ok && inCycle(in.Block()) {
		return true
	}
	named := m.fn
	for named.Parent() != nil {
		named = named.Parent()
	}
	if named.Signature.Recv() == nil {
		return false
	}
	for _, p := range named.Params {
		if typeName(p.Type()) == "context.Context" {
			return !startName(named.Name())
		}
	}
	return false
}

// startName tells whether a name says that its function runs once in an object's life.
func startName(name string) bool {
	for _, p := range []string{"New", "Open", "Init", "Start", "Run", "Connect", "Setup", "Migrate", "Load", "Configure", "Serve", "Listen", "Watch", "Subscribe"} {
		if strings.HasPrefix(strings.ToLower(name), strings.ToLower(p)) {
			return true
		}
	}
	return false
}

// requestDrops lists the transports that are dropped, and the pools that are dropped in
// a request or left open in what is clearly called again and again: one each making.
func (e *eval) requestDrops(funcs []*ssa.Function) []*Drop {
	var out []*Drop
	seen := map[Place]bool{}
	add := func(d *Drop) {
		if seen[d.Make.At] || deadlines.TestHelper(d.Fn) || e.startUp(d.Fn) {
			return
		}
		seen[d.Make.At] = true
		d.Chain = chain(d.Make.Path)
		out = append(out, d)
	}
	var late []*Drop
	for _, fn := range funcs {
		for _, d := range e.drops(fn) {
			d.Request = inHandler(fn)
			if d.Pos == token.NoPos && d.Make.At.Pkg == e.pass.Pkg.Path() {
				d.Pos = e.posOf(d.Make.At)
			}
			switch {
			case d.Request:
				add(d)
			case !d.Make.Pool, d.PerCall && !d.Make.Closed:
				late = append(late, d) // the request says more, where there is one
			}
		}
	}
	for _, d := range late {
		add(d)
	}
	return out
}

// chain names the functions on the path.
func chain(path []trace.Step) []string {
	var out []string
	for i, s := range path {
		if i == 0 {
			out = append(out, s.Func)
		}
		out = append(out, s.Note)
	}
	return out
}

// inHandler tells whether fn, or the function that the literal fn stands in, serves a
// request.
func inHandler(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if deadlines.Handler(fn) {
			return true
		}
	}
	return false
}

// posOf finds the place in this package's files again.
func (e *eval) posOf(at Place) token.Pos {
	for _, f := range e.pass.Files {
		tf := e.pass.Fset.File(f.FileStart)
		if tf == nil || !strings.HasSuffix("/"+tf.Name(), "/"+at.File) || at.Line > tf.LineCount() {
			continue
		}
		return tf.LineStart(at.Line) + token.Pos(at.Col-1)
	}
	return token.NoPos
}

// startUp tells whether fn runs only when the program starts: main, its initialisers,
// and the functions of package main that only they call.
func (e *eval) startUp(fn *ssa.Function) bool { return e.onlyStartUp(fn, map[*ssa.Function]bool{}) }

func (e *eval) onlyStartUp(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if deadlines.StartUp(fn) {
		return true
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if seen[fn] || fn.Pkg == nil || fn.Pkg.Pkg.Name() != "main" || deadlines.Handler(fn) {
		return false
	}
	seen[fn] = true
	callers := e.x.Callers(fn)
	for _, c := range callers {
		if !e.onlyStartUp(c.Parent(), seen) {
			return false
		}
	}
	return len(callers) > 0
}

// StartUp tells whether fn runs only when the program starts.
func (p *Package) StartUp(fn *ssa.Function) bool { return p.eval.startUp(fn) }
