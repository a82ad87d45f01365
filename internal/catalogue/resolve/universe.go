// Package resolve holds catalogue entries against the packages they speak of: each symbol,
// argument index, argument type and field must be there. The test of the embedded data and
// the check of a user's own models are both made of it.
//
// It looks at declarations only, and judges no evidence and no rule.
package resolve

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/nearest"
)

// A Universe is everything loaded, indexed by the spellings of the catalogue.
type Universe struct {
	Pkgs  map[string]*Pkg
	Paths []string               // sorted
	funcs map[string]*types.Func // by catalogue.Name
	types map[string]*types.TypeName
}

func newUniverse(pkgs map[string]*Pkg) *Universe {
	u := &Universe{Pkgs: pkgs, funcs: map[string]*types.Func{}, types: map[string]*types.TypeName{}}
	u.Paths = slices.Sorted(maps.Keys(pkgs))
	for _, p := range u.Paths {
		if t := pkgs[p].Types; t != nil {
			for _, n := range t.Scope().Names() {
				u.add(p, t.Scope().Lookup(n))
			}
		}
	}
	return u
}

// add indexes a function, or a type with the methods declared on it.
func (u *Universe) add(path string, o types.Object) {
	switch o := o.(type) {
	case *types.Func:
		u.funcs[catalogue.Name(o)] = o
	case *types.TypeName:
		u.types[path+"."+o.Name()] = o
		n, ok := o.Type().(*types.Named)
		if !ok || o.IsAlias() {
			return
		}
		for m := range n.Methods() {
			u.funcs[catalogue.Name(m)] = m
		}
		if i, ok := n.Underlying().(*types.Interface); ok {
			for m := range i.ExplicitMethods() {
				u.funcs[catalogue.Name(m)] = m
			}
		}
	}
}

// object returns a package-level object "pkg.Name".
func (u *Universe) object(name string) types.Object {
	i := strings.LastIndex(name, ".")
	if i < 0 {
		return nil
	}
	p := u.Pkgs[name[:i]]
	if p == nil || p.Types == nil {
		return nil
	}
	return p.Types.Scope().Lookup(name[i+1:])
}

// field tells whether "pkg.T.F" is a field, embedded ones included.
func (u *Universe) field(name string) bool {
	i := strings.LastIndex(name, ".")
	t := u.types[name[:max(i, 0)]]
	if t == nil {
		return false
	}
	o, _, _ := types.LookupFieldOrMethod(t.Type(), true, t.Pkg(), name[i+1:])
	_, ok := o.(*types.Var)
	return ok
}

// Symbol tells whether name, spelt as a function, a field or a variable of a package that
// is loaded, is a function. The error says that there is no such thing, and what is near.
func (u *Universe) Symbol(name string) (function bool, err error) {
	if u.funcs[name] != nil {
		return true, nil
	}
	if _, ok := u.object(name).(*types.Var); ok || u.field(name) {
		return false, nil
	}
	if strings.HasPrefix(name, "(") {
		return false, fmt.Errorf("no function %s%s", name, u.nearFunc(name))
	}
	if u.Pkgs[typePath(name)] == nil {
		return false, fmt.Errorf("no field %s%s", name, u.nearField(name))
	}
	return false, fmt.Errorf("no function or variable %s%s", name, cmp.Or(u.nearFunc(name), u.nearVar(name)))
}

