// Package implement finds the methods that can stand behind a call through an interface: those
// of the types of a package, and of the program's packages that it imports.
//
// It does not follow values: which of them stands there is for its users to narrow down.
package implement

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/outside"
)

// An Index knows the methods of one package and of its imports. It reads them when it is
// first asked, and serves one goroutine at a time.
type Index struct {
	pass    *analysis.Pass
	methods map[string][]*types.Func // by name; nil until asked
}

// New makes an index for the package of pass.
func New(pass *analysis.Pass) *Index { return &Index{pass: pass} }

// Of returns the methods of the given name by which named types implement iface, in the
// order of the packages' imports and the types' names.
func (x *Index) Of(iface *types.Interface, name string) []*types.Func {
	if x.methods == nil {
		x.methods = map[string][]*types.Func{}
		x.add(x.pass.Pkg)
		for _, p := range x.pass.Pkg.Imports() {
			if outside.InProgram(x.pass, p.Path()) {
				x.add(p)
			}
		}
	}
	var out []*types.Func
	for _, m := range x.methods[name] {
		recv := m.Signature().Recv().Type()
		if types.Implements(recv, iface) || types.Implements(types.NewPointer(recv), iface) {
			out = append(out, m)
		}
	}
	return out
}

func (x *Index) add(p *types.Package) {
	for _, name := range p.Scope().Names() {
		tn, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok || n.TypeParams().Len() > 0 || types.IsInterface(n) {
			continue
		}
		for i := range n.NumMethods() {
			m := n.Method(i)
			x.methods[m.Name()] = append(x.methods[m.Name()], m)
		}
	}
}
