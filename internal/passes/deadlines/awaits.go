package deadlines

import (
	"go/ast"
	"go/token"
	"go/types"
)

// awaits tells whether the package holds a plain channel operation on a field or package
// variable, which a request may come to, or a function that starts a goroutine and waits
// for it with a timer or a context: what SSA is needed for besides calls.
func (e *Eval) awaits() bool {
	helper, waiter := false, false // a function that gives the channel of a goroutine, one that waits
	for _, f := range e.pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			plain, starts, selects := e.awaitsIn(fd.Body)
			if plain || starts && selects {
				return true
			}
			helper, waiter = helper || starts && e.givesChannel(fd), waiter || selects
		}
	}
	return helper && waiter
}

// givesChannel tells whether a function returns a channel.
func (e *Eval) givesChannel(fd *ast.FuncDecl) bool {
	fn, ok := e.pass.TypesInfo.Defs[fd.Name].(*types.Func)
	if !ok {
		return false
	}
	for i := range fn.Signature().Results().Len() {
		if _, ok := fn.Signature().Results().At(i).Type().Underlying().(*types.Chan); ok {
			return true
		}
	}
	return false
}

// awaitsIn tells what a function holds: a plain operation, a go statement, a select that
// something ends.
func (e *Eval) awaitsIn(body *ast.BlockStmt) (plain, starts, selects bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CommClause:
			selects = selects || e.endsWait(n.Comm)
		case *ast.GoStmt:
			starts = true
		}
		plain = plain || e.plainOp(n)
		return true
	})
	return plain, starts, selects
}

// plainOp tells whether n receives from, or sends to, a channel that is a field or a
// package variable. Those of a select count as well here, which only costs time.
func (e *Eval) plainOp(n ast.Node) bool {
	var ch ast.Expr
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			ch = n.X
		}
	case *ast.SendStmt:
		ch = n.Chan
	}
	if ch == nil {
		return false
	}
	var id *ast.Ident
	switch x := ast.Unparen(ch).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	}
	if id == nil {
		return false
	}
	v, ok := e.pass.TypesInfo.Uses[id].(*types.Var)
	return ok && v.Pkg() == e.pass.Pkg && (v.IsField() || v.Parent() == e.pass.Pkg.Scope())
}

// endsWait tells whether a case of a select waits for a timer or the end of a context.
func (e *Eval) endsWait(comm ast.Stmt) bool {
	found := false
	if comm == nil {
		return false
	}
	ast.Inspect(comm, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			switch sel.Sel.Name {
			case "C", "After", "Done":
				found = true
			}
		}
		return !found
	})
	return found
}
