package retries

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// exportKept makes facts of the clients that other packages can reach in the package's
// variables and in the fields of its structs.
func (e *Eval) exportKept() {
	scope := e.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Var:
			if g, ok := e.x.SSA.Pkg.Members[name].(*ssa.Global); ok {
				e.exportVar(obj, e.x.GlobalStores(g))
			}
		case *types.TypeName:
			s, ok := obj.Type().Underlying().(*types.Struct)
			if !ok || obj.IsAlias() || !obj.Exported() {
				continue
			}
			for i := range s.NumFields() {
				e.exportVar(s.Field(i), e.x.FieldStores(s.Field(i)))
			}
		}
	}
}

func (e *Eval) exportVar(v *types.Var, stores []*ssa.Store) {
	if !v.Exported() || len(stores) == 0 || len(stores) > maxStores || !e.lay.Holds(v.Type()) {
		return
	}
	var vals []ssa.Value
	for _, st := range stores {
		if !isNil(st.Val) {
			vals = append(vals, st.Val)
		}
	}
	if r, ok := e.result(vals); ok && r.Param == NoParam {
		e.pass.ExportObjectFact(v, &Func{Results: []Result{r}})
	}
}
