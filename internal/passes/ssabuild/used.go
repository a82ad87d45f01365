package ssabuild

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Used lists what the source of the package uses, each once and in the order of the first
// use: functions and methods, types, fields, package variables and constants, its own among
// them. Local variables are not. It is what a pass asks first, to tell whether the package
// can matter, without SSA. It is safe for concurrent use, and the slice is shared: do not
// change it.
func (l *Lazy) Used() []types.Object {
	l.usedOnce.Do(func() { l.used = usedIn(l.pass) })
	return l.used
}

func usedIn(pass *analysis.Pass) []types.Object {
	first := map[types.Object]token.Pos{}
	var out []types.Object
	for id, obj := range pass.TypesInfo.Uses {
		switch obj := obj.(type) {
		case *types.Func, *types.TypeName, *types.Const:
		case *types.Var:
			if !obj.IsField() && (obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope()) {
				continue // a local variable: most uses are of one
			}
		default:
			continue
		}
		pos, ok := first[obj]
		if !ok {
			out = append(out, obj)
		}
		if at := id.Pos(); !ok || at < pos {
			first[obj] = at
		}
	}
	slices.SortFunc(out, func(a, b types.Object) int { return cmp.Compare(first[a], first[b]) })
	return out
}
