package loops

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// never tells whether the exit x is never taken: it asks for a number that each pass makes
// anew and that is the same each time, as a count that starts again.
func never(r *region, x *ssa.If) bool {
	b, ok := x.Cond.(*ssa.BinOp)
	if !ok || !r.inside(b) {
		return false
	}
	v, n := folded(b.X, 4), folded(b.Y, 4)
	if v == nil || n == nil {
		return false
	}
	switch b.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return false
	}
	stays := x.Block().Succs[1]
	if constant.Compare(v, b.Op, n) {
		stays = x.Block().Succs[0]
	}
	return r.back(stays)
}

// folded is the number that v is in every pass, or nil.
func folded(v ssa.Value, depth int) constant.Value {
	if depth == 0 || !isInt(v.Type()) {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil || v.Value.Kind() != constant.Int {
			return nil
		}
		return v.Value
	case *ssa.BinOp:
		if v.Op != token.ADD && v.Op != token.SUB {
			return nil
		}
		x, y := folded(v.X, depth-1), folded(v.Y, depth-1)
		if x == nil || y == nil {
			return nil
		}
		return constant.BinaryOp(x, v.Op, y)
	}
	return nil
}

// lent tells whether op gets a context that somebody outside the region may end: not one
// that each pass makes of context.Background.
func lent(r *region, op *ssa.Call) bool {
	for _, a := range ssacall.Args(&op.Call) {
		if gotype.IsContext(a.Type()) && !own(r, a, 6) {
			return true
		}
	}
	return false
}

// own tells whether the context v is made in the region, of one that never ends.
func own(r *region, v ssa.Value, depth int) bool {
	c := holder(v)
	if c == nil || depth == 0 || !r.inside(c) {
		return false
	}
	fn, _ := ssacall.Target(&c.Call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return false
	}
	switch fn.Name() {
	case "Background", "TODO", "WithoutCancel":
		return true
	}
	return len(c.Call.Args) > 0 && own(r, c.Call.Args[0], depth-1)
}
