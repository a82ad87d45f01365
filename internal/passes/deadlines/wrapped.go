package deadlines

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Wrapped describes the call c of a library's function that runs body up to n times while
// one of ops in it fails, by the longest timeout of constant size that an attempt sets; nil
// where none does. heeds says that the retry ends with a context.
func (e *Eval) Wrapped(c ssa.CallInstruction, body *ssa.Function, ops []ssa.CallInstruction, n int, heeds bool) *Retry {
	if e.asksDeadline(flow.Named(body)) || e.asksDeadline(flow.Named(c.Parent())) {
		return nil
	}
	var r *Retry
	for _, s := range e.Spans(body) {
		if _, isGo := s.Call.(*ssa.Go); isGo || e.x.Again(s.Call.Block()) || r != nil && s.each() <= r.Tries.Each || !e.ofOperation(ops, s) || s.Backstop && s.Under.At != nil && s.Under.At.Parent() == body {
			continue
		}
		r = &Retry{Fn: c.Parent(), Call: s.Call, Under: s.Under, Root: e.rootless(s), Tries: Tries{Ctx: NoParam, N: n, Each: s.each(), Backstop: s.Backstop, Path: s.from()}}
	}
	if r == nil {
		return nil
	}
	if body.Parent() == nil && r.Under.Param != NoParam {
		r.Under.Param, r.Under.Fn = NoParam, nil // of the body: who hands it in is not seen
	}
	e.overAll(c, r, heeds)
	return e.capped(r, e.WithinCall(c))
}

// overAll adds the context with which the retry c as a whole ends.
func (e *Eval) overAll(c ssa.CallInstruction, r *Retry, heeds bool) {
	ctx := e.retryContext(c)
	if ctx == nil {
		if heeds && r.Under.Max == 0 { // by a context that is not seen
			r.Under, r.Root = noLimit, false
		}
		return
	}
	over := e.Limit(ctx)
	switch {
	case over.Max > 0 && (r.Under.Max == 0 || over.Max < r.Under.Max):
		r.Under, r.Root = over, false
	case r.Under.Max == 0 && over.Param != NoParam:
		r.Under, r.Root = over, false
	case r.Under.Max == 0:
		r.Under = noLimit
		r.Root = r.Root && allRoots(e.Context(ctx))
	}
}

// retryContext returns the context that the call of a library's retry gets, itself or in one
// of its options, or nil.
func (e *Eval) retryContext(c ssa.CallInstruction) ssa.Value {
	com := c.Common()
	en := e.entry(com, catalogue.KindRetry)
	if en == nil {
		return nil
	}
	if v := ssacall.At(com, en.Ctx); v != nil && gotype.IsContext(v.Type()) {
		return v
	}
	for _, a := range com.Args {
		vals := []ssa.Value{a}
		if _, ok := a.(*ssa.Slice); ok {
			vals, _ = ssacall.Elements(a)
		}
		for _, v := range vals {
			for _, l := range e.x.Resolve(v) {
				opt, ok := l.Value.(*ssa.Call)
				if !ok || l.Kind != flow.Call || !slices.Contains(en.Ctx.From, "func:"+calleeFull(opt.Common())) {
					continue
				}
				if i := slices.IndexFunc(opt.Call.Args, func(a ssa.Value) bool { return gotype.IsContext(a.Type()) }); i >= 0 {
					return opt.Call.Args[i]
				}
			}
		}
	}
	return nil
}

// Lift returns the retry r, which stands in the function that c calls, as it is at c; nil
// where nothing can be said of it.
func (e *Eval) Lift(r *Retry, c ssa.CallInstruction) *Retry {
	t := r.Tries
	switch {
	case r.Under.Param != NoParam && r.Under.Param < len(ssacall.Args(c.Common())):
		t.Ctx = r.Under.Param
	case r.Root:
		t.Ctx = NoParam
	default:
		return nil
	}
	return e.capped(e.retryAt(c.Parent(), c, t), e.WithinCall(c))
}
