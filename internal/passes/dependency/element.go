package dependency

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// other is an element at a constant place of an array, slice or map.
func (w *originWalk) other(v ssa.Value, path string, depth int) {
	var of, index ssa.Value
	switch v := v.(type) {
	case *ssa.UnOp:
		if ia, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL {
			of, index = ia.X, ia.Index
		}
	case *ssa.Lookup:
		of, index = v.X, v.Index
	case *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice:
		w.add(origin{ref: w.e.made(v).add(path), val: v})
		return
	}
	c, ok := index.(*ssa.Const)
	if of == nil || !ok || c.Value == nil {
		w.whole = false
		return
	}
	w.value(of, join("elem.["+c.Value.ExactString()+"]", path), depth)
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
