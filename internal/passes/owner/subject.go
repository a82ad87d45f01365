package owner

import (
	"go/ast"
	"go/token"

	"github.com/resilint/resilint/internal/statement"
)

// mayStand says on what statements may stand, for messages.
var mayStand = map[statement.Verb]string{
	statement.Retry:   "a call, a loop, a function, a field or a variable",
	statement.Bounded: "a call, a wait, a function, a field or a variable",
	statement.Queue:   "a make, a call, a field or a variable",
}

// bears tells whether a comment may stand on a node with that grandparent. Parameters are
// fields to package ast, and no place where anybody looks for a statement.
func bears(n, grand ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt, *ast.EmptyStmt, *ast.FieldList:
		return false
	case *ast.Field:
		if _, ok := grand.(*ast.InterfaceType); ok {
			return len(n.Names) > 0 // no interface that is embedded
		}
		_, ok := grand.(*ast.StructType)
		return ok
	}
	return true
}

// simple tells whether a comment behind the last line of a node is about all of it: not so
// with what ends in a block of statements.
func simple(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt,
		*ast.SelectStmt, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt, *ast.GenDecl, *ast.TypeSpec:
		return false
	}
	return true
}

// A target is what is to be known of the node that a statement stands on.
type target struct {
	names    []*ast.Ident
	holes    [][2]token.Pos
	function bool // a declaration of a function
	group    bool // several declarations in parentheses
	call     bool // a call that is no make, a literal of a struct or a function
	make     bool
	loop     bool
	wait     bool // a receive, a send, a select
}

// fits tells whether a statement with the verb says anything of the target.
func (t *target) fits(v statement.Verb) bool {
	named := len(t.names) > 0
	switch v {
	case statement.Retry:
		return named || t.call || t.loop
	case statement.Bounded:
		return named || t.call || t.loop || t.wait
	case statement.Queue:
		return !t.function && (named || t.call || t.make)
	}
	return false
}

// look finds out what there is in a node, and which parts of it are of their own: blocks,
// the bodies of function literals among them.
func look(n ast.Node) *target {
	t := &target{}
	if d, ok := n.(*ast.DeclStmt); ok {
		n = d.Decl
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		t.function, t.names = true, []*ast.Ident{n.Name}
		return t
	case *ast.GenDecl:
		t.group = n.Lparen.IsValid()
		if n.Tok != token.VAR {
			return t
		}
	case *ast.Field:
		t.names = fieldNames(n)
		f, ok := n.Type.(*ast.FuncType)
		t.function = ok && !f.Func.IsValid() // a method of an interface
	}
	ast.Inspect(n, t.visit)
	return t
}

func (t *target) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		t.holes = append(t.holes, [2]token.Pos{n.Pos(), n.End()})
		return false
	case *ast.CommClause:
		t.body(n.Body)
		t.wait = t.wait || n.Comm != nil
	case *ast.CaseClause:
		t.body(n.Body)
	case *ast.IfStmt:
		if n.Else != nil {
			t.holes = append(t.holes, [2]token.Pos{n.Else.Pos(), n.Else.End()})
		}
	case *ast.ValueSpec:
		t.names = append(t.names, n.Names...)
	case *ast.CallExpr:
		id, ok := n.Fun.(*ast.Ident)
		isMake := ok && id.Name == "make"
		t.make, t.call = t.make || isMake, t.call || !isMake
	case *ast.CompositeLit, *ast.FuncLit:
		t.call = true
	case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
		t.loop = true
	case *ast.SendStmt, *ast.SelectStmt:
		t.wait = true
	case *ast.UnaryExpr:
		t.wait = t.wait || n.Op == token.ARROW
	}
	return true
}

// body makes a hole of the statements of a clause.
func (t *target) body(list []ast.Stmt) {
	if len(list) > 0 {
		t.holes = append(t.holes, [2]token.Pos{list[0].Pos(), list[len(list)-1].End()})
	}
}

// fieldNames gives the names of a field; that of an embedded one is its type's.
func fieldNames(f *ast.Field) []*ast.Ident {
	if len(f.Names) > 0 {
		return f.Names
	}
	for x := f.Type; ; {
		switch t := x.(type) {
		case *ast.Ident:
			return []*ast.Ident{t}
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.SelectorExpr:
			return []*ast.Ident{t.Sel}
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		default:
			return nil
		}
	}
}
