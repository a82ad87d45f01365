package fallbackprimary

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// lie reports a failure of the call that the function answers with an empty success.
func (c *checker) lie(k *call, all []*call, f *failing) {
	vals := f.values()
	if len(vals) == 0 || !listed(vals) || !remote(k.meets) {
		return
	}
	if c.kept(f) {
		return
	}
	got := sync.OnceValue(func() *sinks { return sinksOf(vals) })
	for _, b := range k.Parent().Blocks {
		pos, empty := c.emptyEnd(b, got, f)
		if !empty {
			continue // as nearly all are
		}
		if failed, _ := f.within(b); failed && !c.asked(b, k, all, f) {
			c.lies(k, pos)
			return
		}
	}
}

// emptyEnd tells whether the block ends with nothing in the place of the call's value, which
// got follows to where it ends up, and where.
func (c *checker) emptyEnd(b *ssa.BasicBlock, got func() *sinks, f *failing) (pos token.Pos, empty bool) {
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		return last.Pos(), c.emptyReturn(last, got, f)
	case *ssa.Jump:
		pos = c.emptyPhi(b, got, f)
	}
	return pos, pos != token.NoPos
}

func (c *checker) lies(k *call, pos token.Pos) {
	if pos == token.NoPos {
		pos = k.Pos()
	}
	fn := clients.FuncName(k.Parent())
	c.report(rule.Finding{
		Pos: pos, Kind: "lie", Confidence: finding.Low,
		Message: fmt.Sprintf("%s answers a failure of %s with an empty success: who asks cannot tell an outage from nothing there: %s; return the error, or an answer that says it is incomplete",
			fn, name(k.Call), arrows(k)),
		Trace: trace.Join([]trace.Step{rule.Step(c.pass, trace.Call, k.Pos(), fn, name(k.Call))}, k.meets[0].Path),
	})
}

// kept tells whether the error is put where somebody else will find it.
func (c *checker) kept(f *failing) bool {
	for v := range f.errs {
		k, ok := v.(*ssa.Call)
		if !ok {
			continue
		}
		e := dependency.ErrorOf(k)
		if e == nil || e.Referrers() == nil {
			continue
		}
		for _, ref := range *e.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Send, *ssa.MapUpdate:
				return true
			case *ssa.Store:
				switch addr := ref.Addr.(type) {
				case *ssa.FieldAddr, *ssa.Global:
					return true
				case *ssa.IndexAddr:
					if appended(addr) {
						return true
					}
				}
			}
		}
	}
	return false
}

// appended tells whether the element is one of those that are appended to a list.
func appended(addr *ssa.IndexAddr) bool {
	a, ok := addr.X.(*ssa.Alloc)
	if !ok {
		return true
	}
	for _, ref := range *a.Referrers() {
		s, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, r := range *s.Referrers() {
			if k, ok := r.(*ssa.Call); ok {
				if b, ok := k.Common().Value.(*ssa.Builtin); ok && b.Name() == "append" {
					return true
				}
			}
		}
	}
	return false
}

// asked tells whether, after the failure, another call is made on the way to the block:
// then what it answers is that call's.
func (c *checker) asked(b *ssa.BasicBlock, first *call, all []*call, f *failing) bool {
	return slices.ContainsFunc(all, func(k *call) bool {
		if k == first || k.Block() != b && !k.Block().Dominates(b) {
			return false
		}
		failed, _ := f.within(k.Block())
		return failed
	})
}

// remote tells whether some of the meets leaves the process, or may.
func remote(meets []dependency.Meet) bool {
	for _, m := range meets {
		if m.Kind != dependency.Value {
			return true
		}
	}
	return false
}

// listed tells whether a result is a list, or holds one: then empty says "nothing there".
func listed(vals []ssa.Value) bool {
	for _, v := range vals {
		if hasList(v.Type(), 0) {
			return true
		}
	}
	return false
}

func hasList(t types.Type, depth int) bool {
	switch u := gotype.Deref(t).Underlying().(type) {
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return !ok || b.Kind() != types.Byte
	case *types.Map:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if depth < 1 && hasList(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// emptyReturn tells whether the function returns nothing in the place of the call's value,
// and no error.
func (c *checker) emptyReturn(r *ssa.Return, got func() *sinks, f *failing) bool {
	n := len(r.Results)
	if n < 2 || !gotype.IsError(r.Results[n-1].Type()) || !ssacall.IsNil(r.Results[n-1]) {
		return false
	}
	for _, v := range r.Results[:n-1] {
		if c.tells(v, f) {
			return false
		}
	}
	for i, v := range r.Results[:n-1] {
		if hasList(v.Type(), 0) && empty(v) && got().out[sink{index: i}] {
			return true
		}
	}
	return false
}

// emptyPhi is the place at which the block puts an empty value in the place of the call's,
// where the two meet and the error is of no more use.
func (c *checker) emptyPhi(b *ssa.BasicBlock, got func() *sinks, f *failing) token.Pos {
	to := b.Succs[0]
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if !hasList(phi.Type(), 0) {
			continue
		}
		for i, p := range to.Preds {
			if p == b && fresh(phi.Edges[i]) && got().out[sink{at: phi}] && !c.errorUsed(to, f) {
				return phi.Edges[i].Pos()
			}
		}
	}
	return token.NoPos
}

// errorUsed tells whether the error is still looked at from the block on.
func (c *checker) errorUsed(from *ssa.BasicBlock, f *failing) bool {
	for _, b := range from.Parent().Blocks {
		if b != from && !dependency.Reaches(from, b, f.call.Block()) {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Return:
				for _, r := range in.Results {
					if c.isError(r, f) {
						return true
					}
				}
			case *ssa.If:
				if y, n, _ := c.test(in.Cond, f); y != nothing || n != nothing {
					return true
				}
			}
		}
	}
	return false
}

// empty tells whether v is nil or a literal of nothing.
func empty(v ssa.Value) bool { return ssacall.IsNil(v) && !pointer(v.Type()) || fresh(v) }

func pointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// fresh tells whether v is a list, map or struct made here with nothing from elsewhere.
func fresh(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeSlice:
		k, ok := v.Len.(*ssa.Const)
		return ok && k.Int64() == 0
	case *ssa.MakeMap:
		return true
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		arr, ok := gotype.Deref(a.Type()).Underlying().(*types.Array)
		return ok && arr.Len() == 0
	case *ssa.Alloc:
		for _, s := range stores(v) {
			if _, constant := s.val.(*ssa.Const); !constant && !fresh(s.val) {
				return false
			}
		}
		return isStruct(v.Type())
	case *ssa.MakeInterface:
		return fresh(v.X)
	}
	return false
}

func isStruct(t types.Type) bool {
	_, ok := gotype.Deref(t).Underlying().(*types.Struct)
	return ok
}
