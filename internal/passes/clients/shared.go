package clients

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/hosts"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/trace"
)

// A Shared is a client through which two or more dependencies are called.
type Shared struct {
	Pos  token.Pos // where the client is made, in this package
	At   Place     // or in another one, where Fn is nil
	Fn   *ssa.Function
	What string // what makes it
	Home string // the field or variable that keeps it, or empty
	Deps []Dependency
	// Sure is set where all dependencies are constant hosts.
	Sure bool
	// Value makes the client, where that is in this package.
	Value ssa.Value
}

// A Dependency is what is called at a constant host, or by a base URL.
type Dependency struct {
	Name  string // the host, or what holds the base URL
	Users []string
	Path  []trace.Step
	owner string
	pkg   string // with uses of other packages
	ref   Ref
}

// shared lists the clients of the package that two or more dependencies share.
func (g *graph) shared() []*Shared {
	var out []*Shared
	for _, m := range g.order {
		s := &Shared{Pos: m.pos, Fn: m.fn, What: m.what, Value: m.val}
		g.collect(s, m.ref)
		if s.enough() {
			out = append(out, s)
		}
	}
	for i := range g.stores {
		st := &g.stores[i]
		if st.client != (Ref{Kind: RefNamed, Name: "net/http.DefaultClient"}) || st.field == "" {
			continue
		}
		if g.alwaysDefault(st.field) {
			continue // each call through it is a call through the default
		}
		s := &Shared{Pos: st.pos, Fn: st.fn, What: defaultClient}
		g.keptIn(s, st)
		if s.enough() {
			out = append(out, s)
		}
	}
	out = append(out, g.values()...)
	slices.SortStableFunc(out, func(a, b *Shared) int { return int(a.Pos - b.Pos) })
	out = slices.CompactFunc(out, func(a, b *Shared) bool { return a.Pos == b.Pos })
	return append(out, g.abroad()...)
}

// values lists the shared package variables that are a client by value.
func (g *graph) values() []*Shared {
	var out []*Shared
	for _, v := range g.e.clientVars() {
		s := &Shared{Pos: v.Pos(), Fn: g.e.x.SSA.Pkg.Func("init"), What: short(gotype.Name(v.Type())), Home: v.Name()}
		g.collect(s, Ref{Kind: RefNamed, Name: v.Pkg().Path() + "." + v.Name()})
		if s.Fn != nil && s.enough() {
			out = append(out, s)
		}
	}
	return out
}

// clientVars lists the package variables that are a client, not a pointer to one.
func (e *eval) clientVars() []*types.Var {
	var out []*types.Var
	for _, name := range e.pass.Pkg.Scope().Names() {
		v, ok := e.pass.Pkg.Scope().Lookup(name).(*types.Var)
		if ok && e.isClient(v.Type()) {
			if _, ptr := types.Unalias(v.Type()).(*types.Pointer); !ptr {
				out = append(out, v)
			}
		}
	}
	return out
}

// abroad lists the variables of imported packages whose client this package alone uses
// for two dependencies.
func (g *graph) abroad() []*Shared {
	var out []*Shared
	seen := map[string]*Shared{}
	for _, u := range g.uses {
		if u.client.Kind != RefNamed || u.client.Path != "" {
			continue
		}
		s, ok := seen[u.client.Name]
		if !ok {
			s = g.e.homeIn(u.client.Name)
			seen[u.client.Name] = s
			if s != nil {
				out = append(out, s)
			}
		}
		if s != nil {
			s.add(u, "")
		}
	}
	return slices.DeleteFunc(out, func(s *Shared) bool { return !s.enough() })
}

// homeIn is the client that a variable of an imported package holds, or nil.
func (e *eval) homeIn(name string) *Shared {
	i := strings.LastIndexByte(name, '.')
	for _, p := range e.pass.Pkg.Imports() {
		if i < 0 || p.Path() != name[:i] || !outside.InProgram(e.pass, p.Path()) {
			continue
		}
		var f Func
		if v := p.Scope().Lookup(name[i+1:]); v != nil && e.pass.ImportObjectFact(v, &f) && f.Home.What != "" {
			return &Shared{At: f.Home.At, What: f.Home.What, Home: v.Name()}
		}
	}
	return nil
}

