package queues

import (
	"go/ast"
	"go/types"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// candidate tells whether the package can matter: it starts goroutines, makes or fills a
// channel, appends to something that outlives the call, or calls what a fact or the
// catalogue speaks of. The syntax answers for most packages.
func (e *eval) candidate(used []types.Object) bool {
	if outside.Skip(e.pass) {
		return false
	}
	for _, obj := range used {
		if fn, ok := obj.(*types.Func); ok && (e.facts.Imported(fn) != nil || e.queueing(fn)) {
			return true
		}
	}
	for _, f := range e.pass.Files {
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			found = found || e.grows(n)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// queueing tells whether a function of a library fills, limits or makes a queue.
func (e *eval) queueing(fn *types.Func) bool {
	for _, en := range e.cat.Func(fn, nil) {
		if en.Kind == catalogue.KindQueue || en.Kind == catalogue.KindLimiter {
			return true
		}
	}
	switch gotype.Path(fn) {
	case "container/list", "container/heap", "database/sql", "time", "sync":
	default:
		return unlimitedName(fn)
	}
	switch e.fullName(fn) {
	case "(*container/list.List).PushBack", "(*container/list.List).PushFront", "container/heap.Push",
		"database/sql.Open", "database/sql.OpenDB", "time.AfterFunc", "(*sync.WaitGroup).Go",
		"(*database/sql.DB).Query", "(*database/sql.DB).QueryContext":
		return true
	}
	return false
}

func (e *eval) grows(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.SendStmt:
		return true
	case *ast.CallExpr:
		id, ok := n.Fun.(*ast.Ident)
		if !ok || len(n.Args) == 0 {
			return false
		}
		switch id.Name {
		case "make":
			_, isChan := e.pass.TypesInfo.TypeOf(n.Args[0]).Underlying().(*types.Chan)
			return isChan && len(n.Args) > 1
		case "append":
			return e.keeps(n.Args[0])
		}
	}
	return false
}

// keeps tells whether an expression is a field or a package variable.
func (e *eval) keeps(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.SelectorExpr:
		return true
	case *ast.IndexExpr:
		return e.keeps(x.X)
	case *ast.Ident:
		v, ok := e.pass.TypesInfo.Uses[x].(*types.Var)
		return ok && v.Parent() == e.pass.Pkg.Scope()
	}
	return false
}
