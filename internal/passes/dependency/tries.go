package dependency

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// tries lists the function parameters of fn that it calls in a loop over candidates until
// one succeeds.
func (e *eval) tries(fn *ssa.Function) []Try {
	var out []Try
	for _, p := range fn.Params {
		sig, ok := p.Type().Underlying().(*types.Signature)
		if !ok || !returnsError(sig) {
			continue
		}
		for _, ref := range *p.Referrers() {
			c, ok := ref.(*ssa.Call)
			if !ok || c.Common().Value != p {
				continue
			}
			t := Try{Param: ssacall.ParamIndex(p)}
			for i, a := range c.Common().Args {
				if !gotype.IsContext(a.Type()) && e.element(a, 0) {
					t.Args = append(t.Args, i)
				}
			}
			if len(t.Args) > 0 && succeedsOut(c) && !slices.ContainsFunc(out, func(o Try) bool { return o.Param == t.Param }) {
				out = append(out, t)
			}
		}
	}
	return out
}

// element tells whether v is, or is read from, an element that a loop runs over.
func (e *eval) element(v ssa.Value, depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.IndexAddr:
		_, constant := v.Index.(*ssa.Const)
		return !constant && Cyclic(v.Block())
	case *ssa.Extract:
		_, next := v.Tuple.(*ssa.Next)
		return next
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a && e.element(st.Val, depth+1) {
					return true
				}
			}
			return false
		}
		return e.element(v.X, depth+1)
	case *ssa.FieldAddr:
		if a, ok := v.X.(*ssa.Alloc); ok {
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a && e.element(st.Val, depth+1) {
					return true
				}
			}
			return false
		}
		return e.element(v.X, depth+1)
	case *ssa.Field:
		return e.element(v.X, depth+1)
	case *ssa.ChangeType:
		return e.element(v.X, depth+1)
	case *ssa.Slice:
		return e.element(v.X, depth+1)
	case *ssa.Call:
		if r := ssacall.Receiver(v.Common()); r != nil && len(ssacall.Args(v.Common())) == 1 {
			return e.element(r, depth+1)
		}
	}
	return false
}

// Cyclic tells whether b can run again after itself.
func Cyclic(b *ssa.BasicBlock) bool { return Reaches(b, b, nil) }

// Reaches tells whether to can run after from has run, on a way that does not lead
// through the block around.
func Reaches(from, to, around *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if seen[b] || b == around {
			continue
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}

// falls lists the pairs of function parameters of fn of which it calls the second where
// the first has failed.
func falls(fn *ssa.Function) []Fall {
	var out []Fall
	var given []*ssa.Parameter
	for _, p := range fn.Params {
		if sig, ok := p.Type().Underlying().(*types.Signature); ok && returnsError(sig) {
			given = append(given, p)
		}
	}
	if len(given) < 2 {
		return nil
	}
	calls := map[*ssa.Parameter][]*ssa.Call{}
	for _, p := range given {
		for _, ref := range *p.Referrers() {
			if c, ok := ref.(*ssa.Call); ok && c.Common().Value == p {
				calls[p] = append(calls[p], c)
			}
		}
	}
	for _, p := range given {
		for _, c := range calls[p] {
			failed := failedBlock(c)
			for _, q := range given {
				for _, d := range calls[q] {
					if p != q && failed != nil && (failed == d.Block() || failed.Dominates(d.Block())) && !sorted(ErrorOf(c), failed, d.Block()) {
						f := Fall{ssacall.ParamIndex(p), ssacall.ParamIndex(q)}
						if !slices.Contains(out, f) {
							out = append(out, f)
						}
					}
				}
			}
		}
	}
	return out
}

// sorted tells whether, on the way from a block to another, the kind of the error is looked
// at: then what follows is for some errors only, and may be for an answer.
func sorted(err ssa.Value, from, to *ssa.BasicBlock) bool {
	for _, ref := range *err.Referrers() {
		b := ref.Block()
		if b == nil || from != b && !from.Dominates(b) || b == to || !b.Dominates(to) {
			continue
		}
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			return true
		}
	}
	return false
}

// failedBlock is the block that only runs where the call gave an error, or nil.
func failedBlock(c *ssa.Call) *ssa.BasicBlock {
	err := ErrorOf(c)
	if err == nil || err.Referrers() == nil {
		return nil
	}
	for _, ref := range *err.Referrers() {
		op, ok := ref.(*ssa.BinOp)
		if !ok || !ssacall.IsNil(op.Y) {
			continue
		}
		for _, r := range *op.Referrers() {
			cond, ok := r.(*ssa.If)
			if !ok {
				continue
			}
			to := cond.Block().Succs[0]
			if op.Op == token.EQL {
				to = cond.Block().Succs[1]
			}
			if len(to.Preds) == 1 {
				return to
			}
		}
	}
	return nil
}

// succeedsOut tells whether the loop around c ends when the call succeeds.
func succeedsOut(c *ssa.Call) bool {
	if !Cyclic(c.Block()) {
		return false
	}
	err := ErrorOf(c)
	if err == nil {
		return false
	}
	for _, fn := range flow.WithLiterals(c.Parent())[:1] {
		for _, b := range fn.Blocks {
			cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			op, ok := cond.Cond.(*ssa.BinOp)
			if !ok || op.X != err || !ssacall.IsNil(op.Y) {
				continue
			}
			success := b.Succs[0]
			if op.Op == token.NEQ {
				success = b.Succs[1]
			}
			if success != c.Block() && !Reaches(success, c.Block(), nil) {
				return true
			}
		}
	}
	return false
}

// ErrorOf is the error that a call gives back, or nil where there is none or nobody takes it.
func ErrorOf(c *ssa.Call) ssa.Value {
	if gotype.IsError(c.Type()) {
		return c
	}
	t, ok := c.Type().(*types.Tuple)
	if !ok || t.Len() == 0 || !gotype.IsError(t.At(t.Len()-1).Type()) {
		return nil
	}
	if v := ssacall.Result(c, t.Len()-1); v != nil {
		return v
	}
	return nil
}
