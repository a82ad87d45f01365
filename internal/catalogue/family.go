package catalogue

import (
	"go/types"
	"slices"
	"strings"
)

// A family is the entries of one file, indexed for look-up. Positions are indices into
// entries, so that answers come in the order of the file.
type family struct {
	name      string
	overlay   bool // given by the user
	entries   []*Entry
	kinds     map[Kind]bool    // of the entries
	byName    map[string][]int // functions and methods named in full
	matches   []int            // entries with a match
	shapes    []int
	lits      map[string][]int
	vars      map[string][]int
	calls     []int // entries with a calltype
	covers    []covering
	settings  map[string][]Setting
	knobs     map[string][]Knob // by reference
	globKnobs []Knob            // whose package is a glob
	retryPkgs []string          // patterns
}

type covering struct {
	at int
	cover
}

func newFamily(name string, entries []*Entry) *family {
	f := &family{
		name: name, entries: entries, kinds: map[Kind]bool{},
		byName: map[string][]int{}, lits: map[string][]int{}, vars: map[string][]int{}, settings: map[string][]Setting{},
		knobs: map[string][]Knob{},
	}
	for i, e := range entries {
		f.kinds[e.Kind] = true
		s := &e.Names
		for _, n := range slices.Concat(s.Sym, s.New, s.Push, s.Pop, s.Len) {
			f.byName[n] = addOnce(f.byName[n], i)
		}
		for _, t := range slices.Concat(s.Lit, s.Type) {
			f.lits[t] = addOnce(f.lits[t], i)
		}
		for _, v := range s.Var {
			f.vars[v] = addOnce(f.vars[v], i)
		}
		if s.Match != nil {
			f.matches = append(f.matches, i)
		}
		if s.Shape != nil {
			f.shapes = append(f.shapes, i)
		}
		if len(s.CallType) > 0 {
			f.calls = append(f.calls, i)
		}
		for _, text := range s.Covers {
			if c, err := parseCover(text); err == nil { // the loader has refused the others
				f.covers = append(f.covers, covering{i, c})
			}
		}
		f.keep(e)
		if len(s.Var) > 0 { // its fields say how this one value is set, not what the field does
			continue
		}
		for j := range e.Fields {
			fd := &e.Fields[j]
			for _, n := range []string{fd.Field, fd.Option} {
				if n != "" {
					f.settings[n] = append(f.settings[n], Setting{Entry: e, Field: fd})
				}
			}
		}
	}
	return f
}

func addOnce(list []int, i int) []int {
	if len(list) > 0 && list[len(list)-1] == i {
		return list
	}
	return append(list, i)
}

// Speaks tells whether an entry of the kind may speak of what p declares. It serves those who
// look for one kind among much that is of none, and only for kinds of which the embedded data
// know nothing by its shape, as breakers.
func (c *Catalogue) Speaks(p *types.Package, kind Kind) bool {
	if c.extra != nil && slices.ContainsFunc(c.extra.shapes, func(i int) bool { return c.extra.entries[i].Kind == kind }) {
		return true
	}
	k := c.about(p)
	return k != nil && slices.ContainsFunc(k.named, func(f *family) bool { return f.kinds[kind] })
}

// pick returns the entries at the positions given, in the order of the file.
func (f *family) pick(at []int) []*Entry {
	slices.Sort(at)
	at = slices.Compact(at)
	out := make([]*Entry, len(at))
	for i, k := range at {
		out[i] = f.entries[k]
	}
	return out
}

// named returns the entries that name the callee, in full or by a pattern.
func (f *family) named(c *callee) []*Entry {
	at := slices.Clone(f.byName[c.name])
	for _, i := range f.matches {
		if f.entries[i].Names.Match.matches(c) {
			at = append(at, i)
		}
	}
	at = slices.DeleteFunc(at, func(i int) bool { return f.entries[i].Names.Match.excepts(c) })
	return f.pick(at)
}

func (f *family) shaped(c *callee) []*Entry {
	var at []int
	for _, i := range f.shapes {
		if f.entries[i].Names.Shape.matches(c) {
			at = append(at, i)
		}
	}
	return f.pick(at)
}

func (f *family) called(typ string) []*Entry {
	var at []int
	for _, i := range f.calls {
		if slices.ContainsFunc(f.entries[i].Names.CallType, func(p string) bool { return typeGlob(p, typ) }) {
			at = append(at, i)
		}
	}
	return f.pick(at)
}

func (f *family) covering(c *callee) []*Entry {
	var at []int
	for i := range f.covers {
		if f.covers[i].matches(c) {
			at = append(at, f.covers[i].at)
		}
	}
	return f.pick(at)
}

// receivers returns the types of package path with outbound methods.
func (f *family) receivers(path string) []string {
	var out []string
	for _, e := range f.entries {
		if e.Kind != KindOutbound {
			continue
		}
		for _, s := range e.Names.Sym {
			if y, err := parseSymbol(s); err == nil && y.pkg == path && y.recv != "" {
				out = append(out, star(y.ptr)+path+"."+y.recv)
			}
		}
		m := e.Names.Match
		if m == nil || m.Recv == "" {
			continue
		}
		q, ptr := strings.CutPrefix(m.Recv, "*")
		if pkg, typ, err := splitGlob(q); err == nil && globMatch(pkg, path) && !strings.ContainsAny(typ, "*?") {
			out = append(out, star(ptr)+path+"."+typ)
		}
	}
	return out
}

func star(ptr bool) string {
	if ptr {
		return "*"
	}
	return ""
}

// typeGlob matches "pkg.T" against a pattern of the same form.
func typeGlob(pattern, t string) bool {
	pp, pt, err := splitGlob(pattern)
	tp, tt, err2 := splitGlob(t)
	return err == nil && err2 == nil && globMatch(pp, tp) && globMatch(pt, tt)
}
