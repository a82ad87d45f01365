package fallbackprimary

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A meaning is what one outcome of a test says of a call.
type meaning uint8

const (
	nothing meaning = iota
	success
	failure // it failed, or may have
	answer  // it failed in a way that is an answer: not found, a conflict
)

// An edge is one outcome of a test on what a call came back with.
type edge struct {
	from *ssa.BasicBlock
	to   *ssa.BasicBlock
	says meaning
	what *types.Var // the error value that it was compared with, or nil
}

// A failing holds the tests on what a call came back with.
type failing struct {
	call  *ssa.Call
	errs  map[ssa.Value]bool // the calls whose error tells of the failure
	edges []edge
}

// failing finds the tests on the call's error. It is nil where nobody tests it.
func (c *checker) failing(k *call) *failing {
	f := &failing{call: k.Call, errs: map[ssa.Value]bool{}}
	f.errors(k.Call, 0)
	for _, b := range k.Parent().Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		yes, no, what := c.test(cond.Cond, f)
		if yes == nothing && no == nothing {
			continue
		}
		f.edges = append(f.edges, edge{b, b.Succs[0], yes, what}, edge{b, b.Succs[1], no, what})
	}
	if !slices.ContainsFunc(f.edges, func(e edge) bool { return e.says == failure || e.says == success }) {
		return nil
	}
	return f
}

// errors collects the calls that give the failure: the call itself, or the methods of a
// handle that it gives, as (*sql.Row).Scan is.
func (f *failing) errors(v *ssa.Call, depth int) {
	if dependency.ErrorOf(v) != nil {
		f.errs[v] = true
		return
	}
	if depth > 2 || v.Referrers() == nil {
		return
	}
	for _, ref := range *v.Referrers() {
		if next, ok := ref.(*ssa.Call); ok && ssacall.Receiver(next.Common()) == v {
			f.errors(next, depth+1)
		}
	}
}

// isError tells whether v can be the error of the call.
func (c *checker) isError(v ssa.Value, f *failing) bool {
	if !gotype.IsError(v.Type()) {
		return false
	}
	for _, l := range c.x.Resolve(v) {
		if l.Kind == flow.Call && f.errs[l.Value] {
			return true
		}
	}
	return false
}

// test says what it means that cond holds, and that it does not.
func (c *checker) test(cond ssa.Value, f *failing) (yes, no meaning, what *types.Var) {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			no, yes, what = c.test(v.X, f)
		}
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL:
			return c.equal(v, f)
		case token.NEQ:
			no, yes, what = c.equal(v, f)
		case token.GEQ, token.GTR, token.LSS, token.LEQ:
			yes, no = c.status(v, f)
		}
	case *ssa.Call:
		return c.predicate(v, f)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return c.predicate(call, f)
		}
	}
	return yes, no, what
}

// equal is test for x == y.
func (c *checker) equal(v *ssa.BinOp, f *failing) (yes, no meaning, what *types.Var) {
	switch {
	case c.isError(v.X, f):
		if ssacall.IsNil(v.Y) {
			return success, failure, nil
		}
		what = global(v.Y)
		return named(sentinel(v.Y)), nothing, what
	case c.isError(v.Y, f) && ssacall.IsNil(v.X):
		return success, failure, nil
	}
	if k, ok := v.Y.(*ssa.Const); ok && k.Value != nil && c.derived(v.X, f, 0) {
		switch k.Value.Kind() {
		case constant.Int:
			if gotype.Name(k.Type()) == "google.golang.org/grpc/codes.Code" {
				return code(k.Int64()), nothing, nil
			}
			return statusCode(k.Int64()), nothing, nil
		case constant.String:
			return text(constant.StringVal(k.Value)), nothing, nil
		}
	}
	if ssacall.IsNil(v.Y) && c.isValue(v.X, f) {
		return nothing, success, nil // no error was looked at, but a value is there
	}
	return nothing, nothing, nil
}

// isValue tells whether v is a result of the call other than its error.
func (c *checker) isValue(v ssa.Value, f *failing) bool {
	x, ok := v.(*ssa.Extract)
	return ok && x.Tuple == f.call && !gotype.IsError(x.Type())
}

// code is what a gRPC code says: some are failures, most are answers.
func code(n int64) meaning {
	switch n {
	case 0:
		return success
	case 1, 2, 4, 8, 13, 14, 15:
		return failure
	}
	return answer
}

// statusCode is what it says that an HTTP status is n.
func statusCode(n int64) meaning {
	switch {
	case n >= 200 && n < 300:
		return success
	case n >= 500 && n != 501 && n != 505 || n == 429 || n == 408:
		return failure
	}
	return answer
}

// status is what a comparison with a bound says of an HTTP status.
func (c *checker) status(v *ssa.BinOp, f *failing) (yes, no meaning) {
	k, ok := v.Y.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int || !c.derived(v.X, f, 0) {
		return nothing, nothing
	}
	switch n := k.Int64(); {
	case n >= 499 && n <= 500 && (v.Op == token.GEQ || v.Op == token.GTR):
		return failure, nothing
	case n >= 499 && n <= 500:
		return nothing, failure
	}
	return nothing, nothing
}

