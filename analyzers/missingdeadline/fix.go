package missingdeadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/rule"
)

// fix gives the change that ends the fault of the group, or nil: the caller's context in
// the place of one without deadline, or the form of a call that takes a context.
func (c *checker) fix(g *group) *finding.Fix {
	if g.first.Child {
		return nil // to kill a child when a client leaves is for its owner to decide
	}
	switch g.kind {
	case "detached":
		if g.src.Detach || g.src.Field != nil || g.src.Branch {
			return nil
		}
		change := rule.NewChange(c.pass, "hand on the caller's context")
		if !c.inherit(change, g.src) {
			return nil
		}
		return change.Fix()
	case "noctx", "client":
		change := rule.NewChange(c.pass, "hand on the caller's context")
		seen := map[token.Pos]bool{}
		for _, o := range g.all {
			pos := o.Sources[0].Pos
			if !seen[pos] && !c.withContext(change, pos) {
				return nil
			}
			seen[pos] = true
		}
		return change.Fix()
	}
	return nil
}

// inherit puts the caller's context where context.Background or TODO stands. It tells
// whether it could.
func (c *checker) inherit(change *rule.Change, src deadlines.Source) bool {
	call, file := c.callAt(src.Pos)
	if call == nil || len(call.Args) != 0 {
		return false
	}
	fn, ok := c.callee(call).(*types.Func)
	if !ok || fn.FullName() != "context.Background" && fn.FullName() != "context.TODO" {
		return false
	}
	ctx := c.contextAt(call.Pos())
	if ctx == "" || c.assignsTo(call, ctx) {
		return false
	}
	change.Replace(call.Pos(), call.End(), ctx)
	return c.dropImport(change, file, "context")
}

// dropImport removes the import of a package of which one use goes, where that was the
// last. It tells whether it could.
func (c *checker) dropImport(change *rule.Change, file *ast.File, path string) bool {
	uses := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name, ok := c.pass.TypesInfo.Uses[id].(*types.PkgName); ok && name.Imported().Path() == path {
				uses++
			}
		}
		return uses < 2
	})
	if uses != 1 {
		return true
	}
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			continue
		}
		for _, s := range gen.Specs {
			spec := s.(*ast.ImportSpec)
			if spec.Path.Value != `"`+path+`"` || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			if gen.Lparen.IsValid() {
				change.Delete(spec.Pos(), spec.End())
			} else {
				change.Delete(gen.Pos(), gen.End())
			}
			return true
		}
	}
	return false
}

// withContext turns the call at pos into its form that takes a context, and hands it the
// caller's. It tells whether it could.
func (c *checker) withContext(change *rule.Change, pos token.Pos) bool {
	call, _ := c.callAt(pos)
	if call == nil {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn, isFunc := c.callee(call).(*types.Func)
	ctx := c.contextAt(call.Pos())
	if !ok || !isFunc || ctx == "" {
		return false
	}
	name, tail := "", ""
	switch fn.FullName() {
	case "net/http.NewRequest":
		name = "NewRequestWithContext"
	case "net.Dial":
		change.Replace(sel.Pos(), sel.End(), "(&"+change.Import(call.Pos(), "net")+".Dialer{}).DialContext")
		change.Insert(call.Lparen+1, ctx+", ")
		return true
	case "(*database/sql.DB).Begin":
		name, tail = "BeginTx", ", nil"
	default:
		if name = c.twin(fn); name == "" {
			return false
		}
	}
	if len(call.Args) > 0 {
		ctx += ", "
	}
	change.Replace(sel.Sel.Pos(), sel.Sel.End(), name)
	change.Insert(call.Lparen+1, ctx+tail)
	return true
}

// twin returns the name of the method of the same type that is fn with a context before
// its other parameters, or "".
func (c *checker) twin(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	for _, suffix := range []string{"Context", "WithContext"} {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, c.pass.Pkg, fn.Name()+suffix)
		other, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		a, b := fn.Signature(), other.Signature()
		if b.Params().Len() != a.Params().Len()+1 || !gotype.IsContext(b.Params().At(0).Type()) || !types.Identical(a.Results(), b.Results()) || a.Variadic() != b.Variadic() {
			continue
		}
		same := true
		for i := range a.Params().Len() {
			same = same && types.Identical(a.Params().At(i).Type(), b.Params().At(i+1).Type())
		}
		if same {
			return other.Name()
		}
	}
	return ""
}

