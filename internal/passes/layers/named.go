package layers

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// named is what a reader calls v, which decides a number that is not known.
func (e *Eval) named(v ssa.Value) string {
	for range 6 {
		switch x := v.(type) {
		case *ssa.Parameter:
			return x.Name()
		case *ssa.Global:
			return x.Name()
		case *ssa.UnOp:
			v = x.X
			continue
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.FieldAddr:
			return owner(x.X) + flow.FieldVar(x).Name()
		case *ssa.Field:
			return owner(x.X) + fieldName(x)
		case *ssa.Extract:
			v = x.Tuple
			continue
		case *ssa.Call:
			if fn, _ := ssacall.Target(x.Common()); fn != nil {
				if fn.Pkg() != nil && !outside.InProgram(e.pass, fn.Pkg().Path()) {
					return fn.Pkg().Name() + "." + fn.Name() + "()"
				}
				return fn.Name() + "()"
			}
		}
		return ""
	}
	return ""
}

func owner(v ssa.Value) string {
	if n, ok := types.Unalias(gotype.Deref(v.Type())).(*types.Named); ok {
		return n.Obj().Name() + "."
	}
	return ""
}

func fieldName(f *ssa.Field) string {
	st, ok := f.X.Type().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return st.Field(f.Field).Name()
}
