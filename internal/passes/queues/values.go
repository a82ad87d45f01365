package queues

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/ssacall"
)

// constInt returns the whole number that v is.
func constInt(v ssa.Value) (int64, bool) {
	for {
		c, ok := v.(*ssa.Convert)
		if !ok {
			break
		}
		v = c.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	return n, exact
}

// constText returns the text that v is.
func constText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// doneOfContext tells whether v is ctx.Done().
func doneOfContext(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn, _ := ssacall.Target(c.Common())
	return fn != nil && fn.FullName() == "(context.Context).Done"
}

// full is the catalogue's spelling of the function that a call calls, or "".
func (e *eval) full(c *ssa.CallCommon) string {
	fn, _ := ssacall.Target(c)
	if fn == nil {
		return ""
	}
	return e.fullName(fn)
}

// fullName is fn.FullName(), which is written once for all who ask.
func (e *eval) fullName(fn *types.Func) string {
	name, ok := e.names[fn]
	if !ok {
		name = fn.FullName()
		e.names[fn] = name
	}
	return name
}

// structOf returns the struct that t is or points to.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}
