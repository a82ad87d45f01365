package wiring

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
)

// A node is a place that can hold a value of an interface: a field, a package variable, a
// parameter or result of a declared function, a local variable. It is named by a hash that is
// the same in all packages. The empty node is any place that is not followed. A letter before
// the hash tells places that can hold many values at once, fields and results, from variables.

// FieldNode is the node of the field f of the struct type t, or of what t points to.
func FieldNode(t types.Type, f *types.Var) string {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return fieldMark + implement.Hash("field", n.Obj().Pkg().Path(), n.Obj().Name(), f.Name())
}

const fieldMark, resultMark = "f", "r"

// One tells whether a node is a variable or parameter: two reads of it give the same value.
func One(node string) bool {
	return node != "" && !strings.HasPrefix(node, fieldMark) && !strings.HasPrefix(node, resultMark)
}

// ParamNode is the node of parameter i of fn, counted without the receiver.
func ParamNode(fn *types.Func, i int) string { return funcNode("p", fn, i) }

// ResultNode is the node of result i of fn.
func ResultNode(fn *types.Func, i int) string { return funcNode(resultMark, fn, i) }

func funcNode(what string, fn *types.Func, i int) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	return what + implement.Hash(fn.Origin().FullName(), strconv.Itoa(i))
}

// VarNode is the node of a package variable.
func VarNode(v *types.Var) string {
	if v.Pkg() == nil {
		return ""
	}
	return "v" + implement.Hash(v.Pkg().Path(), v.Name())
}

// NodeOf is the node that the value v is read from, where it is one.
func NodeOf(x *flow.Index, v ssa.Value) string {
	leaves := x.Resolve(v)
	if len(leaves) != 1 {
		return ""
	}
	switch l := leaves[0]; l.Kind {
	case flow.Field:
		if l.Base != nil {
			return FieldNode(l.Base.Type(), l.Var)
		}
	case flow.Global:
		if g, ok := l.Value.(*ssa.Global).Object().(*types.Var); ok {
			return VarNode(g)
		}
	case flow.Param:
		p := l.Value.(*ssa.Parameter)
		fn, _ := p.Parent().Object().(*types.Func)
		if fn == nil {
			return ""
		}
		for i := range fn.Signature().Params().Len() {
			if fn.Signature().Params().At(i) == p.Object() {
				return ParamNode(fn, i)
			}
		}
	}
	return ""
}

// node is the node that the expression e reads or writes.
func (w *walker) node(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.variable(e)
	case *ast.SelectorExpr:
		sel := w.info.Selections[e]
		if sel == nil {
			if v, ok := w.info.Uses[e.Sel].(*types.Var); ok {
				return VarNode(v)
			}
			return ""
		}
		if f, ok := sel.Obj().(*types.Var); ok && sel.Kind() == types.FieldVal {
			return FieldNode(holder(sel.Recv(), sel.Index()), f)
		}
	case *ast.CallExpr:
		return w.result(e, 0)
	}
	return ""
}

// holder is the struct that the last field of a path stands in.
func holder(t types.Type, index []int) types.Type {
	for _, i := range index[:len(index)-1] {
		s, ok := gotype.Deref(t).Underlying().(*types.Struct)
		if !ok || i >= s.NumFields() {
			return t
		}
		t = s.Field(i).Type()
	}
	return t
}

// embedded is the node of the embedded interface by which a method of the named type n is
// found on the path index.
func embedded(n *types.Named, index []int) string {
	path := index[:len(index)-1]
	if len(path) == 0 {
		return ""
	}
	t := holder(n, path)
	s, ok := gotype.Deref(t).Underlying().(*types.Struct)
	if i := path[len(path)-1]; ok && i < s.NumFields() {
		return FieldNode(t, s.Field(i))
	}
	return ""
}

// result is the node of result i of the call e.
func (w *walker) result(e ast.Expr, i int) string {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return ""
	}
	if w.info.Types[c.Fun].IsType() && len(c.Args) == 1 && types.IsInterface(w.info.TypeOf(c.Args[0])) {
		return w.node(c.Args[0])
	}
	return ResultNode(w.callee(c.Fun), i)
}

// variable is the node of a variable. One that nothing was seen to be put into is not
// followed: a range, a switch over types or whoever calls a function literal does that.
func (w *walker) variable(id *ast.Ident) string {
	obj := w.info.Defs[id]
	if obj == nil {
		obj = w.info.Uses[id]
	}
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || v.IsField() {
		return ""
	}
	if v.Parent() == v.Pkg().Scope() {
		return VarNode(v)
	}
	if w.fn != nil {
		for i := range w.fn.Signature().Params().Len() {
			if w.fn.Signature().Params().At(i) == v {
				return ParamNode(w.fn, i)
			}
		}
	}
	return w.local(v)
}

// local begins the nodes of local variables.
const local = "l"

func (w *walker) local(v *types.Var) string {
	p := w.pass.Fset.Position(v.Pos())
	return local + implement.Hash(w.pass.Pkg.Path(), filepath.Base(p.Filename), strconv.Itoa(p.Offset), v.Name())
}

// Decorates tells whether fn is the method obj of a type that implements obj's interface: it
// hands the call on to what it was put around, which is hardly another one of its kind.
func Decorates(fn *ssa.Function, obj *types.Func) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Name() != obj.Name() {
		return false
	}
	iface, ok := obj.Signature().Recv().Type().Underlying().(*types.Interface)
	return ok && types.Implements(recv.Type(), iface)
}

// FieldNamed is FieldNode for a field that is written pkg/path.T.F, or "".
func FieldNamed(name string) string {
	j := strings.LastIndexByte(name, '.')
	if j < 0 {
		return ""
	}
	i := strings.LastIndexByte(name[:j], '.')
	if i < 0 {
		return ""
	}
	return fieldMark + implement.Hash("field", name[:i], name[i+1:j], name[j+1:])
}