// method returns the method of a type or of a pointer to it, or nil.
func method(t types.Type, name string) *types.Func {
	if _, ok := t.(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := o.(*types.Func)
	return f
}

// matching lists the packages whose path fits a glob.
func (u *Universe) matching(glob string) []*Pkg {
	var out []*Pkg
	for _, p := range u.Paths {
		if ok, _ := path.Match(glob, p); ok && u.Pkgs[p].Types != nil {
			out = append(out, u.Pkgs[p])
		}
	}
	return out
}

// expand lists the exported functions a match stands for, by name.
func (u *Universe) expand(m *catalogue.Match) []*types.Func {
	var out []*types.Func
	add := func(f *types.Func, recv types.Type) {
		if f.Exported() && m.Matches(f, recv) && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	glob := m.Pkg
	if glob == "" {
		glob = typePath(strings.TrimPrefix(m.Recv, "*"))
	}
	for _, p := range u.matching(glob) {
		for _, n := range p.Types.Scope().Names() {
			switch o := p.Types.Scope().Lookup(n).(type) {
			case *types.Func:
				add(o, nil)
			case *types.TypeName:
				for _, f := range methods(o) {
					add(f, o.Type())
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *types.Func) int { return strings.Compare(a.FullName(), b.FullName()) })
	return out
}

// methods lists the methods declared on a type; for an interface, all it has.
func methods(o *types.TypeName) []*types.Func {
	n, ok := o.Type().(*types.Named)
	if !ok || o.IsAlias() {
		return nil
	}
	var out []*types.Func
	if i, ok := n.Underlying().(*types.Interface); ok {
		for m := range i.Methods() {
			out = append(out, m.Origin())
		}
		return out
	}
	for m := range n.Methods() {
		out = append(out, m)
	}
	return out
}

// typePath is the package part of "pkg/path.Type".
func typePath(s string) string {
	return s[:max(strings.LastIndex(s, "."), 0)]
}

// nearFunc says which functions of the same package name may have been meant to be: those
// of the same last name first.
func (u *Universe) nearFunc(name string) string {
	path := typePath(name)
	if recv, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(name, "("), "*"), ")"); ok {
		path = typePath(recv)
	}
	last := name[strings.LastIndex(name, ".")+1:]
	var known, same []string
	for _, n := range slices.Sorted(maps.Keys(u.funcs)) {
		f := u.funcs[n]
		if f.Pkg() == nil || f.Pkg().Path() != path || !f.Exported() {
			continue
		}
		known = append(known, n)
		if f.Name() == last {
			same = append(same, n)
		}
	}
	if len(same) > 0 {
		return didYouMean(same[:min(len(same), 3)])
	}
	return near(path, name, known)
}

// nearType is nearFunc for types, and nearVar for variables.
func (u *Universe) nearType(name string) string {
	return near(typePath(name), name, u.objects(typePath(name), func(o types.Object) bool { _, ok := o.(*types.TypeName); return ok }))
}

func (u *Universe) nearVar(name string) string {
	return near(typePath(name), name, u.objects(typePath(name), func(o types.Object) bool { _, ok := o.(*types.Var); return ok }))
}

func (u *Universe) objects(path string, keep func(types.Object) bool) []string {
	p := u.Pkgs[path]
	if p == nil || p.Types == nil {
		return nil
	}
	var out []string
	for _, n := range p.Types.Scope().Names() {
		if o := p.Types.Scope().Lookup(n); o.Exported() && keep(o) {
			out = append(out, path+"."+n)
		}
	}
	return out
}

// nearField looks among the fields of the type, or for the type where there is none.
func (u *Universe) nearField(name string) string {
	typ := typePath(name)
	t := u.types[typ]
	if t == nil {
		return u.nearType(typ)
	}
	s, ok := t.Type().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	var known []string
	for f := range s.Fields() {
		if f.Exported() {
			known = append(known, typ+"."+f.Name())
		}
	}
	return near(typ, name, known)
}

// near compares names without the part that they share, which would make all of them near.
func near(shared, name string, known []string) string {
	short := map[string]string{}
	var names []string
	for _, k := range known {
		s := strings.Replace(k, shared+".", "", 1)
		short[s] = k
		names = append(names, s)
	}
	var out []string
	for _, s := range nearest.Names(strings.Replace(name, shared+".", "", 1), names) {
		out = append(out, short[s])
	}
	return didYouMean(out)
}

func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}
