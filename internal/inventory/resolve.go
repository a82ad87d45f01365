package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// resolver finds over the whole program what values are: where fields, variables and
// parameters get theirs.
type resolver struct {
	g     *graph
	flows map[string][]Ref // by the symbol that gets the value
	makes map[string]Make
	runs  map[string]bool // functions of which it is known whether they run once
}

func newResolver(g *graph) *resolver {
	r := &resolver{g: g, flows: map[string][]Ref{}, makes: map[string]Make{}, runs: map[string]bool{}}
	for _, n := range g.pkgOrder() {
		for _, f := range n.Flows {
			r.flows[symbol(f.To)] = append(r.flows[symbol(f.To)], f.From)
		}
		for _, m := range n.Makes {
			r.makes[m.Name] = m
		}
	}
	return r
}

// pkgOrder lists the packages by path.
func (g *graph) pkgOrder() []*Package {
	var out []*Package
	for _, p := range g.pkgs {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// symbol names what a Ref without a path stands for, or the last field of its path.
func symbol(r Ref) string {
	if n := len(r.Path); n > 0 {
		return string(Field) + " " + r.Path[n-1]
	}
	if r.Root == Param {
		return fmt.Sprintf("%s %s#%d", Param, r.Name, r.Index)
	}
	return string(r.Root) + " " + r.Name
}

// maxEnds bounds what one value may be.
const maxEnds = 8

// ends lists what r may be in the end; whole is false where some of it is not known.
func (r *resolver) ends(ref Ref) (out []Ref, whole bool) {
	w := &walk{r: r, seen: map[string]bool{}, whole: true}
	w.visit(ref, 0)
	if len(w.out) > maxEnds {
		return nil, false
	}
	slices.SortFunc(w.out, func(a, b Ref) int { return cmp.Compare(key(a), key(b)) })
	return w.out, w.whole
}

type walk struct {
	r     *resolver
	seen  map[string]bool
	out   []Ref
	whole bool
}

func (w *walk) visit(ref Ref, depth int) {
	s := symbol(ref)
	if w.seen[s] {
		return
	}
	w.seen[s] = true
	switch {
	case ref.Root == None:
		w.whole = false
		return
	case len(ref.Path) == 0 && (ref.Root == Made || ref.Root == Host || ref.Root == Text):
		w.out = append(w.out, ref)
		return
	}
	from := w.r.flows[s]
	if len(from) == 0 || depth > 12 {
		w.out = append(w.out, ref)
		return
	}
	for _, f := range from {
		w.visit(f, depth+1)
	}
}

// key is a Ref as a text.
func key(r Ref) string {
	return fmt.Sprintf("%s %s#%d|%s", r.Root, r.Name, r.Index, strings.Join(r.Path, "|"))
}

// once tells whether the function runs once in a program: it is main, or called from one
// place, in no loop, by such a function.
func (r *resolver) once(id string) bool {
	if known, ok := r.runs[id]; ok {
		return known
	}
	r.runs[id] = false
	n := r.g.funcs[id]
	if n == nil {
		return false
	}
	once := n.Entry.starts()
	if n.Entry == "" {
		for i, e := range n.in {
			// A package may belong to several programs, in each of which it runs once.
			same := slices.ContainsFunc(n.in[:i], func(o edge) bool { return r.g.together(o.from.pkg.Path, e.from.pkg.Path) })
			if same || e.call.How != Static || e.call.Again || !r.once(e.from.ID) {
				once = false
				break
			}
			once = true
		}
	}
	r.runs[id] = once
	return once
}

// An identity is what is known of a value over the whole program.
type identity struct {
	id    string
	name  string
	ref   Ref
	make  *Make // where it is made, if there is one such place
	maybe bool  // it may be one of several
}

// identify tells which value ref is. Two refs with one id are one value, or one for each
// value of the type that holds them.
func (r *resolver) identify(ref Ref) identity {
	if ref.Root == None {
		return identity{}
	}
	ends, whole := r.ends(ref)
	out := identity{ref: ref, id: key(plain(ref)), name: label(ref), maybe: len(ends) != 1 || !whole}
	if out.maybe {
		return out
	}
	switch end := ends[0]; {
	case end.Root == Made:
		name, _, perCall := strings.Cut(end.Name, "<")
		m, ok := r.makes[name]
		if !ok {
			return out
		}
		out.make = &m
		// Behind two fields or more, the values of one constructor are told apart by these.
		if !perCall && (m.In == "" || len(ref.Path) < 2 || r.once(m.In)) {
			out.id = key(end)
		}
		if out.name == "" {
			out.name = m.What
		}
	case end.Root == Global && len(end.Path) == 0:
		out.id, out.name = key(end), short(end.Name)
	case end.Root == Host, end.Root == Text:
		out.id, out.name = key(end), end.Name
	case end.Root == Field || len(end.Path) > 0:
		out.id, out.name = key(plain(end)), label(end)
	}
	return out
}

// plain leaves out the function that a ref is seen from: what counts are the fields.
func plain(r Ref) Ref {
	if r.Root == Param && len(r.Path) > 0 {
		r.Root, r.Name, r.Index = Field, "", 0
	}
	if r.Root == Field && len(r.Path) == 0 {
		r.Path, r.Name = []string{r.Name}, ""
	}
	return r
}

// label names a ref for a reader: "Store.db".
func label(r Ref) string {
	switch {
	case r.Root == Host, r.Root == Text:
		return r.Name
	case r.Root == Field && len(r.Path) == 0:
		return short(r.Name)
	case len(r.Path) == 0 && r.Root == Global:
		return short(r.Name)
	case len(r.Path) == 0:
		return ""
	}
	var names []string
	if r.Root == Global {
		names = append(names, short(r.Name))
	}
	for i, f := range r.Path {
		if i == 0 && r.Root != Global {
			names = append(names, short(f))
			continue
		}
		names = append(names, f[strings.LastIndexByte(f, '.')+1:])
	}
	return strings.Join(names, ".")
}

// short leaves the folders of a package out: "orders.Store.db".
func short(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }
