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
	pass     *analysis.Pass
	packages *packages

	mu      sync.Mutex
	methods map[string][]*types.Func // by name; nil until asked
	known   map[question][]*types.Func
}

type question struct {
	iface *types.Interface
	name  string
}

// New returns the pass that makes the index of each package. Its result is an *Index.
func New() *analysis.Analyzer {
	shared := &packages{}
	return &analysis.Analyzer{
		Name:       "resilintimplement",
		Doc:        "which methods stand behind an interface",
		ResultType: reflect.TypeFor[*Index](),
		Run: func(pass *analysis.Pass) (any, error) {
			return &Index{pass: pass, packages: shared, known: map[question][]*types.Func{}}, nil
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
	if x.methods == nil {
		x.read()
	}
	want := signature(iface, name)
	var out []*types.Func
	for _, m := range x.methods[name] {
		// Whether the one method fits is asked first: the whole interface is dear to compare.
		if want != nil && !types.Identical(m.Signature(), want) {
			continue
		}
		recv := m.Signature().Recv().Type()
		if types.Implements(recv, iface) || types.Implements(types.NewPointer(recv), iface) {
			out = append(out, m)
		}
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

func (x *Index) read() {
	x.methods = map[string][]*types.Func{}
	x.add(methodsOf(x.pass.Pkg))
	for _, p := range x.pass.Pkg.Imports() {
		if outside.InProgram(x.pass, p.Path()) {
			x.add(x.packages.methods(p))
		}
	}
}

func (x *Index) add(methods []*types.Func) {
	for _, m := range methods {
		x.methods[m.Name()] = append(x.methods[m.Name()], m)
	}
}

// packages remembers the methods of packages that are imported, for all that import them.
type packages struct{ known sync.Map } // *types.Package → []*types.Func

func (k *packages) methods(p *types.Package) []*types.Func {
	if out, ok := k.known.Load(p); ok {
		return out.([]*types.Func)
	}
	out, _ := k.known.LoadOrStore(p, methodsOf(p))
	return out.([]*types.Func)
}

// methodsOf lists the methods that the named types of p declare, in the order of the names.
func methodsOf(p *types.Package) []*types.Func {
	var out []*types.Func
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
			out = append(out, m)
		}
	}
	return out
}
