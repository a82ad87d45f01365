package deadlinebudget

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
)

// maxLifts bounds the calls between a library's retry and the deadline over it.
const maxLifts = 4

// wrapped judges the retries that a library's function wraps around what it is given, where
// the number of attempts is sure.
func (c *checker) wrapped(p *deadlines.Package) {
	if c.retried.Index == nil {
		return
	}
	for _, s := range c.retried.Eval.Sites() {

		if s.Loop != nil || s.Call == nil || s.Added != 1 || deadlines.TakesTest(s.Fn) {
			continue
		}
		ws := c.retried.Eval.Wrapped(s.Call)
		f := s.Chain.Factors[0]
		if len(ws) != 1 || f.Default || f.Attempts.Kind != attempts.Exact && f.Attempts.Kind != attempts.AtLeast || f.Attempts.N < 2 {
			continue
		}
		body, ops := c.retried.Eval.Repeated(s.Call, ws[0])
		if body == nil || len(ops) == 0 {
			continue
		}
		if r := c.eval.Wrapped(s.Call, body, ops, f.Attempts.N, ws[0].Layer.Ctx); r != nil {
			c.lift(p, r, 0)
		}
	}
}

// lift judges the retry where the deadline over it is made: here, or in the callers of its
// function, if the package shows them all. Where it does not, some may have enough time.
func (c *checker) lift(p *deadlines.Package, r *deadlines.Retry, depth int) {
	param := r.Under.Param != deadlines.NoParam && !deadlines.RequestParam(r.Under.Fn, r.Under.Param)
	if r.Under.Max > 0 || !param && (!r.Root || c.eval.InRequest(r.Fn)) {
		c.retry(r)
		return
	}
	fn := flow.Named(r.Fn)
	obj, ok := fn.Object().(*types.Func)
	callers := p.Index.Callers(fn)
	if !ok || obj.Exported() || len(callers) == 0 || depth == maxLifts || param && r.Under.Fn != fn || c.asValue(p, obj) || c.invoked(obj.Name()) {
		c.note(aliveRetry(r))
		return
	}
	for _, call := range callers {
		if _, isGo := call.(*ssa.Go); isGo || deadlines.TakesTest(call.Parent()) {
			c.note(aliveRetry(r))
			continue
		}
		if up := c.eval.Lift(r, call); up != nil {
			c.lift(p, up, depth+1)
		} else {
			c.note(aliveRetry(r))
		}
	}
}

// asValue tells whether the package uses fn as a value: who calls it then is not seen.
func (c *checker) asValue(p *deadlines.Package, fn types.Object) bool {
	if c.values == nil {
		c.values = map[types.Object]bool{}
		for _, g := range p.Index.SSA.Funcs {
			for _, f := range p.Index.Values(g) {
				c.values[f.Object()] = true
			}
		}
	}
	return c.values[fn]
}
