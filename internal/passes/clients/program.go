package clients

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// exportHomes writes the facts of the package variables that hold one client.
func (e *eval) exportHomes() {
	for _, v := range e.clientVars() {
		e.pass.ExportObjectFact(v, &Func{Home: Home{What: short(gotype.Name(v.Type())), At: e.place(v.Pos())}})
	}
	for _, s := range e.graph.stores {
		if s.global == "" || s.client.Kind != RefMade {
			continue
		}
		m := e.graph.mades[s.client.Name]
		addr, ok := e.homeOf(s)
		if m == nil || !ok {
			continue
		}
		e.pass.ExportObjectFact(addr, &Func{Home: Home{What: m.what, At: e.place(m.pos)}})
	}
}

// homeOf is the variable that s writes, where nothing else writes it.
func (e *eval) homeOf(s clientStore) (types.Object, bool) {
	for _, name := range e.pass.Pkg.Scope().Names() {
		if e.pass.Pkg.Path()+"."+name != s.global {
			continue
		}
		g, ok := e.x.SSA.Pkg.Members[name].(*ssa.Global)
		return e.pass.Pkg.Scope().Lookup(name), ok && len(e.x.GlobalStores(g)) == 1
	}
	return nil, false
}

// programShared lists the package variables of the program whose one client several
// packages use for different dependencies. Only a package main sees all of them.
func (e *eval) programShared() []*Shared {
	homes := map[string]*Shared{}
	var order []*Shared
	type named struct {
		pkg, fn string
		use     Use
	}
	var uses []named
	for _, o := range e.pass.AllObjectFacts() {
		f, ok := o.Fact.(*Func)
		if !ok || o.Object.Pkg() == nil {
			continue
		}
		if f.Home.What != "" && outside.InProgram(e.pass, o.Object.Pkg().Path()) {
			s := &Shared{At: f.Home.At, What: f.Home.What, Home: o.Object.Name()}
			homes[o.Object.Pkg().Path()+"."+o.Object.Name()] = s
			order = append(order, s)
		}
		for _, u := range f.Uses {
			if u.Client.Kind == RefNamed && u.URL.Kind == RefHost && len(u.Path) > 0 {
				uses = append(uses, named{o.Object.Pkg().Path(), u.Path[0].Func, u})
			}
		}
	}
	slices.SortStableFunc(uses, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.fn, b.fn), cmp.Compare(a.use.URL.Name, b.use.URL.Name))
	})
	for _, u := range uses {
		if s := homes[u.use.Client.Name]; s != nil {
			s.count(Dependency{Name: u.use.URL.Name, Users: []string{u.fn}, Path: u.use.Path, ref: u.use.URL, pkg: u.pkg})
		}
	}
	var out []*Shared
	for _, s := range order {
		abroad := slices.ContainsFunc(s.Deps, func(d Dependency) bool { return d.pkg != s.At.Pkg })
		if abroad && s.At.Pkg != e.pass.Pkg.Path() && s.enough() && !s.alone() {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *Shared) int {
		return cmp.Or(cmp.Compare(a.At.Pkg, b.At.Pkg), cmp.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line))
	})
	return out
}

// alone tells whether one package has two dependencies on the variable: then that package
// reports it.
func (s *Shared) alone() bool {
	n := map[string]int{}
	for _, d := range s.Deps {
		n[d.pkg]++
		if n[d.pkg] >= 2 {
			return true
		}
	}
	return false
}
