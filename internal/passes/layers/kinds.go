package layers

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// Kinds tells which types of libraries hold settings of retries. That hangs on a type alone, so
// that it is found once for all packages. It is safe for concurrent use.
type Kinds struct {
	cat      *catalogue.Catalogue
	bringing sync.Map // *types.TypeName → bool
	made     sync.Map // *types.Package → []*types.TypeName, see makers
}

// NewKinds makes one that knows nothing yet.
func NewKinds(cat *catalogue.Catalogue) *Kinds { return &Kinds{cat: cat} }

// brings tells whether values of the type hold settings of a retry: it has a field that is
// one, a function that sets or makes a layer returns it or is a method of it, or its
// methods are calls that a library repeats.
func (k *Kinds) brings(n *types.Named) bool {
	b, ok := k.bringing.Load(n.Origin().Obj())
	if !ok {
		b = k.judged(n)
		k.bringing.Store(n.Origin().Obj(), b)
	}
	return b.(bool)
}

func (k *Kinds) judged(n *types.Named) bool {
	name := gotype.Name(n)
	if st, ok := n.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			if len(k.cat.Knobs("field:"+name+"."+st.Field(i).Name())) > 0 {
				return true
			}
		}
	}
	if len(k.cat.Knobs("type:"+name)) > 0 || maker(k.cat.Lit(n)) != nil {
		return true
	}
	if slices.Contains(k.makers(n.Obj().Pkg()), n.Origin().Obj()) {
		return true
	}
	for i := range n.NumMethods() {
		if covering(k.cat, n.Method(i), types.NewPointer(n)) != nil {
			return true
		}
	}
	if it, ok := n.Underlying().(*types.Interface); ok {
		for m := range it.Methods() {
			if covering(k.cat, m, n) != nil {
				return true
			}
		}
	}
	return false
}

// makers returns the types that the package's setting and making functions return, or are
// methods of.
func (k *Kinds) makers(pkg *types.Package) []*types.TypeName {
	if out, ok := k.made.Load(pkg); ok {
		return out.([]*types.TypeName)
	}
	var out []*types.TypeName
	add := func(t types.Type) {
		if n, ok := types.Unalias(gotype.Deref(t)).(*types.Named); ok {
			out = append(out, n.Origin().Obj())
		}
	}
	var ready []types.Type // types that stand for a setting by themselves
	for _, ref := range k.cat.RetrySymbols(pkg.Path()) {
		kind, name, _ := strings.Cut(ref, ":")
		if kind == "type" {
			if tn, ok := pkg.Scope().Lookup(name[strings.LastIndexByte(name, '.')+1:]).(*types.TypeName); ok {
				out = append(out, tn)
				ready = append(ready, tn.Type())
			}
			continue
		}
		for _, o := range named(pkg, name) {
			sig := o.Signature()
			if sig.Recv() != nil {
				add(sig.Recv().Type())
			}
			if sig.Results().Len() > 0 {
				add(sig.Results().At(0).Type())
			}
		}
	}
	out = append(out, interfacesOf(pkg, ready)...)
	k.made.Store(pkg, out)
	return out
}

// interfacesOf returns the interfaces of the package that one of the types has.
func interfacesOf(pkg *types.Package, ready []types.Type) []*types.TypeName {
	var out []*types.TypeName
	if len(ready) == 0 {
		return nil
	}
	for _, n := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		it, ok := tn.Type().Underlying().(*types.Interface)
		if !ok || it.NumMethods() == 0 {
			continue
		}
		if slices.ContainsFunc(ready, func(t types.Type) bool { return types.Implements(t, it) || types.Implements(types.NewPointer(t), it) }) {
			out = append(out, tn)
		}
	}
	return out
}

// named returns the function or method of the package that the catalogue spells so.
func named(pkg *types.Package, name string) []*types.Func {
	for _, n := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(n).(type) {
		case *types.Func:
			if catalogue.Name(o) == name {
				return []*types.Func{o}
			}
		case *types.TypeName:
			t, ok := o.Type().(*types.Named)
			if !ok {
				continue
			}
			for i := range t.NumMethods() {
				if catalogue.Name(t.Method(i)) == name {
					return []*types.Func{t.Method(i)}
				}
			}
			if it, ok := t.Underlying().(*types.Interface); ok {
				for m := range it.ExplicitMethods() {
					if catalogue.Name(m) == name {
						return []*types.Func{m}
					}
				}
			}
		}
	}
	return nil
}
