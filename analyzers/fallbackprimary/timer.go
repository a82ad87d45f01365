package fallbackprimary

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// late reports the fallback of a select that has waited for a call in a goroutine: when
// the timer fires first, another call goes to the dependency that was too slow.
func (c *checker) late(fn *ssa.Function, calls []*call) {
	if fn.Signature.Results().Len() == 0 {
		return
	}
	for _, s := range c.x.Sites(fn) {
		g, ok := s.CallInstruction.(*ssa.Go)
		if !ok {
			continue
		}
		meets, more := c.deps.Ran(g.Call.Value)
		key := only(c.deps, meets, more)
		if !key.Known() {
			continue
		}
		for _, t := range timedOut(fn) {
			for _, k := range calls {
				if t == k.Block() || t.Dominates(k.Block()) {
					c.tooLate(g, k, key, meets)
				}
			}
		}
	}
}

func (c *checker) tooLate(g *ssa.Go, k *call, key dependency.Ref, meets []dependency.Meet) {
	if begins(name(k.Call), undoWords) || c.deps.Like(k.only(c.deps), key) != dependency.Same || !returned(k.Call) {
		return
	}
	fn := clients.FuncName(k.Parent())
	c.report(rule.Finding{
		Pos: k.Pos(), Kind: "same", Confidence: finding.High,
		Message: fmt.Sprintf("when %s is too slow, %s calls the same dependency again (%s) while the first call goes on: %s; answer from what does not need it",
			meets[0].Callee, fn, label(key, k), arrows(k)),
		Trace: trace.Join([]trace.Step{rule.Step(c.pass, trace.Call, g.Pos(), fn, meets[0].Callee)}, k.meets[0].Path),
	})
}

// returned tells whether what the call gives is a result of its function.
func returned(k *ssa.Call) bool {
	f := &failing{call: k, errs: map[ssa.Value]bool{}}
	f.errors(k, 0)
	for s := range sinksOf(f.values()).out {
		if s.at == nil {
			return true
		}
	}
	return false
}

// timedOut lists the blocks that run when a timer ends a select.
func timedOut(fn *ssa.Function) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		op, ok := cond.Cond.(*ssa.BinOp)
		if !ok || op.Op != token.EQL {
			continue
		}
		x, ok := op.X.(*ssa.Extract)
		k, isConst := op.Y.(*ssa.Const)
		if !ok || !isConst || x.Index != 0 {
			continue
		}
		s, ok := x.Tuple.(*ssa.Select)
		if !ok || int(k.Int64()) >= len(s.States) {
			continue
		}
		if st := s.States[k.Int64()]; st.Dir == types.RecvOnly && timer(st.Chan) {
			out = append(out, b.Succs[0])
		}
	}
	return out
}

// timer tells whether the channel is that of a timer. What ends with a context ends the
// whole call, and a fallback would have no time.
func timer(ch ssa.Value) bool {
	t, ok := ch.Type().Underlying().(*types.Chan)
	if !ok || gotype.Name(t.Elem()) != "time.Time" {
		return false
	}
	if k, ok := ch.(*ssa.Call); ok {
		obj, _ := ssacall.Target(k.Common())
		return obj != nil && obj.FullName() == "time.After"
	}
	return true
}
