package breakers

import (
	"go/types"
	"slices"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// candidate tells whether the package can matter: it uses a breaker of a library or one
// of which a fact is known, or declares a type that may be a breaker written by hand. Most
// packages do not, and need no SSA.
func (e *eval) candidate(used []types.Object) bool {
	if outside.Skip(e.pass) {
		return false
	}
	has := map[*types.Package]bool{} // a breaker, by the catalogue: next to none has
	for _, obj := range used {
		p := obj.Pkg()
		if p == nil {
			continue
		}
		known, ok := has[p]
		if !ok {
			known = e.cat.Speaks(p, catalogue.KindBreaker)
			has[p] = known
		}
		switch obj := obj.(type) {
		case *types.Func:
			if e.facts.Imported(obj) != nil || known && slices.ContainsFunc(e.cat.Func(obj, nil), isBreaker) {
				return true
			}
		case *types.TypeName:
			if (known || obj.IsAlias()) && p != e.pass.Pkg && slices.ContainsFunc(e.cat.Lit(obj.Type()), isBreaker) {
				return true
			}
		}
	}
	scope := e.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if t, ok := scope.Lookup(name).(*types.TypeName); ok && mayBeBreaker(t) {
			return true
		}
	}
	return false
}

func isBreaker(en *catalogue.Entry) bool { return en.Kind == catalogue.KindBreaker }

// mayBeBreaker tells whether a struct type has the form of a hand-written breaker: it
// keeps a time or a duration, and a method asks for leave.
func mayBeBreaker(t *types.TypeName) bool {
	n, ok := t.Type().(*types.Named)
	if !ok || t.IsAlias() {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	timed := false
	for i := range st.NumFields() {
		ft := st.Field(i).Type()
		timed = timed || gotype.Is(ft, "time", "Time") || gotype.Is(ft, "time", "Duration") || gotype.Is(ft, "sync/atomic", "Int64")
	}
	if !timed {
		return false
	}
	asks, tells := false, false
	for i := range n.NumMethods() {
		m := n.Method(i).Signature()
		if gotype.Fails(m) && takesFunc(m) {
			return true
		}
		asks = asks || guardForm(m)
		tells = tells || m.Results().Len() == 0
	}
	return asks && tells
}

// guardForm tells whether a method can be the one that asks a breaker for leave: it says
// yes or no, or gives an error.
func guardForm(s *types.Signature) bool {
	if s.Recv() == nil || s.Results().Len() != 1 || s.Params().Len() > 1 {
		return false
	}
	if s.Params().Len() == 1 && !gotype.IsContext(s.Params().At(0).Type()) && !isText(s.Params().At(0).Type()) {
		return false
	}
	t := s.Results().At(0).Type()
	return isBool(t) || gotype.IsError(t)
}

// takesFunc tells whether a parameter is a function that can fail.
func takesFunc(s *types.Signature) bool {
	for i := range s.Params().Len() {
		if op, ok := s.Params().At(i).Type().Underlying().(*types.Signature); ok && gotype.Fails(op) {
			return true
		}
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
