package dependency

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// Sites lists the calls of fn that can meet a dependency, or of whose callee the catalogue
// or a fact says anything. All other calls meet nothing, and nothing is waited at in them.
// The slice is shared: do not change it.
func (p *Package) Sites(fn *ssa.Function) []*flow.Site {
	if p.e == nil {
		return nil
	}
	return p.e.sites[fn]
}

// readSites finds what Sites lists. A fact can become known of a function of the package
// that has a body of its own in the source; those of other packages are known before.
func (e *eval) readSites(order []*ssa.Function) {
	e.own = make(map[*types.Func]bool, len(order))
	for _, fn := range order {
		if obj, ok := fn.Object().(*types.Func); ok {
			e.own[obj] = true
		}
	}
	e.sites = map[*ssa.Function][]*flow.Site{}
	for _, fn := range e.x.SSA.Funcs {
		sites := e.x.Sites(fn)
		var some []*flow.Site
		for i := range sites {
			if s := &sites[i]; e.matters(s) {
				some = append(some, s)
			}
		}
		if len(some) > 0 {
			e.sites[fn] = some
			e.asked += len(some)
		}
	}
}

// matters tells whether meetsOf or acquiring can give anything for the call.
func (e *eval) matters(s *flow.Site) bool {
	com := s.Common()
	obj := s.Fn
	switch {
	case obj == nil:
		switch com.Value.(type) {
		case *ssa.Builtin:
			return false
		case *ssa.MakeClosure:
			return true
		}
		return returnsError(com.Signature())
	case len(s.Entries(e.cat)) > 0, callable(com, obj), com.IsInvoke() && clients.DoMethod(obj):
		return true
	case obj.Pkg() == e.pass.Pkg:
		return e.own[obj.Origin()]
	case e.facts.Imported(obj) != nil:
		return true
	}
	return e.runs(s)
}

// runs tells whether a library is given a function that can fail, which it may call.
func (e *eval) runs(s *flow.Site) bool {
	for _, a := range s.Common().Args {
		if sig, ok := a.Type().Underlying().(*types.Signature); ok && returnsError(sig) {
			return !outside.InProgram(e.pass, gotype.Path(s.Fn)) && !registers(s.Fn)
		}
	}
	return false
}
