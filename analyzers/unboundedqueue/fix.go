package unboundedqueue

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// selectFix offers to make a blocking send a select that also waits for the end of the
// context that is in scope. It is nil where there is none, or where it is not known what
// to return then.
func (c *checker) selectFix(s *ssa.Send) *finding.Fix {
	file := c.file(s.Pos())
	if file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, s.Pos(), s.Pos())
	var send *ast.SendStmt
	for _, n := range path {
		if x, ok := n.(*ast.SendStmt); ok {
			send = x
			break
		}
		if _, ok := n.(*ast.CommClause); ok {
			return nil
		}
	}
	if send == nil || s.Parent().Syntax() == nil {
		return nil
	}
	ctx := c.contextIn(s.Parent())
	ret, ok := returning(s.Parent().Signature, ctx)
	if ctx == "" || !ok || c.hides(send.Pos(), ctx) {
		return nil
	}
	pos := c.pass.Fset.Position(send.Pos())
	indent := strings.Repeat("\t", max(pos.Column-1, 0))
	var text bytes.Buffer
	if format.Node(&text, c.pass.Fset, send) != nil {
		return nil
	}
	lines := []string{"select {", "case " + text.String() + ":", "case <-" + ctx + ".Done():", "\t" + ret, "}"}
	tf := c.pass.Fset.File(send.Pos())
	return &finding.Fix{
		Message: "give up when the context ends",
		Edits: []finding.Edit{{
			File: tf.Name(), Start: tf.Offset(send.Pos()), End: tf.Offset(send.End()),
			New: strings.Join(lines, "\n"+indent),
		}},
	}
}

func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// contextIn names the parameter of fn that is a context, or is empty.
func (c *checker) contextIn(fn *ssa.Function) string {
	for _, p := range fn.Params {
		if gotype.IsContext(p.Type()) && p.Name() != "_" && p.Name() != "" {
			return p.Name()
		}
	}
	return ""
}

// hides tells whether a name means something else at a position than a context.
func (c *checker) hides(pos token.Pos, name string) bool {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, pos)
	return obj == nil || !gotype.IsContext(obj.Type())
}

// returning writes the statement by which a function gives up: nothing, or zero values
// and the context's error.
func returning(sig *types.Signature, ctx string) (string, bool) {
	res := sig.Results()
	if res.Len() == 0 {
		return "return", true
	}
	var out []string
	for i := range res.Len() - 1 {
		zero := zeroOf(res.At(i).Type())
		if zero == "" {
			return "", false
		}
		out = append(out, zero)
	}
	if !gotype.IsError(res.At(res.Len() - 1).Type()) {
		return "", false
	}
	return "return " + strings.Join(append(out, ctx+".Err()"), ", "), true
}

// zeroOf writes the zero value of a type where that needs no import, or is empty.
func zeroOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return "nil"
	case *types.Interface:
		if _, param := t.(*types.TypeParam); !param {
			return "nil"
		}
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
	}
	return ""
}
