package queues

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

func isRecv(u *ssa.UnOp) bool { return u.Op == token.ARROW }

func (e *eval) inProgram(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg() == e.pass.Pkg || outside.InProgram(e.pass, fn.Pkg().Path()))
}

// nameOf names a value for a reader: the field, variable or parameter it is read from,
// or the call that gives it.
func (e *eval) nameOf(v ssa.Value) string {
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Field, flow.FieldAddr:
			return fieldName(l.Var, l.Base)
		case flow.Global, flow.GlobalAddr, flow.Param:
			return l.Value.Name()
		case flow.Call:
			return e.callName(l.Value.(*ssa.Call).Common())
		case flow.Other:
			if name := madeFor(l.Value); name != "" {
				return name
			}
		}
	}
	if t := gotype.Name(v.Type()); t != "" {
		return short(t)
	}
	return types.TypeString(v.Type(), func(p *types.Package) string { return p.Name() })
}

// madeFor names the variable that a channel or map is made for, where SSA still knows it.
func madeFor(v ssa.Value) string {
	if v == nil || v.Referrers() == nil {
		return ""
	}
	for _, ref := range *v.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == v {
			switch a := st.Addr.(type) {
			case *ssa.Alloc:
				return a.Comment
			case *ssa.FieldAddr:
				return flow.FieldVar(a).Name()
			}
		}
	}
	return ""
}

// keyOf tells values apart: the same key is the same field, variable or making.
func (e *eval) keyOf(v ssa.Value) string {
	if k, ok := e.keys[v]; ok {
		return k
	}
	k := e.makeKey(v)
	e.keys[v] = k
	return k
}

func (e *eval) makeKey(v ssa.Value) string {
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Field, flow.FieldAddr:
			return "field " + strconv.Itoa(int(l.Var.Pos())) + " " + l.Var.Name()
		case flow.Const:
			continue
		}
		if l.Value != nil {
			return fmt.Sprintf("%T %s %s %d", l.Value, l.Value.Name(), l.Value.Type(), l.Value.Pos())
		}
	}
	return fmt.Sprintf("%p", v)
}

// fieldName is T.f, or f where the struct has no name.
func fieldName(f *types.Var, base ssa.Value) string {
	if base != nil {
		if n := gotype.Name(gotype.Deref(base.Type())); n != "" {
			n = short(n)
			return n[strings.LastIndexByte(n, '.')+1:] + "." + f.Name()
		}
	}
	return f.Name()
}

// short drops the path before a package's name.
func short(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

// callName names what a call calls.
func (e *eval) callName(c *ssa.CallCommon) string {
	if fn, _ := ssacall.Target(c); fn != nil {
		return deadlines.FuncName(fn)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name()
	}
	return "a function value"
}

// fnName names the declared function that fn is or stands in.
func fnName(fn *ssa.Function) string {
	fn = flow.Named(flow.Origin(fn))
	if obj, ok := fn.Object().(*types.Func); ok {
		return deadlines.FuncName(obj)
	}
	return fn.Name()
}

// step makes a step of a path.
func (e *eval) step(kind trace.Kind, pos token.Pos, fn *ssa.Function, note string) trace.Step {
	p := e.pass.Fset.Position(pos)
	return trace.Step{Kind: kind, Func: fnName(fn), Pkg: e.pass.Pkg.Path(), File: filepath.Base(p.Filename), Line: p.Line, Col: p.Column, Note: note}
}

func (e *eval) place(pos token.Pos) Place {
	p := e.pass.Fset.Position(pos)
	return Place{Pkg: e.pass.Pkg.Path(), File: filepath.Base(p.Filename), Line: p.Line, Col: p.Column}
}

// target returns the function with a body in this package that a function value is:
// a declared one, a literal, the method of a method value.
func target(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return target(v.X)
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if obj, ok := fn.Object().(*types.Func); ok && ssacall.Bound(fn) {
			return fn.Prog.FuncValue(obj)
		}
		return fn
	case *ssa.Function:
		return flow.Origin(v)
	}
	return nil
}

// targets returns the functions that a function value can be, through locals, fields and
// package variables.
func (e *eval) targets(v ssa.Value) []*ssa.Function {
	if fn := target(v); fn != nil {
		return []*ssa.Function{fn}
	}
	var out []*ssa.Function
	for _, l := range e.x.Resolve(v) {
		var stores []*ssa.Store
		switch l.Kind {
		case flow.Func:
			if fn := target(l.Value); fn != nil {
				out = append(out, fn)
			}
		case flow.Field:
			stores = e.x.FieldStores(l.Var)
		case flow.Global:
			stores = e.x.GlobalStores(l.Value.(*ssa.Global))
		}
		for _, st := range stores {
			if fn := target(st.Val); fn != nil {
				out = append(out, fn)
			}
		}
	}
	return out
}

// own tells whether fn has a body in this package.
func (e *eval) own(fn *ssa.Function) bool {
	return fn != nil && fn.Blocks != nil && (fn.Pkg == e.x.SSA.Pkg || fn.Parent() != nil && e.own(fn.Parent()))
}
