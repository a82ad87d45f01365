package clients

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
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
	for _, g := range flow.WithLiterals(fn) {
		for _, d := range e.drops(g) {
			if d.Make.Pool {
				add(d.Make)
			}
		}
	}
	return out
}

// drops lists what g makes and drops, and the pools that its callees do.
func (e *eval) drops(g *ssa.Function) []*Drop {
	b := e.bodies[g]
	if b == nil {
		return nil
	}
	var out []*Drop
	for _, m := range e.madeIn(g) {
		w := e.fate(m.v)
		if m.make.Told || w.once || w.state&(Kept|Returned) != 0 || w.state&Used == 0 {
			continue
		}
		if !m.make.Pool && w.state&(Closed|NoKeepAlive) != 0 {
			continue
		}
		in, _ := m.v.(ssa.Instruction)
		if in != nil && !e.repeated(in.Block()) && !inHandler(g) && e.life(g) != 0 {
			continue // it lives as long as a loop or server that uses it
		}
		m.make.Closed = w.state&Closed != 0
		d := &Drop{Fn: g, Make: m.make, PerCall: e.perCall(m)}
		if !e.interesting(m.v.Type()) && !d.PerCall && !inHandler(g) {
			continue // what holds it may be meant to live as long as its maker's caller
		}
		if m.here {
			d.Pos = m.pos
		}
		out = append(out, d)
	}
	for i := range b.items {
		c := b.items[i].call
		if c == nil {
			continue
		}
		f := e.factOf(c)
		if f == nil {
			continue
		}
		for _, m := range f.Makes {
			m.Path = trace.Join([]trace.Step{e.step(trace.Call, c.Pos(), g, deadlines.FuncName(c.Fn))}, m.Path)
			out = append(out, &Drop{Fn: g, Make: m})
		}
	}
	return out
}

// perCall tells whether what the function does shows that it is called again and again:
// it gets a context and is a method, or the making stands in a loop.
func (e *eval) perCall(m made) bool {
	if in, ok := m.v.(ssa.Instruction); ok && e.x.Again(in.Block()) {
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
		if gotype.IsContext(p.Type()) {
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
		if seen[d.Make.At] || deadlines.TestHelper(d.Fn) || e.startUp(d.Fn, nil) {
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
// and the functions of package main that only they call. What they repeat for good does
// not; at is what stands in fn, or nil.
func (e *eval) startUp(fn *ssa.Function, at ssa.Instruction) bool {
	return e.onlyStartUp(fn, at, map[*ssa.Function]bool{})
}

// maxCallers is how many callers one above the other are asked whether they run at start-up.
const maxCallers = 200

func (e *eval) onlyStartUp(fn *ssa.Function, at ssa.Instruction, seen map[*ssa.Function]bool) bool {
	if at != nil && e.repeated(at.Block()) {
		return false
	}
	if deadlines.StartUp(fn) {
		return true
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if seen[fn] || len(seen) == maxCallers || fn.Pkg == nil || fn.Pkg.Pkg.Name() != "main" || deadlines.Handler(fn) {
		return false
	}
	seen[fn] = true
	callers := e.x.Callers(fn)
	for _, c := range callers {
		if !e.onlyStartUp(c.Parent(), c, seen) {
			return false
		}
	}
	return len(callers) > 0
}

// StartUp tells whether fn, and what stands there at in, runs only when the program starts.
func (p *Package) StartUp(fn *ssa.Function, at ssa.Instruction) bool { return p.eval.startUp(fn, at) }