// derived tells whether v is read from a result of the call: a status, a code, a text.
func (c *checker) derived(v ssa.Value, f *failing, depth int) bool {
	if depth > 4 || v == nil {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return v.Tuple == f.call
	case *ssa.FieldAddr:
		return c.derived(v.X, f, depth+1)
	case *ssa.UnOp:
		return c.derived(v.X, f, depth+1)
	case *ssa.Field:
		return c.derived(v.X, f, depth+1)
	case *ssa.Convert:
		return c.derived(v.X, f, depth+1)
	case *ssa.Call:
		if v == f.call {
			return true
		}
		for _, a := range ssacall.Args(v.Common()) {
			if c.isError(a, f) || c.derived(a, f, depth+1) {
				return true
			}
		}
	}
	return false
}

// predicate is what a call that judges the error says: errors.Is, errors.As, or a helper.
func (c *checker) predicate(v *ssa.Call, f *failing) (yes, no meaning, what *types.Var) {
	as := ssacall.Args(v.Common())
	about := false
	for _, a := range as {
		about = about || c.isError(a, f) || c.derived(a, f, 0)
	}
	obj, _ := ssacall.Target(v.Common())
	if !about || obj == nil || v == f.call {
		return nothing, nothing, nil
	}
	switch obj.FullName() {
	case "errors.Is", "github.com/pkg/errors.Is", "errors.As", "github.com/pkg/errors.As", "github.com/cockroachdb/errors.Is":
		if len(as) < 2 {
			return nothing, nothing, nil
		}
		what = global(as[1])
		return says(sentinel(as[1]), what)
	}
	for _, a := range as {
		if k, ok := a.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
			if text(constant.StringVal(k.Value)) == failure {
				return failure, answer, nil
			}
			return answer, nothing, nil
		}
	}
	return says(obj.Name(), nil)
}

// says is what a test for an error of that name says. Where it is not one of a failure,
// what is left is an answer, or the caller's to judge.
func says(name string, v *types.Var) (yes, no meaning, what *types.Var) {
	if named(name) == failure {
		return failure, answer, v
	}
	return answer, nothing, v
}

// global is the package variable that v reads, or nil.
func global(v ssa.Value) *types.Var {
	switch x := v.(type) {
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok {
			out, _ := g.Object().(*types.Var)
			return out
		}
	case *ssa.MakeInterface:
		return global(x.X)
	}
	return nil
}

// sentinel names the error that v is, or the type of the variable that it points to.
func sentinel(v ssa.Value) string {
	if g := global(v); g != nil {
		return g.Name()
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		t := gotype.Deref(gotype.Deref(mi.X.Type()))
		if n := gotype.Name(t); n != "" {
			return n
		}
		return t.String()
	}
	return v.Type().String()
}

// within tells whether the block only runs when the call has failed, and that it does
// right then: it is on the failing side of a test. proven is set where some test on the
// way has shown the failure to be an answer.
func (f *failing) within(b *ssa.BasicBlock) (failed, proven bool) {
	for _, e := range f.edges {
		if e.says == answer && (e.to == b || e.to.Dominates(b)) {
			return false, true
		}
		failed = failed || e.says == failure && (e.to == b || e.to.Dominates(b)) && f.alone(e.to)
	}
	return failed && !f.afterSuccess(b), false
}

// alone tells whether nothing but failures of the call leads to the block.
func (f *failing) alone(b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if !slices.ContainsFunc(f.edges, func(e edge) bool { return e.from == p && e.to == b && e.says == failure }) {
			return false
		}
	}
	return true
}

// later tells whether the block, on the way of a failure, may run much later: when a loop
// of attempts has ended.
func (f *failing) later(b, around *ssa.BasicBlock) bool {
	for _, e := range f.edges {
		if e.says == answer && (e.to == b || e.to.Dominates(b)) {
			return false
		}
	}
	if f.afterSuccess(b) {
		return false
	}
	for _, e := range f.edges {
		if e.says == failure && e.to != around && (e.to == b || dependency.Reaches(e.to, b, around)) {
			return true
		}
	}
	// A test that success leaves the function, with nothing said of the failure.
	for _, e := range f.edges {
		if e.says == nothing && e.to != around && f.opposite(e) == success && (e.to == b || dependency.Reaches(e.to, b, around)) {
			return true
		}
	}
	return false
}

// opposite is what the other outcome of the edge's test says.
func (f *failing) opposite(e edge) meaning {
	for i, o := range f.edges {
		if o != e {
			continue
		}
		return f.edges[i^1].says
	}
	return nothing
}

// afterSuccess tells whether b can run after the call succeeded, without a new call and
// without another test that shows a failure after all.
func (f *failing) afterSuccess(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{f.call.Block(): true}
	var work []*ssa.BasicBlock
	for _, e := range f.edges {
		if e.says == success && e.to != f.call.Block() {
			work = append(work, e.to)
		}
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == b {
			return true
		}
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, s := range at.Succs {
			if !slices.ContainsFunc(f.edges, func(e edge) bool { return e.from == at && e.to == s && e.says == failure }) {
				work = append(work, s)
			}
		}
	}
	return false
}

// compared tells whether the block only runs where the error is one of the given values.
func (f *failing) compared(b *ssa.BasicBlock, names map[string]bool) bool {
	for _, e := range f.edges {
		if e.what != nil && e.says != nothing && e.what.Pkg() != nil && names[e.what.Pkg().Path()+"."+e.what.Name()] && (e.to == b || e.to.Dominates(b)) {
			return true
		}
	}
	return false
}
