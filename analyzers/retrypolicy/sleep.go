package retrypolicy

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// longWait is how long a retry may be deaf to its context without a word.
const longWait = time.Second

// sleep reports a wait in time.Sleep, or in a helper that only sleeps, where a context is
// at hand. It tells whether it did.
func (c *checker) sleep(l *layer) bool {
	p := l.loop.Pause
	if len(p.Sleep) == 0 {
		return false
	}
	call := p.Sleep[0]
	ctx := c.atHand(l.fn)
	if ctx == "" || !l.leaves() && !c.handed(l) && !c.remote(l) {
		return false
	}
	d, known := c.duration(call)
	if known && (l.loop.Ctx && d <= longWait || !l.loop.Ctx && total(l.loop.Attempts, d) < longWait) {
		return false
	}
	how := "time.Sleep"
	if fn, _ := ssacall.Target(&call.Call); fn != nil && !gotype.IsFunc(fn, "time.Sleep") {
		how = fn.Name() + ", which only sleeps,"
	}
	f := rule.Finding{Pos: call.Pos(), Kind: "sleep", Confidence: finding.High, Message: fmt.Sprintf(
		"%s waits in %s before it tries %s again and does not see %s end: a caller that has gone, or a shutdown, waits %s; wait in a select on %s.Done() and a timer",
		name(l.fn), how, l.what(), ctx, span(l.loop.Attempts, d, l.loop.Ctx), ctx)}
	f.Fix = c.fix(l, call, ctx)
	c.report(l, f)
	return true
}

// handed tells whether the operation is a function that the retry was handed.
func (c *checker) handed(l *layer) bool {
	for _, op := range l.loop.Ops {
		com := op.Common()
		if com.StaticCallee() == nil && !com.IsInvoke() {
			return true
		}
	}
	return false
}

// total is how long all waits together take, at least.
func total(n attempts.Number, each time.Duration) time.Duration {
	switch n.Kind {
	case attempts.Exact, attempts.AtMost, attempts.AtLeast:
		return time.Duration(max(n.N-1, 1)) * each
	case attempts.Timed:
		return max(n.Time, each)
	}
	return longWait
}

// span says how long somebody waits for nothing.
func span(n attempts.Number, each time.Duration, checked bool) string {
	switch {
	case n.Kind == attempts.Unbounded && !checked:
		return "for as long as it fails"
	case each == 0 && checked:
		return "for the rest of the pause"
	case each == 0:
		return "for all the pauses that are left"
	case checked, n.Kind != attempts.Exact && n.Kind != attempts.AtMost:
		return "up to " + each.String() + " each time"
	}
	return "up to " + total(n, each).String()
}

// duration is how long a call sleeps, where it is constant.
func (c *checker) duration(call *ssa.Call) (time.Duration, bool) {
	for _, a := range call.Call.Args {
		if !gotype.Is(a.Type(), "time", "Duration") {
			continue
		}
		leaves := c.x.Resolve(a)
		if len(leaves) != 1 {
			return 0, false
		}
		k, ok := leaves[0].Value.(*ssa.Const)
		if g, isGlobal := leaves[0].Value.(*ssa.Global); isGlobal && len(c.x.GlobalStores(g)) == 1 {
			k, ok = c.x.GlobalStores(g)[0].Val.(*ssa.Const)
		}
		if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
			return 0, false
		}
		n, exact := constant.Int64Val(k.Value)
		return time.Duration(n), exact
	}
	return 0, false
}

// atHand names the context that fn could wait on, or gives "".
func (c *checker) atHand(fn *ssa.Function) string {
	for f := fn; f != nil; f = f.Parent() {
		for i, p := range f.Params {
			if p.Name() == "" || p.Name() == "_" {
				continue
			}
			switch {
			case gotype.IsContext(p.Type()):
				return p.Name()
			case gotype.PointerTo(p.Type(), "net/http", "Request"):
				return p.Name() + ".Context()"
			case i == 0 && f.Signature.Recv() != nil:
				if field := contextField(p.Type()); field != "" && c.read(f, field) {
					return p.Name() + "." + field
				}
			}
		}
		if c.started(f) {
			return "" // it outlives the function around it
		}
	}
	return ""
}

