package deadlines

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// An Amount is a duration as far as constants show it: it lies between Min and Max.
// Param is the parameter of the function that it is, or NoParam.
type Amount struct {
	Min, Max time.Duration
	Known    bool
	Param    int
}

var noAmount = Amount{Param: NoParam}

// exactly is the amount of one constant.
func exactly(d time.Duration) Amount { return Amount{Min: d, Max: d, Known: true, Param: NoParam} }

// Amount returns the size of the duration v, where all that it can be is constant: a
// number, a package variable or unexported field that only gets constants, a product of
// such.
func (e *Eval) Amount(v ssa.Value) Amount { return e.amount(v, map[ssa.Value]bool{}) }

func (e *Eval) amount(v ssa.Value, seen map[ssa.Value]bool) Amount {
	if v == nil || seen[v] || len(seen) > maxAmounts {
		return noAmount
	}
	seen[v] = true
	leaves := e.x.Resolve(v)
	if len(leaves) == 0 {
		return noAmount
	}
	var out Amount
	for i, l := range leaves {
		a := e.amountLeaf(l, seen)
		switch {
		case i == 0:
			out = a
		case !a.Known || !out.Known:
			return noAmount
		default:
			out = Amount{Min: min(out.Min, a.Min), Max: max(out.Max, a.Max), Known: true, Param: NoParam}
		}
	}
	return out
}

// maxAmounts bounds the values that are read for one amount.
const maxAmounts = 30

func (e *Eval) amountLeaf(l flow.Leaf, seen map[ssa.Value]bool) Amount {
	switch l.Kind {
	case flow.Const:
		if k, ok := l.Value.(*ssa.Const); ok {
			return amountConst(k)
		}
	case flow.Param:
		p := l.Value.(*ssa.Parameter)
		if p.Parent().Parent() == nil {
			return Amount{Param: ssacall.ParamIndex(p)}
		}
	case flow.Global:
		g := l.Value.(*ssa.Global)
		if g.Pkg == e.x.SSA.Pkg && !token.IsExported(g.Name()) && e.onlyRead(e.x.Uses(g)) {
			return e.amountStores(e.x.GlobalStores(g), seen)
		}
	case flow.Field:
		if !l.Var.Exported() && l.Var.Pkg() == e.pass.Pkg && e.fieldOnlyRead(l.Var) {
			return e.amountStores(e.x.FieldStores(l.Var), seen)
		}
	case flow.Other:
		if b, ok := l.Value.(*ssa.BinOp); ok {
			return e.amountOp(b, seen)
		}
	}
	return noAmount
}

func amountConst(k *ssa.Const) Amount {
	if k.Value == nil || k.Value.Kind() != constant.Int {
		return noAmount
	}
	n, ok := constant.Int64Val(k.Value)
	if !ok {
		return noAmount
	}
	return exactly(time.Duration(n))
}

// amountOp computes a product, a sum or a quotient of amounts.
func (e *Eval) amountOp(b *ssa.BinOp, seen map[ssa.Value]bool) Amount {
	if basic, ok := b.Type().Underlying().(*types.Basic); !ok || basic.Info()&types.IsInteger == 0 {
		return noAmount
	}
	x, y := e.amount(b.X, seen), e.amount(b.Y, seen)
	if !x.Known || !y.Known || x.Min < 0 || y.Min < 0 {
		return noAmount
	}
	switch b.Op {
	case token.ADD:
		if x.Max < math.MaxInt64-y.Max {
			return Amount{Min: x.Min + y.Min, Max: x.Max + y.Max, Known: true, Param: NoParam}
		}
	case token.MUL:
		if y.Max == 0 || x.Max <= math.MaxInt64/y.Max {
			return Amount{Min: x.Min * y.Min, Max: x.Max * y.Max, Known: true, Param: NoParam}
		}
	case token.QUO:
		if y.Min == y.Max && y.Min > 0 {
			return Amount{Min: x.Min / y.Min, Max: x.Max / y.Min, Known: true, Param: NoParam}
		}
	}
	return noAmount
}

// amountStores returns what all of the stores agree to lie between.
func (e *Eval) amountStores(stores []*ssa.Store, seen map[ssa.Value]bool) Amount {
	var out Amount
	for i, st := range stores {
		a := e.amount(st.Val, seen)
		if !a.Known {
			return noAmount
		}
		if i == 0 {
			out = a
		}
		out.Min, out.Max = min(out.Min, a.Min), max(out.Max, a.Max)
	}
	if len(stores) == 0 {
		return noAmount
	}
	return out
}

// onlyRead tells whether a variable is only read and written by name: nobody has its address.
func (e *Eval) onlyRead(uses []ssa.Instruction) bool {
	for _, u := range uses {
		switch u := u.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if _, isGlobal := u.Val.(*ssa.Global); isGlobal {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// fieldOnlyRead is onlyRead for a field, wherever the package takes its address.
func (e *Eval) fieldOnlyRead(f *types.Var) bool {
	for _, fa := range e.x.FieldAddrs(f) {
		for _, ref := range *fa.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.Store:
				if ref.Addr != fa {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}