// alwaysDefault tells whether nothing but the default client is stored in the field.
func (g *graph) alwaysDefault(field string) bool {
	for _, s := range g.stores {
		if s.field == field && s.client != (Ref{Kind: RefNamed, Name: "net/http.DefaultClient"}) {
			return false
		}
	}
	return true
}

// collect gathers what is called through the client ref: where it is at hand, and where
// it is kept.
func (g *graph) collect(s *Shared, ref Ref) {
	for _, u := range g.uses {
		if u.client == ref {
			s.add(u, u.through)
		}
	}
	for i := range g.stores {
		if st := &g.stores[i]; st.client == ref {
			g.keptIn(s, st)
		}
	}
}

func (g *graph) keptIn(s *Shared, st *clientStore) {
	if st.global != "" {
		if s.Home == "" {
			s.Home = st.global[strings.LastIndexByte(st.global, '.')+1:]
		}
		for _, u := range g.uses {
			if u.client.Kind == RefNamed && u.client.Name == st.global && u.client.Path == "" {
				s.add(u, "")
			}
		}
		for i := range g.stores {
			if on := &g.stores[i]; on.client == (Ref{Kind: RefNamed, Name: st.global}) && on.global == "" {
				g.keptIn(s, on)
			}
		}
		return
	}
	if s.Home == "" {
		s.Home = st.field[strings.LastIndexByte(st.field, '.')+1:]
	}
	owner := st.field[:strings.LastIndexByte(st.field, '.')]
	for _, u := range g.kept(st) {
		u.now = false
		s.add(u, owner)
	}
	g.instances(s, st)
}

// instances adds what is called through the field of one instance that others hold, as
// in s.engine.client: the largest group of one holder, where the field has one maker.
func (g *graph) instances(s *Shared, st *clientStore) {
	for i := range g.stores {
		if on := &g.stores[i]; on != st && on.field == st.field && on.client != st.client && on.client.Kind == RefMade {
			return
		}
	}
	var best *Shared
	groups := map[string]*Shared{}
	for _, u := range g.uses {
		if u.client.Path == "" || u.client.Kind == RefParam && u.client.Path == st.field ||
			u.client.Path != st.field && !strings.HasSuffix(u.client.Path, "|"+st.field) {
			continue
		}
		key := u.client.Name + "|" + u.client.Path
		x := groups[key]
		if x == nil {
			x = &Shared{Deps: slices.Clone(s.Deps)}
			groups[key] = x
		}
		x.add(u, u.through)
		if best == nil || len(x.Deps) > len(best.Deps) {
			best = x
		}
	}
	if best != nil {
		s.Deps = best.Deps
	}
}

// add counts the use's dependency. owner is the type or function that the client was
// handed to, by which base URLs that are no constants are told apart.
func (s *Shared) add(u clientUse, owner string) {
	d := Dependency{Users: []string{FuncName(u.fn)}, Path: u.path, owner: owner, ref: u.url}
	switch {
	case u.url.Kind == RefHost:
		d.Name = u.url.Name
	case u.url.Kind != RefNone && owner != "" && u.prefix && (u.url.Path != "" || !u.now):
		d.Name = "the base URL of " + short(owner)
	default:
		return
	}
	s.count(d)
}

// count adds d, unless its dependency is there already.
func (s *Shared) count(d Dependency) {
	for i := range s.Deps {
		have := &s.Deps[i]
		hosts := have.ref.Kind == RefHost && d.ref.Kind == RefHost && hosts.SameProvider(have.Name, d.Name)
		data := have.ref.Kind != RefHost && d.ref.Kind != RefHost && (have.ref == d.ref || have.owner == d.owner)
		if hosts || data {
			if !slices.Contains(have.Users, d.Users[0]) {
				have.Users = append(have.Users, d.Users[0])
			}
			return
		}
	}
	s.Deps = append(s.Deps, d)
}

func (s *Shared) enough() bool {
	hosts := 0
	for _, d := range s.Deps {
		if d.ref.Kind == RefHost {
			hosts++
		}
	}
	s.Sure = hosts >= 2
	return len(s.Deps) >= 2
}
