package verify

import (
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
)

// A universe is everything loaded, indexed by the spellings of the catalogue.
type universe struct {
	pkgs  map[string]*pkg
	funcs map[string]*types.Func // by catalogue.Name
	paths []string               // sorted
	types map[string]*types.TypeName
}

func newUniverse(pkgs map[string]*pkg) *universe {
	u := &universe{pkgs: pkgs, funcs: map[string]*types.Func{}, types: map[string]*types.TypeName{}}
	for p := range pkgs {
		u.paths = append(u.paths, p)
	}
	slices.Sort(u.paths)
	for _, p := range u.paths {
		if t := pkgs[p].types; t != nil {
			for _, n := range t.Scope().Names() {
				u.add(p, t.Scope().Lookup(n))
			}
		}
	}
	return u
}

// add indexes a function, or a type with the methods declared on it.
func (u *universe) add(path string, o types.Object) {
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
func (u *universe) object(name string) types.Object {
	i := strings.LastIndex(name, ".")
	if i < 0 {
		return nil
	}
	p := u.pkgs[name[:i]]
	if p == nil || p.types == nil {
		return nil
	}
	return p.types.Scope().Lookup(name[i+1:])
}

// field tells whether "pkg.T.F" is a field, embedded ones included.
func (u *universe) field(name string) bool {
	i := strings.LastIndex(name, ".")
	t := u.types[name[:max(i, 0)]]
	if t == nil {
		return false
	}
	o, _, _ := types.LookupFieldOrMethod(t.Type(), true, t.Pkg(), name[i+1:])
	_, ok := o.(*types.Var)
	return ok
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
func (u *universe) matching(glob string) []*pkg {
	var out []*pkg
	for _, p := range u.paths {
		if ok, _ := path.Match(glob, p); ok && u.pkgs[p].types != nil {
			out = append(out, u.pkgs[p])
		}
	}
	return out
}

// expand lists the exported functions a match stands for, by name.
func (u *universe) expand(m *catalogue.Match) []*types.Func {
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
		for _, n := range p.types.Scope().Names() {
			switch o := p.types.Scope().Lookup(n).(type) {
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
