package dependency

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/hosts"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// A Bulkhead is a limiter, semaphore or worker pool that callers of two or more
// dependencies wait at.
type Bulkhead struct {
	Kind GateKind
	Pos  token.Pos // where it is made
	Fn   *ssa.Function
	What string // what makes it
	Deps []Guarded
}

// A Guarded is a dependency behind a Bulkhead.
type Guarded struct {
	Name string // a host, or the client's type
	User string // a function that calls it
	Path []trace.Step
	at   []string // where its client is made
	by   bool     // callers of a constructor hand in what tells it from others
}

// A making is the place at which a gate or client is made.
type making struct {
	name string
	pos  token.Pos
	fn   *ssa.Function
	what string
	own  bool // each struct that the function fn makes has one
	by   bool // callers of a constructor hand it in
}

// makings says where what r names is made. r is seen from fn.
func (e *eval) makings(r Ref, fn *ssa.Function, depth int) []making {
	var out []making
	if depth > 5 {
		return nil
	}
	switch {
	case r.Root == Made:
		if v, ok := e.places[r.Name]; ok {
			return []making{{name: r.Name + "|" + r.Path, pos: v.Pos(), fn: v.Parent(), what: what(v)}}
		}
		return nil
	case r.Root == Host || r.Root == Text:
		return []making{{name: r.Name}}
	case r.Root == Param && r.Path == "":
		return e.handedIn(r, fn, depth)
	}
	homes := e.homes(r)
	for _, h := range homes {
		in := fn
		if h.base != nil {
			in = h.base.Parent()
		}
		for _, o := range h.outs {
			for _, m := range e.makings(o.ref, in, depth+1) {
				m.own = m.own || h.base != nil && m.fn == in && o.ref.Root == Made
				out = append(out, m)
			}
		}
	}
	if len(homes) == 0 && r.Root == Param {
		return e.handedIn(r, fn, depth)
	}
	if len(out) == 0 && r.Root == Global {
		m := making{name: r.Name + "|" + r.Path}
		if g, ok := e.x.SSA.Pkg.Members[r.Name[strings.LastIndexByte(r.Name, '.')+1:]].(*ssa.Global); ok {
			m.pos, m.what = g.Pos(), g.Name()
		}
		return []making{m}
	}
	return out
}

// handedIn is where the callers of fn make what they hand in.
func (e *eval) handedIn(r Ref, fn *ssa.Function, depth int) []making {
	var out []making
	if fn == nil {
		return nil
	}
	for _, c := range e.x.Callers(flow.Named(fn)) {
		as := ssacall.Args(c.Common())
		if r.Param >= len(as) {
			continue
		}
		refs, _ := e.at(as[r.Param], r.Path)
		for _, o := range refs {
			for _, m := range e.makings(o.ref, c.Parent(), depth+1) {
				m.by = true
				out = append(out, m)
			}
		}
	}
	return out
}

// what names what makes v.
func what(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Call:
		if obj, _ := ssacall.Target(v.Common()); obj != nil {
			return deadlines.FuncName(obj)
		}
	case *ssa.MakeChan:
		return "make(chan)"
	case *ssa.Alloc:
		return types.TypeString(v.Type(), func(p *types.Package) string { return p.Name() })
	}
	return ""
}

