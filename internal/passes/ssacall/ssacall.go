// Package ssacall reads calls and functions in SSA form the way facts count: parameters
// and arguments from 0, the receiver of a method first.
//
// It follows no value and no call.
package ssacall

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
)

// Target returns the declared function or interface method that c calls, with the static
// type of its receiver, or nil.
func Target(c *ssa.CallCommon) (fn *types.Func, recv types.Type) { return flow.Target(c) }

// Args returns the arguments of a call, the receiver first, that of a method value too.
func Args(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	if mc, ok := c.Value.(*ssa.MakeClosure); ok && Bound(mc.Fn.(*ssa.Function)) {
		return append(append([]ssa.Value{}, mc.Bindings...), c.Args...)
	}
	return c.Args
}

// Bound tells whether fn is the wrapper that a method value x.M makes.
func Bound(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "bound method") }

// Receiver returns the receiver of a call, or nil.
func Receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// At returns the value that stands at w in the call, or nil.
func At(c *ssa.CallCommon, w catalogue.Where) ssa.Value {
	switch {
	case w.None || !w.Stated():
		return nil
	case w.Recv:
		return Receiver(c)
	}
	i := w.Arg
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// ParamIndex returns the place of p among its function's parameters.
func ParamIndex(p *ssa.Parameter) int {
	for i, q := range p.Parent().Params {
		if p == q {
			return i
		}
	}
	return -1
}

// IsNil tells whether v is nil, written out.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// Returned lists what fn returns at index i, without the nil of its error paths.
func Returned(fn *ssa.Function, i int) []ssa.Value {
	var out []ssa.Value
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && i < len(r.Results) && !IsNil(r.Results[i]) {
			out = append(out, r.Results[i])
		}
	}
	return out
}

// Elements returns what is stored into the array behind the slice v, as for a variadic
// argument, in the order of the code. whole is false where v is no such slice, or an index
// is not constant.
func Elements(v ssa.Value) (els []ssa.Value, whole bool) {
	s, ok := v.(*ssa.Slice)
	if !ok || s.X.Referrers() == nil {
		return nil, false
	}
	whole = true
	for _, ref := range *s.X.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if _, ok := at.Index.(*ssa.Const); !ok {
			whole = false
		}
		for _, use := range *at.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == at {
				els = append(els, st.Val)
			}
		}
	}
	return els, whole
}

// Result is the value of result i of c, or nil where nobody takes it.
func Result(c *ssa.Call, i int) ssa.Value {
	if _, ok := c.Type().(*types.Tuple); !ok {
		return c
	}
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}
