package inventory

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// graph is the calls of the whole program.
type graph struct {
	pkgs  map[string]*Package
	funcs map[string]*node
	order []*node
	dirs  map[string]string
	kinds map[string]Registration // by Func.ID: how it is registered
	mains map[string][]string     // by package: the mains that import it
	list  []string                // the mains
	stubs map[*Call][]string      // the generated clients that a call through an interface may meet
}

// A node is a function with who calls it.
type node struct {
	*Func
	pkg *Package
	in  []edge
	out []edge
}

// An edge is a call from one function to another.
type edge struct {
	from, to *node
	call     *Call
	maybe    bool // one of several implementations
}

func newGraph(pkgs []Package) *graph {
	g := &graph{pkgs: map[string]*Package{}, funcs: map[string]*node{}, dirs: map[string]string{}, kinds: map[string]Registration{}, stubs: map[*Call][]string{}}
	pkgs = slices.Clone(pkgs)
	slices.SortFunc(pkgs, func(a, b Package) int { return cmp.Compare(a.Path, b.Path) })
	for i := range pkgs {
		p := &pkgs[i]
		g.pkgs[p.Path], g.dirs[p.Path] = p, p.Dir
		for j := range p.Funcs {
			n := &node{Func: &p.Funcs[j], pkg: p}
			if g.funcs[n.ID] == nil { // several functions are named init
				g.funcs[n.ID] = n
				g.order = append(g.order, n)
			}
		}
		for _, r := range p.Routes {
			old, ok := g.kinds[r.Func]
			if ok && r.Route != "" && old.Route != "" && !strings.Contains(old.Route, r.Route) {
				r.Route = old.Route + ", " + r.Route
			}
			r.Route = cmp.Or(r.Route, old.Route)
			g.kinds[r.Func] = r
		}
	}
	for _, n := range g.order {
		if r, ok := g.kinds[n.ID]; ok && n.Entry == "" {
			n.Entry = r.Kind
		}
	}
	g.programs(pkgs)
	g.connect(pkgs)
	for _, n := range g.order {
		if n.Form && g.kinds[n.ID].Kind == "" && slices.ContainsFunc(n.in, func(e edge) bool { return e.call.How != Kept }) {
			n.Entry = ""
		}
	}
	return g
}

// programs finds which mains each package belongs to.
func (g *graph) programs(pkgs []Package) {
	g.mains = map[string][]string{}
	for i := range pkgs {
		if !pkgs[i].Main {
			continue
		}
		g.list = append(g.list, pkgs[i].Path)
		seen := map[string]bool{}
		g.visit(pkgs[i].Path, seen)
		for _, p := range pkgs {
			if seen[p.Path] {
				g.mains[p.Path] = append(g.mains[p.Path], pkgs[i].Path)
			}
		}
	}
}

func (g *graph) visit(pkg string, seen map[string]bool) {
	p := g.pkgs[pkg]
	if p == nil || seen[pkg] {
		return
	}
	seen[pkg] = true
	for _, i := range p.Imports {
		g.visit(i, seen)
	}
}

// together tells whether two packages are in one program, or in none that is known.
func (g *graph) together(a, b string) bool {
	x, y := g.mains[a], g.mains[b]
	if len(x) == 0 || len(y) == 0 {
		return len(x) == len(y)
	}
	return slices.ContainsFunc(x, func(m string) bool { return slices.Contains(y, m) })
}

// connect adds the edges.
func (g *graph) connect(pkgs []Package) {
	impls := g.implementations(pkgs)
	called := map[string]bool{} // through values: who keeps it does not run it
	for _, n := range g.order {
		for _, c := range n.Calls {
			if c.How == Value {
				called[c.To] = true
			}
		}
	}
	for _, n := range g.order {
		for i := range n.Calls {
			c := &n.Calls[i]
			if c.To == "" {
				continue
			}
			if c.How != Dynamic {
				to := g.funcs[c.To]
				if to == nil || to.Entry != "" && (c.How == Handed || c.How == Kept) || c.How == Kept && called[c.To] {
					continue
				}
				g.edge(edge{n, to, c, false})
				continue
			}
			var targets []*node
			for _, t := range impls[c.To] {
				switch {
				case !g.together(n.pkg.Path, t.pkg.Path):
				case t.Stub != "":
					g.stubs[c] = insert(g.stubs[c], t.Stub)
				default:
					targets = append(targets, t)
				}
			}
			for _, t := range targets {
				g.edge(edge{n, t, c, len(targets) > 1})
			}
		}
	}
}

func (g *graph) edge(e edge) {
	e.from.out = append(e.from.out, e)
	e.to.in = append(e.to.in, e)
}

// implementations lists, for METHOD@INTERFACE, the methods that may be called.
func (g *graph) implementations(pkgs []Package) map[string][]*node {
	ifaces := map[string][]string{}
	types := map[string]Type{}
	var names []string
	for _, p := range pkgs {
		for _, i := range p.Ifaces {
			ifaces[i.ID] = i.Methods
		}
		for _, t := range p.Types {
			if _, ok := types[t.Name]; !ok {
				names = append(names, t.Name)
			}
			types[t.Name] = t
		}
	}
	slices.Sort(names)
	out := map[string][]*node{}
	for id, want := range ifaces {
		for _, name := range names {
			have := map[string]string{}
			for _, m := range types[name].Methods {
				have[m.Hash] = m.Func
			}
			if slices.ContainsFunc(want, func(h string) bool { return have[h] == "" }) {
				continue
			}
			for _, h := range want {
				n, key := g.funcs[have[h]], h+"@"+id
				if n != nil && !slices.Contains(out[key], n) {
					out[key] = append(out[key], n)
				}
			}
		}
	}
	return out
}

// spot is a place with the whole name of its file.
func (g *graph) spot(p Place) Spot {
	if p.File == "" {
		return Spot{}
	}
	return Spot{File: path.Join(strings.ReplaceAll(g.dirs[p.Pkg], `\`, "/"), p.File), Line: p.Line, Col: p.Col}
}
