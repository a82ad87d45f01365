package deadlinebudget

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/passes/outside"
)

// A target is where a duration goes: a field, a variable, a parameter, a result.
type target struct {
	obj     types.Object // nil for a result
	name    string       // as a reader names it
	timeout bool         // by its name or meaning a limit of time, not a pause
	expires bool         // the timeout of a context
	arith   bool         // it is added to a time or rounded to, where a bare number may be meant
	fn      string
	unless  []string
}

// target returns what the expression e, whose parents are stack, is the value of. ok is
// false where it is a part of a larger expression, or goes where any number may.
func (c *checker) target(e ast.Expr, stack []ast.Node) (t target, ok bool) {
	t.fn = enclosing(stack)
	parent := stack[len(stack)-1]
	if _, paren := parent.(*ast.ParenExpr); paren {
		return t, false // judged with its parentheses
	}
	switch p := parent.(type) {
	case *ast.KeyValueExpr:
		key, isIdent := p.Key.(*ast.Ident)
		if p.Value != e || !isIdent {
			return t, false
		}
		t.obj = c.pass.TypesInfo.Uses[key]
		if v, isVar := t.obj.(*types.Var); !isVar || !v.IsField() {
			return t, false
		}
	case *ast.AssignStmt:
		i := indexOf(p.Rhs, e)
		if i < 0 || len(p.Lhs) != len(p.Rhs) || p.Tok != token.ASSIGN && p.Tok != token.DEFINE {
			return t, false
		}
		t.obj = c.object(p.Lhs[i])
	case *ast.ValueSpec:
		i := indexOf(p.Values, e)
		if i < 0 || len(p.Names) != len(p.Values) {
			return t, false
		}
		t.obj = c.pass.TypesInfo.Defs[p.Names[i]]
	case *ast.CallExpr:
		return c.argument(p, e, t)
	case *ast.ReturnStmt:
		t.name = "the result"
		t.obj = c.returning(stack)
		if t.obj != nil {
			t.name += " of " + t.obj.Name()
		}
		return t, true
	default:
		return t, false
	}
	if t.obj == nil {
		return t, false
	}
	t.name = t.obj.Name()
	t.timeout = limitName(t.name)
	if v, isVar := t.obj.(*types.Var); isVar && v.IsField() && v.Exported() && v.Pkg() != nil && outside.InProgram(c.pass, v.Pkg().Path()) {
		t.unless = []string{scaledField(v)}
	}
	return t, true
}

// returning returns the declared function that a return statement below the parents leaves,
// or nil where it leaves a literal.
func (c *checker) returning(stack []ast.Node) types.Object {
	for i := len(stack) - 1; i >= 0; i-- {
		switch f := stack[i].(type) {
		case *ast.FuncLit:
			return nil
		case *ast.FuncDecl:
			return c.pass.TypesInfo.Defs[f.Name]
		}
	}
	return nil
}

// argument returns the target of the argument e of a call.
func (c *checker) argument(call *ast.CallExpr, e ast.Expr, t target) (target, bool) {
	i := indexOf(call.Args, e)
	tv := c.pass.TypesInfo.Types[call.Fun]
	sig, isFunc := tv.Type.(*types.Signature)
	if i < 0 || !isFunc || tv.IsBuiltin() || sig.TypeParams().Len() > 0 || sig.Variadic() && i >= sig.Params().Len()-1 || i >= sig.Params().Len() {
		return t, false
	}
	param := sig.Params().At(i)
	if !isDuration(param.Type()) {
		return t, false
	}
	fn, _ := c.object(call.Fun).(*types.Func)
	if fn == nil || unitOf(param.Name()) != "" {
		return t, false
	}
	fn = fn.Origin()
	if fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Signature().Recv() != nil && fn.Name() != "Reset" {
		t.arith = true // Time.Add(1), Duration.Round(10)
	}
	t.obj = fn.Signature().Params().At(i)
	t.name = strings.TrimSpace(fmt.Sprintf("%s in the call of %s", param.Name(), fn.Name()))
	if param.Name() == "" || param.Name() == "_" {
		t.name = "the duration in the call of " + fn.Name()
	}
	full := fn.FullName()
	t.expires = full == "context.WithTimeout" || full == "context.WithTimeoutCause"
	t.timeout = t.expires || limitName(param.Name()) || limitName(fn.Name())
	if fn.Pkg() != nil && fn.Pkg() != c.pass.Pkg && outside.InProgram(c.pass, fn.Pkg().Path()) {
		t.unless = []string{scaledParam(fn, i)}
	}
	return t, true
}

// limitName tells whether a name speaks of a limit of time.
func limitName(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "timeout") || strings.Contains(name, "deadline")
}