// Bulkheads lists the gates of the package behind which two or more dependencies wait.
func (p *Package) Bulkheads() []*Bulkhead {
	if p.e == nil {
		return nil
	}
	b := &bulkheads{e: p.e, byName: map[string]*Bulkhead{}}
	for _, fn := range p.Index.SSA.Funcs {
		if !b.gated(fn) || deadlines.Handler(flow.Named(fn)) {
			continue // what a request waits at before it starts limits the requests
		}
		b.function(fn)
	}
	var out []*Bulkhead
	for _, x := range b.order {
		if len(x.Deps) >= 2 {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b *Bulkhead) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}

// gated tells whether a call of fn meets anything behind a gate that can be a bulkhead.
func (b *bulkheads) gated(fn *ssa.Function) bool {
	return slices.ContainsFunc(b.e.sites[fn], func(s *flow.Site) bool {
		c, ok := s.CallInstruction.(*ssa.Call)
		return ok && slices.ContainsFunc(b.e.meets(c).meets, func(m Meet) bool { return m.Kind == Library && len(m.Gates) > 0 })
	})
}

type bulkheads struct {
	e      *eval
	byName map[string]*Bulkhead
	order  []*Bulkhead
}

// function adds what fn calls behind gates. A gate that spans calls to several
// dependencies bounds a job, not a dependency.
func (b *bulkheads) function(fn *ssa.Function) {
	found, spans := map[making][]Guarded{}, map[making]bool{}
	kinds := map[making]GateKind{}
	var order []making
	for _, s := range b.e.sites[fn] {
		c, ok := s.CallInstruction.(*ssa.Call)
		if !ok {
			continue
		}
		here := map[making][]Guarded{}
		for _, m := range b.e.meets(c).meets {
			for _, g := range b.guards(m, fn) {
				if _, ok := kinds[g.gate]; !ok {
					order = append(order, g.gate)
				}
				kinds[g.gate] = g.kind
				for _, d := range g.deps {
					here[g.gate] = addDep(here[g.gate], d)
				}
			}
		}
		if len(here) == 0 {
			continue
		}
		own := b.e.gatesBefore(c)
		for _, k := range order {
			if len(here[k]) == 0 {
				continue
			}
			if len(here[k]) > 1 && !b.mapped(c) {
				spans[k] = true
			}
			for _, d := range here[k] {
				if len(own) > 0 {
					spans[k] = spans[k] || len(addDep(found[k], d)) > 1 && len(found[k]) > 0
				}
				found[k] = addDep(found[k], d)
			}
		}
	}
	for _, k := range order {
		if !spans[k] {
			b.add(k, kinds[k], found[k])
		}
	}
}

// mapped tells whether the call's dependencies are those of the constructors behind one
// value, not several met in one call.
func (b *bulkheads) mapped(c *ssa.Call) bool {
	l := b.e.meets(c)
	return len(l.meets) == 1
}

type guard struct {
	gate making
	kind GateKind
	deps []Guarded
}

// guards lists the gates before the meet with the dependencies that it stands for.
func (b *bulkheads) guards(m Meet, fn *ssa.Function) []guard {
	var out []guard
	if m.Kind != Library {
		return nil
	}
	for _, g := range m.Gates {
		if g.Kind == Breaker || len(g.Refs) != 1 {
			continue
		}
		deps := b.e.guarded(m, fn)
		if len(deps) == 0 {
			continue
		}
		for _, mk := range b.e.makings(g.Refs[0], fn, 0) {
			if mk.pos == token.NoPos || mk.fn != nil && flow.Named(mk.fn) == flow.Named(fn) {
				continue // made and used in one call
			}
			if mk.own && slices.ContainsFunc(deps, func(d Guarded) bool { return d.by }) {
				continue // each has its own, for what it was made for
			}
			out = append(out, guard{mk, g.Kind, deps})
		}
	}
	return out
}

// guarded names the dependencies that the meet stands for.
func (e *eval) guarded(m Meet, fn *ssa.Function) []Guarded {
	user := clients.FuncName(fn)
	var out []Guarded
	if m.Each {
		refs := []making{{name: m.Addr.Name}}
		if m.Addr.Root != Host && m.Addr.Root != Text {
			refs = e.makings(m.Addr, fn, 0)
		}
		for _, r := range refs {
			host := r.name
			if strings.Contains(host, "://") {
				host = hosts.Of(host, true)
			}
			if host != "" && !strings.Contains(host, "|") && strings.Contains(host, ".") {
				out = addDep(out, Guarded{Name: host, User: user, Path: m.Path, by: r.by})
			}
		}
		return out
	}
	typ, _, ok := cutLast(m.Callee)
	if !ok || !m.Via.Known() {
		return nil
	}
	d := Guarded{Name: typ, User: user, Path: m.Path}
	for _, mk := range e.makings(m.Via, fn, 0) {
		d.at, d.by = append(d.at, mk.name), d.by || mk.by
	}
	return []Guarded{d}
}

// addDep adds d, unless it may be one that is there already.
func addDep(deps []Guarded, d Guarded) []Guarded {
	for _, have := range deps {
		called := len(have.at) == 0 && len(d.at) == 0
		switch {
		case have.Name == d.Name && (len(have.at) == 0 || len(d.at) == 0 || overlap(have.at, d.at)),
			called && hosts.SameProvider(have.Name, d.Name):
			return deps
		case library(have.Name) == library(d.Name) && (len(have.at) == 0 || overlap(have.at, d.at)):
			return deps // two types of one library over one connection
		}
	}
	return append(slices.Clone(deps), d)
}

func library(name string) string {
	lib, _, _ := strings.Cut(name, ".")
	if strings.Count(name, ".") > 1 {
		return name
	}
	return lib
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

func (b *bulkheads) add(k making, kind GateKind, deps []Guarded) {
	x := b.byName[k.name]
	if x == nil {
		x = &Bulkhead{Kind: kind, Pos: k.pos, Fn: k.fn, What: k.what}
		b.byName[k.name] = x
		b.order = append(b.order, x)
	}
	for _, d := range deps {
		x.Deps = addDep(x.Deps, d)
	}
}

// Holds lists the gates at which a function value, or the method RoundTrip of what v
// holds, waits, as places at which these are made.
func (p *Package) Holds(v ssa.Value) []Making {
	if p.e == nil {
		return nil
	}
	var out []Making
	add := func(r Ref, fn *ssa.Function) {
		for _, m := range p.e.makings(r, fn, 0) {
			if m.pos != token.NoPos {
				out = append(out, Making{Ref: Ref{Root: Made, Name: m.what}, Pos: m.pos, Fn: m.fn})
			}
		}
	}
	refs, _ := p.e.at(v, "")
	for _, o := range refs {
		if fn := funcOf(o.val); fn != nil {
			for _, a := range p.e.acquires(fn) {
				add(a.gate.Refs[0], fn)
			}
			continue
		}
		if o.val == nil {
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(o.val.Type(), true, p.e.pass.Pkg, "RoundTrip")
		obj, _ := m.(*types.Func)
		f := p.e.fact(obj)
		if f == nil {
			continue
		}
		for _, g := range f.Waits {
			if len(g.Refs) == 1 && g.Refs[0].Root == Param {
				for _, x := range firstOf(p.e.at(o.val, g.Refs[0].Path)) {
					add(x.ref, o.val.Parent())
				}
			}
		}
	}
	return out
}

func firstOf(o []origin, _ bool) []origin { return o }