// contextField names the field of a receiver that holds a context.
func contextField(t types.Type) string {
	st, ok := gotype.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range st.NumFields() {
		if gotype.IsContext(st.Field(i).Type()) {
			return st.Field(i).Name()
		}
	}
	return ""
}

// read tells whether fn, or a literal in it, uses the context in its receiver's field.
func (c *checker) read(fn *ssa.Function, field string) bool {
	for _, f := range flow.WithLiterals(fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if fa, ok := in.(*ssa.FieldAddr); ok && flow.FieldVar(fa).Name() == field && gotype.IsContext(flow.FieldVar(fa).Type()) {
					return true
				}
			}
		}
	}
	return false
}

// hasContext tells whether a call gets a context.
func hasContext(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if gotype.IsContext(a.Type()) {
			return true
		}
	}
	return false
}

// fix writes the wait anew, where the function can say with an error that it gave up.
func (c *checker) fix(l *layer, call *ssa.Call, ctx string) *finding.Fix {
	fn, _ := ssacall.Target(&call.Call)
	if fn == nil || !gotype.IsFunc(fn, "time.Sleep") || strings.Contains(ctx, ".") || !c.visible(ctx, call.Pos()) {
		return nil
	}
	stmt, expr := c.statement(call.Pos())
	if stmt == nil {
		return nil
	}
	zero, ok := zeroes(l.fn.Signature)
	if !ok {
		return nil
	}
	ch := rule.NewChange(c.pass, "wait on "+ctx+" too")
	tab := "\n" + strings.Repeat("\t", c.pass.Fset.PositionFor(stmt.Pos(), false).Column-1)
	ch.Replace(stmt.Pos(), stmt.End(), "select {"+tab+
		"case <-"+ctx+".Done():"+tab+"\treturn "+zero+ctx+".Err()"+tab+
		"case <-"+ch.Source(expr.Fun.(*ast.SelectorExpr).X)+".After("+ch.Source(expr.Args[0])+"):"+tab+"}")
	return ch.Fix()
}

// visible tells whether the name stands for a context at pos.
func (c *checker) visible(name string, pos token.Pos) bool {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(name, pos)
	v, ok := obj.(*types.Var)
	return ok && gotype.IsContext(v.Type())
}

// statement finds the statement that is the call at pos and nothing else.
func (c *checker) statement(pos token.Pos) (*ast.ExprStmt, *ast.CallExpr) {
	var stmt *ast.ExprStmt
	var expr *ast.CallExpr
	for _, f := range c.pass.Files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.ExprStmt); ok {
				if e, ok := s.X.(*ast.CallExpr); ok && e.Lparen == pos && len(e.Args) == 1 {
					if _, ok := e.Fun.(*ast.SelectorExpr); ok {
						stmt, expr = s, e
					}
				}
			}
			return stmt == nil
		})
	}
	return stmt, expr
}

// zeroes spells what a function returns before its error, or gives false where it has no
// error to return or a result that has no short zero value.
func zeroes(sig *types.Signature) (string, bool) {
	res := sig.Results()
	if !gotype.Fails(sig) {
		return "", false
	}
	out := ""
	for i := range res.Len() - 1 {
		switch t := res.At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
			out += "nil, "
		case *types.Interface:
			if _, ok := res.At(i).Type().(*types.TypeParam); ok {
				return "", false
			}
			out += "nil, "
		case *types.Basic:
			switch {
			case t.Info()&types.IsString != 0:
				out += `"", `
			case t.Info()&types.IsBoolean != 0:
				out += "false, "
			case t.Info()&types.IsNumeric != 0:
				out += "0, "
			default:
				return "", false
			}
		default:
			return "", false
		}
	}
	return out, true
}