func indexOf(list []ast.Expr, e ast.Expr) int {
	for i, x := range list {
		if x == e {
			return i
		}
	}
	return -1
}

// object returns the variable, field or function that an expression names, or nil.
func (c *checker) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if d := c.pass.TypesInfo.Defs[e]; d != nil {
			return d
		}
		return c.pass.TypesInfo.Uses[e]
	case *ast.SelectorExpr:
		return c.pass.TypesInfo.Uses[e.Sel]
	case *ast.IndexExpr:
		return c.object(e.X)
	case *ast.StarExpr:
		return c.object(e.X)
	}
	return nil
}

// units holds the variables, fields and parameters of type time.Duration that the package
// uses as plain numbers: it multiplies them by a unit, or makes an integer of them.
type units struct{ objs map[types.Object]bool }

func (u *units) scaled(t target) bool { return t.obj != nil && u.objs[origin(t.obj)] }

func origin(o types.Object) types.Object {
	if v, ok := o.(*types.Var); ok {
		return v.Origin()
	}
	return o
}

// units reads the package for such uses, and notes those that other packages must know of.
// Each of them has an expression of that type in it, and at is where these begin.
func (c *checker) units(at []token.Pos) *units {
	u := &units{objs: map[types.Object]bool{}}
	for _, f := range c.pass.Files {
		for _, d := range f.Decls {
			if within(at, d) {
				ast.Inspect(d, func(n ast.Node) bool {
					u.read(c, n)
					stmt, ok := n.(ast.Stmt)
					return !ok || within(at, stmt)
				})
			}
		}
	}
	for _, f := range c.pass.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if fn, ok := c.pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					u.noteParams(c, fn)
				}
			}
		}
	}
	return u
}

// read looks for such a use in n itself.
func (u *units) read(c *checker, n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.MUL {
			u.mark(c, n.X, n.Y)
			u.mark(c, n.Y, n.X)
			u.product(c, n.X, n.Y)
		}
	case *ast.AssignStmt:
		if n.Tok == token.MUL_ASSIGN && len(n.Lhs) == 1 {
			u.mark(c, n.Lhs[0], n.Rhs[0])
		}
	case *ast.CallExpr: // int(d), int64(d): a number of something
		if tv := c.pass.TypesInfo.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 && !isDuration(tv.Type) {
			if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
				u.add(c, n.Args[0])
			}
		}
	}
}

// product keeps what both factors name where both are durations of their own: one of them
// is a number then, and which one is not known.
func (u *units) product(c *checker, x, y ast.Expr) {
	for _, e := range []ast.Expr{x, y} {
		tv := c.pass.TypesInfo.Types[e]
		call, isCall := ast.Unparen(e).(*ast.CallExpr)
		if tv.Value != nil || !isDuration(tv.Type) || isCall && c.pass.TypesInfo.Types[call.Fun].IsType() {
			return
		}
	}
	u.add(c, x)
	u.add(c, y)
}

// mark keeps what x names where y is a unit, a constant duration of at least a microsecond.
func (u *units) mark(c *checker, x, y ast.Expr) {
	tv := c.pass.TypesInfo.Types[y]
	if tv.Value == nil || !isDuration(tv.Type) {
		return
	}
	if n, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok && n >= int64(time.Microsecond) {
		u.add(c, x)
	}
}

func (u *units) add(c *checker, x ast.Expr) {
	x = ast.Unparen(x)
	if call, ok := x.(*ast.CallExpr); ok && len(call.Args) == 1 && c.pass.TypesInfo.Types[call.Fun].IsType() {
		x = call.Args[0]
	}
	if call, ok := x.(*ast.CallExpr); ok { // a function's result
		if fn, ok := c.object(call.Fun).(*types.Func); ok {
			u.objs[fn] = true
		}
		return
	}
	obj := c.object(x)
	if obj == nil || !isDuration(obj.Type()) {
		return
	}
	obj = origin(obj)
	u.objs[obj] = true
	if v, ok := obj.(*types.Var); ok && v.IsField() && v.Exported() && v.Pkg() != nil && outside.InProgram(c.pass, v.Pkg().Path()) {
		c.note(scaledField(v))
	}
}

func (u *units) noteParams(c *checker, fn *types.Func) {
	params := fn.Signature().Params()
	for i := range params.Len() {
		if fn.Exported() && u.objs[params.At(i)] {
			c.note(scaledParam(fn, i))
		}
	}
}

// scaledField and scaledParam name, in the words of notes, a duration that some package
// uses as a plain number.
func scaledField(v *types.Var) string { return "scaled " + v.Pkg().Path() + ".." + v.Name() }

func scaledParam(fn *types.Func, i int) string { return fmt.Sprintf("scaled %s#%d", fn.FullName(), i) }