// contextAt returns an expression for the caller's context at pos: a parameter of type
// context.Context, or what was derived from it under its name, or that of a request.
func (c *checker) contextAt(pos token.Pos) string {
	inner := c.pass.Pkg.Scope().Innermost(pos)
	if inner == nil {
		return ""
	}
	params := c.paramsAround(pos)
	for _, p := range params {
		if p.Name() == "" || p.Name() == "_" {
			continue
		}
		_, obj := inner.LookupParent(p.Name(), pos)
		v, ok := obj.(*types.Var)
		if !ok || !types.Identical(v.Type(), p.Type()) {
			continue
		}
		if gotype.IsContext(p.Type()) {
			return p.Name()
		}
		if gotype.PointerTo(p.Type(), "net/http", "Request") {
			return p.Name() + ".Context()"
		}
	}
	return ""
}

// paramsAround returns the parameters of the functions around pos, the innermost first.
func (c *checker) paramsAround(pos token.Pos) []*types.Var {
	var out []*types.Var
	decl, _ := c.declAt(pos)
	if decl == nil {
		return nil
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || n.End() <= pos {
			return false
		}
		var list *ast.FieldList
		switch n := n.(type) {
		case *ast.FuncDecl:
			list = n.Type.Params
		case *ast.FuncLit:
			list = n.Type.Params
		default:
			return true
		}
		var here []*types.Var
		for _, field := range list.List {
			for _, id := range field.Names {
				if v, ok := c.pass.TypesInfo.Defs[id].(*types.Var); ok {
					here = append(here, v)
				}
			}
		}
		out = append(here, out...)
		return true
	})
	// A context comes before a request that has one as well.
	slices.SortStableFunc(out, func(a, b *types.Var) int {
		switch x, y := gotype.IsContext(a.Type()), gotype.IsContext(b.Type()); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	return out
}

// assignsTo tells whether the call is what the variable of the name is set to: ctx =
// context.Background() would become ctx = ctx.
func (c *checker) assignsTo(call *ast.CallExpr, name string) bool {
	found := false
	decl, _ := c.declAt(call.Pos())
	ast.Inspect(decl, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return !found
		}
		for i, r := range as.Rhs {
			if r == call && i < len(as.Lhs) {
				id, ok := as.Lhs[i].(*ast.Ident)
				found = ok && id.Name == name
			}
		}
		return !found
	})
	return found
}

// callAt returns the call whose parenthesis opens at pos, with its file.
func (c *checker) callAt(pos token.Pos) (*ast.CallExpr, *ast.File) {
	decl, file := c.declAt(pos)
	if decl == nil {
		return nil, nil
	}
	var found *ast.CallExpr
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == pos {
			found = call
		}
		return found == nil && n != nil && n.Pos() <= pos && pos < n.End()
	})
	return found, file
}

// declAt returns the declaration of the package that pos stands in, with its file, or nil. To
// walk the whole file for each finding would take the square of its length.
func (c *checker) declAt(pos token.Pos) (ast.Decl, *ast.File) {
	for _, f := range c.pass.Files {
		if !pos.IsValid() || pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		i := sort.Search(len(f.Decls), func(i int) bool { return pos < f.Decls[i].End() })
		if i < len(f.Decls) && f.Decls[i].Pos() <= pos {
			return f.Decls[i], f
		}
	}
	return nil, nil
}

// callee returns what a call calls by name, or nil.
func (c *checker) callee(call *ast.CallExpr) types.Object {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return c.pass.TypesInfo.Uses[f]
	case *ast.SelectorExpr:
		return c.pass.TypesInfo.Uses[f.Sel]
	}
	return nil
}
