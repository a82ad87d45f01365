package loops

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// Candidate tells from syntax and types only whether the package can hold a retry that is
// written by hand: a loop, a goto or a call of the function itself, with a judgement of a
// failure inside and a call that can fail. Most packages hold none, and need no SSA.
func Candidate(pass *analysis.Pass) bool {
	s := &scan{pkg: pass.Pkg, info: pass.TypesInfo}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && s.function(fn) {
				return true
			}
		}
	}
	return false
}

// scan looks through the syntax of one function.
type scan struct {
	pkg  *types.Package
	info *types.Info
}

func (s *scan) function(fn *ast.FuncDecl) bool {
	obj := s.info.Defs[fn.Name]
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.ForStmt:
			found = s.loop(n, n.Cond == nil || n.Init != nil || n.Post != nil)
		case *ast.RangeStmt:
			found = s.counts(n) && s.loop(n, true)
		case *ast.BranchStmt:
			found = n.Tok == token.GOTO && s.loop(fn.Body, true)
		case *ast.CallExpr:
			found = obj != nil && s.callee(n) == obj && s.loop(fn.Body, false)
		}
		return !found
	})
	return found
}

// counts tells whether a range only counts: over a number, or over a list of waits. One
// over anything else goes to the next item.
func (s *scan) counts(n *ast.RangeStmt) bool {
	t := s.info.TypeOf(n.X)
	if t == nil || n.Value == nil {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return basic(u.Elem(), types.IsNumeric)
	case *types.Array:
		return basic(u.Elem(), types.IsNumeric)
	case *types.Pointer:
		return true
	}
	return false
}

// loop tells whether what stands in n can be a retry: it calls something that can fail,
// judges a failure, can end, and waits or counts.
func (s *scan) loop(n ast.Node, counts bool) bool {
	fails, judges, leaves, paced := false, false, false, counts
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fails = fails || s.fails(n)
			paced = paced || s.waits(n)
		case *ast.SelectStmt:
			paced = true
		case *ast.IncDecStmt:
			paced = true
		case *ast.UnaryExpr:
			paced = paced || n.Op == token.ARROW
		case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			judges = true
		case *ast.ForStmt:
			judges = judges || n.Cond != nil
			leaves = leaves || n.Cond != nil
		case *ast.RangeStmt, *ast.ReturnStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok != token.CONTINUE
		}
		return true
	})
	return fails && judges && leaves && paced
}

// fails tells whether a call has a result that can be a failure.
func (s *scan) fails(c *ast.CallExpr) bool {
	if tv, ok := s.info.Types[c.Fun]; !ok || tv.IsType() || tv.IsBuiltin() {
		return false
	}
	sig, ok := s.info.TypeOf(c.Fun).Underlying().(*types.Signature)
	if !ok {
		return false
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if gotype.IsError(t) || carriesError(t) || i == sig.Results().Len()-1 && isBool(t) && s.own(c) {
			return true
		}
	}
	return false
}

// own tells whether a call is one of a function of the package, whose body tells what its
// boolean means, or of a promise.
func (s *scan) own(c *ast.CallExpr) bool {
	fn, ok := s.callee(c).(*types.Func)
	return ok && (promise(fn) || fn.Pkg() == s.pkg)
}

func (s *scan) callee(c *ast.CallExpr) types.Object {
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return s.info.Uses[f]
	case *ast.SelectorExpr:
		return s.info.Uses[f.Sel]
	}
	return nil
}

// waits tells whether a call may wait: nothing but its name is known yet.
func (s *scan) waits(c *ast.CallExpr) bool {
	fn, ok := s.callee(c).(*types.Func)
	return ok && (namedWait(fn) != goesOn || fn.Pkg() != nil && fn.Pkg().Path() == "time")
}
