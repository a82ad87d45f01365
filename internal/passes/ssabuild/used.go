package ssabuild

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Used lists what the source of the package uses, each once and in the order of the first
// use: functions, methods and package variables, its own among them, and types and fields of
// others. It is what a pass asks first, to tell whether the package can matter, without SSA:
// its own types and fields, constants and local variables say nothing of that, and most uses
// are of these. It is safe for concurrent use, and the slice is shared: do not change it.
func (l *Lazy) Used() []types.Object {
	l.usedOnce.Do(func() { l.used = usedIn(l.pass) })
	return l.used
}

// A use is an object with the place where it is first used.
type use struct {
	obj types.Object
	pos token.Pos
}

func usedIn(pass *analysis.Pass) []types.Object {
	n := len(pass.TypesInfo.Uses) / 12    // about as many as there are
	at := make(map[types.Object]int32, n) // where it stands in uses
	uses := make([]use, 0, n)
	for id, obj := range pass.TypesInfo.Uses {
		switch obj := obj.(type) {
		case *types.Func:
		case *types.TypeName:
			if obj.Pkg() == nil || obj.Pkg() == pass.Pkg {
				continue
			}
		case *types.Var:
			if obj.Pkg() == nil || obj.Pkg() == pass.Pkg && obj.Parent() != pass.Pkg.Scope() {
				continue
			}
		default:
			continue
		}
		if i, ok := at[obj]; ok {
			uses[i].pos = min(uses[i].pos, id.Pos())
			continue
		}
		at[obj] = int32(len(uses))
		uses = append(uses, use{obj, id.Pos()})
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(a.pos, b.pos) })
	out := make([]types.Object, len(uses))
	for i, u := range uses {
		out[i] = u.obj
	}
	return out
}
