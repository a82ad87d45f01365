// Package implement finds the methods that can stand behind a call through an interface: those
// of the types of a package, and of the program's packages that it imports.
//
// It does not follow values: which of them stands there is for its users to narrow down.
package implement

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/outside"
)

// An Index knows the methods of one package and of its imports. It reads them when it is
// first asked, remembers what it was asked, and is safe for concurrent use.
type Index struct {
	pass   *analysis.Pass
	shared *shared

	mu       sync.Mutex
	packages []*methods // of the package and its imports; nil until asked
	known    map[question][]*types.Func
}

type question struct {
	iface *types.Interface
	name  string
}

// New returns the pass that makes the index of each package. Its result is an *Index.
func New() *analysis.Analyzer {
	all := &shared{}
	return &analysis.Analyzer{
		Name:       "resilintimplement",
		Doc:        "which methods stand behind an interface",
		ResultType: reflect.TypeFor[*Index](),
		Run: func(pass *analysis.Pass) (any, error) {
			return &Index{pass: pass, shared: all, known: map[question][]*types.Func{}}, nil
		},
	}
}

// Of returns the methods of the given name by which named types implement iface, in the
// order of the packages' imports and the types' names. The slice is shared: do not change
// it.
func (x *Index) Of(iface *types.Interface, name string) []*types.Func {
	x.mu.Lock()
	defer x.mu.Unlock()
	q := question{iface, name}
	out, ok := x.known[q]
	if !ok {
		out = x.find(iface, name)
		x.known[q] = out
	}
	return out
}

func (x *Index) find(iface *types.Interface, name string) []*types.Func {
	if x.packages == nil {
		x.packages = append(x.packages, x.shared.of(x.pass.Pkg))
		for _, p := range x.pass.Pkg.Imports() {
			if outside.InProgram(x.pass, p.Path()) {
				x.packages = append(x.packages, x.shared.of(p))
			}
		}
	}
	var out []*types.Func
	for _, m := range x.packages {
		out = append(out, m.behind(question{iface, name})...)
	}
	return out
}

// signature is that of the interface's method of the name, or nil where there is none.
func signature(iface *types.Interface, name string) *types.Signature {
	for m := range iface.Methods() {
		if m.Name() == name {
			return m.Signature()
		}
	}
	return nil
}

// Interface is the function of that name, which is asked of each interface once for all
// packages: those of the program stand in many, and a hash over all methods is dear. The
// slice is shared: do not change it.
func (x *Index) Interface(t types.Type) (id string, methods []string) {
	known, ok := x.shared.ifaces.Load(t)
	if !ok {
		id, methods := Interface(t)
		known, _ = x.shared.ifaces.LoadOrStore(t, &iface{id, methods})
	}
	i := known.(*iface)
	return i.id, i.methods
}

// shared remembers the methods of packages and the ids of interfaces, for all that import
// them.
type shared struct {
	known  sync.Map // *types.Package → *methods
	ifaces sync.Map // types.Type → *iface
}

// An iface is an interface by what Interface gives.
type iface struct {
	id      string
	methods []string
}

func (k *shared) of(p *types.Package) *methods {
	if out, ok := k.known.Load(p); ok {
		return out.(*methods)
	}
	out, _ := k.known.LoadOrStore(p, methodsOf(p))
	return out.(*methods)
}

// methods are those that the named types of one package declare.
type methods struct {
	byName map[string][]*types.Func // in the order of the types' names

	mu    sync.Mutex
	known map[question][]*types.Func
	fits  map[pair]bool
}

// A pair is an interface, and a type that may implement it.
type pair struct {
	iface *types.Interface
	typ   types.Type
}

func methodsOf(p *types.Package) *methods {
	out := &methods{byName: map[string][]*types.Func{}}
	for _, name := range p.Scope().Names() {
		tn, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok || n.TypeParams().Len() > 0 || types.IsInterface(n) {
			continue
		}
		for m := range n.Methods() {
			out.byName[m.Name()] = append(out.byName[m.Name()], m)
		}
	}
	return out
}

// behind returns the methods that answer q. What a package declares stays, so that each
// question is put to it once for all that import it.
func (k *methods) behind(q question) []*types.Func {
	named := k.byName[q.name]
	if len(named) == 0 {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	out, ok := k.known[q]
	if !ok {
		out = k.implementing(q, named)
		if k.known == nil {
			k.known = map[question][]*types.Func{}
		}
		k.known[q] = out
	}
	return out
}

// implementing returns those of the methods whose types implement the interface.
func (k *methods) implementing(q question, named []*types.Func) []*types.Func {
	want := signature(q.iface, q.name)
	var out []*types.Func
	for _, m := range named {
		recv, pointer := types.Unalias(m.Signature().Recv().Type()), false
		if p, ok := recv.(*types.Pointer); ok {
			recv, pointer = types.Unalias(p.Elem()), true
		}
		// Whether the one method fits is asked first: the whole interface is dear to compare.
		if _, known := k.fits[pair{q.iface, recv}]; !known && want != nil && !types.Identical(m.Signature(), want) {
			continue
		}
		if k.implements(recv, q.iface) || !pointer && !q.iface.IsMethodSet() && types.Implements(recv, q.iface) {
			out = append(out, m)
		}
	}
	return out
}

// implements tells whether a pointer to the type implements the interface. It has all
// methods of the type, too. An interface of many methods is asked for by each of them.
func (k *methods) implements(typ types.Type, iface *types.Interface) bool {
	of := pair{iface, typ}
	fits, ok := k.fits[of]
	if !ok {
		fits = types.Implements(types.NewPointer(typ), iface)
		if k.fits == nil {
			k.fits = map[pair]bool{}
		}
		k.fits[of] = fits
	}
	return fits
}
