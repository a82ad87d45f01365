package deadlines

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

var unknown = []Source{{Kind: Unknown}}

// maxDepth bounds how far a value is followed through fields and literals.
const maxDepth = 12

// Context returns where the context v, or the context that the carrier v holds (a
// request, a command, a request builder), can come from. It never returns an empty list.
func (e *Eval) Context(v ssa.Value) []Source {
	if s, ok := e.ctxs[v]; ok {
		return s
	}
	if e.busy[v] || e.depth > maxDepth {
		e.cuts++
		return nil
	}
	e.busy[v] = true
	e.depth++
	cuts := e.cuts
	var out []Source
	for _, l := range e.x.Resolve(v) {
		out = merge(out, e.contextLeaf(l))
	}
	e.depth--
	delete(e.busy, v)
	if len(out) == 0 {
		out = unknown
	}
	if e.depth == 0 || e.cuts == cuts { // else a cycle was cut, and the answer is part of a larger one
		e.ctxs[v] = out
	}
	return out
}

// merge adds the sources of b that a does not have.
func merge(a, b []Source) []Source {
next:
	for _, s := range b {
		for _, have := range a {
			if have == s {
				continue next
			}
		}
		a = append(a, s)
	}
	return a
}

func (e *Eval) contextLeaf(l flow.Leaf) []Source {
	if e.withinLeaf(l) > 0 {
		return []Source{{Kind: Bounded}}
	}
	switch l.Kind {
	case flow.Param:
		return e.contextParam(l.Value.(*ssa.Parameter))
	case flow.Call:
		return e.contextCall(l.Value.(*ssa.Call), l.Result)
	case flow.Global:
		return e.contextGlobal(l.Value.(*ssa.Global))
	case flow.Field:
		if l.Base != nil && frameworkContext(l.Base.Type()) && gotype.Is(l.Var.Type(), "net/http", "Request") {
			return e.Context(l.Base) // gin's c.Request
		}
		return e.contextField(l.Var)
	case flow.Alloc:
		if src := copiedFrom(l.Value.(*ssa.Alloc)); src != nil { // r2 := new(http.Request); *r2 = *r
			return e.Context(src)
		}
		if gotype.Is(l.Value.Type(), "net/http", "Request") || gotype.Is(l.Value.Type(), "os/exec", "Cmd") {
			return []Source{{Kind: Root, Fn: l.Fn, Pos: l.Pos(), NoCtx: true, Made: "a literal without context"}}
		}
	}
	return unknown
}

// copiedFrom returns the value that is copied as a whole into the struct at a, or nil.
func copiedFrom(a *ssa.Alloc) ssa.Value {
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			if _, zero := st.Val.(*ssa.Const); !zero {
				return st.Val
			}
		}
	}
	return nil
}

// result turns what a fact says of a context into sources at the call c.
func (e *Eval) result(kind ResultKind, param int, c *ssa.CallCommon, fn *ssa.Function) []Source {
	switch kind {
	case ResultBounded:
		return []Source{{Kind: Bounded}}
	case ResultRoot:
		return []Source{{Kind: Root, Fn: fn, Pos: c.Pos(), Made: calleeName(c)}}
	case ResultCancel:
		return []Source{{Kind: Root, Fn: fn, Pos: c.Pos(), Cancel: true, Made: calleeName(c)}}
	case ResultParam:
		if as := ssacall.Args(c); param >= 0 && param < len(as) {
			return e.Context(as[param])
		}
	}
	return unknown
}

func (e *Eval) contextGlobal(g *ssa.Global) []Source {
	if g.Pkg != e.x.SSA.Pkg {
		if gotype.IsContext(gotype.Deref(g.Type())) { // oauth2.NoContext and the like: no deadline lasts as long as a process
			return []Source{{Kind: Root, Made: g.Pkg.Pkg.Name() + "." + g.Name()}}
		}
		return unknown
	}
	var out []Source
	for _, st := range e.x.GlobalStores(g) {
		out = merge(out, e.Context(st.Val))
	}
	return out
}

// contextField returns what the package stores into a field. What a constructor's
// caller brings is followed to the callers in the package, where these are all there
// are; else it is the caller's to bound, and unknown here.
func (e *Eval) contextField(f *types.Var) []Source {
	stores := e.x.FieldStores(f)
	if len(stores) == 0 {
		if !f.Exported() && f.Pkg() == e.pass.Pkg {
			return []Source{{Kind: Never}}
		}
		return unknown
	}
	var out []Source
	for _, st := range stores {
		for _, s := range e.Context(st.Val) {
			for _, s := range e.fromCallers(s) {
				s.Field = f
				out = merge(out, []Source{s})
			}
		}
	}
	return out
}

// fromCallers replaces a parameter of an unexported function by what its callers pass.
func (e *Eval) fromCallers(s Source) []Source {
	if s.Kind != Caller {
		return []Source{s}
	}
	obj := s.Fn.Object()
	calls := e.x.Callers(s.Fn)
	if obj == nil || obj.Exported() || len(calls) == 0 || s.Fn.Parent() != nil {
		return unknown
	}
	var out []Source
	for _, c := range calls {
		as := ssacall.Args(c.Common())
		if s.Param >= len(as) {
			return unknown
		}
		for _, got := range e.Context(as[s.Param]) {
			if got.Kind == Caller {
				got = Source{Kind: Unknown}
			}
			out = merge(out, []Source{got})
		}
	}
	return out
}

func (e *Eval) contextCall(c *ssa.Call, result int) []Source {
	com := c.Common()
	k := callee(com)
	if k.Obj == nil {
		return e.contextOfLiteral(com, result)
	}
	if en := e.entry(com, catalogue.KindDeadline); en != nil {
		if out := e.derived(c, en); out != nil {
			return out
		}
	}
	if f := e.fact(k.Obj); f != nil {
		var out []Source
		for _, r := range f.Results {
			if r.Index == result {
				out = merge(out, e.result(r.Kind, r.Param, com, c.Parent()))
			}
		}
		if out != nil {
			return out
		}
	}
	if k.Obj.Name() == "Context" && k.Recv != nil && gotype.Is(k.Recv, "net/http", "Request") {
		return e.Context(ssacall.Args(com)[0])
	}
	if k.Obj.Name() == "Request" && k.Recv != nil && frameworkContext(k.Recv) {
		return e.Context(ssacall.Args(com)[0]) // echo's c.Request()
	}
	if out := e.builder(c); out != nil {
		return out
	}
	return e.passedOn(c, result)
}

// contextOfLiteral returns what a function value returns, for functions of the package.
func (e *Eval) contextOfLiteral(com *ssa.CallCommon, result int) []Source {
	var out []Source
	for _, fn := range e.bodies(com.Value) {
		for _, v := range ssacall.Returned(fn, result) {
			for _, s := range e.Context(v) {
				if s.Kind == Caller && s.Fn == fn {
					s = Source{Kind: Unknown}
				}
				out = merge(out, []Source{s})
			}
		}
	}
	if len(out) == 0 {
		return unknown
	}
	return out
}

// derived applies a catalogued derivation: WithTimeout, WithCancel, NewRequest, …
func (e *Eval) derived(c *ssa.Call, en *catalogue.Entry) []Source {
	com := c.Common()
	switch en.Effect {
	case "adds":
		if en.On == "ctx" || en.On == "call" || en.On == "command" || en.On == "request" {
			return []Source{{Kind: Bounded}}
		}
	case "carries":
		v := ssacall.At(com, en.CtxArg)
		if v == nil {
			return nil
		}
		if e.endedByTimer(c) {
			return []Source{{Kind: Bounded}}
		}
		out := append([]Source{}, e.Context(v)...)
		if cancels(callee(com).Obj) {
			for i := range out {
				out[i].Cancel = true
			}
		}
		return out
	case "drops":
		s := Source{Kind: Root, Fn: c.Parent(), Pos: c.Pos(), Made: calleeName(com)}
		switch {
		case en.On != "ctx":
			s.NoCtx = true
		case ssacall.At(com, en.CtxArg) != nil && len(com.Args) > 0:
			s.Detach = true
		}
		return []Source{s}
	}
	return nil
}

// cancels tells whether fn makes a context that something can cancel.
func cancels(fn *types.Func) bool {
	return strings.HasPrefix(fn.Name(), "WithCancel") || fn.Name() == "NotifyContext" || fn.Name() == "WithContext" && fn.Pkg().Name() == "errgroup"
}

// builder follows a request builder back: a method that returns its receiver's type,
// as R().SetHeader(…), and the method on it that sets the context.
func (e *Eval) builder(c *ssa.Call) []Source {
	com := c.Common()
	as := ssacall.Args(com)
	if len(as) == 0 || c.Common().Signature().Recv() == nil && !com.IsInvoke() {
		return nil
	}
	if types.Identical(as[0].Type(), c.Type()) {
		if _, isCtx := c.Type().Underlying().(*types.Interface); !isCtx {
			return e.Context(as[0])
		}
	}
	return nil
}

// passedOn treats a function that gets a context and returns one as handing it on. It
// is so for tracing, logging and metadata; one that adds a deadline unseen would make
// the answer wrong, but has not been met.
func (e *Eval) passedOn(c *ssa.Call, result int) []Source {
	com := c.Common()
	res := com.Signature().Results()
	if result >= res.Len() {
		return unknown
	}
	t := res.At(result).Type()
	if !gotype.IsContext(t) && !gotype.Is(t, "net/http", "Request") {
		return unknown
	}
	for _, a := range com.Args {
		if gotype.IsContext(a.Type()) || types.Identical(a.Type(), t) {
			return e.Context(a)
		}
	}
	return unknown
}

// calleeName returns what a call calls as a reader names it: pkg.F, T.M.
func calleeName(c *ssa.CallCommon) string {
	k := callee(c)
	if k.Obj == nil {
		if k.Lit != nil {
			return "a function literal"
		}
		return "a function value"
	}
	return FuncName(k.Obj)
}

// funcName is FuncName, written once for a function.
func (e *Eval) funcName(fn *types.Func) string {
	s, ok := e.names[fn]
	if !ok {
		s = FuncName(fn)
		e.names[fn] = s
	}
	return s
}

// FuncName names a function for a reader: pkg.F for a function, T.M for a method, with
// the package's name before the type where the type belongs to a library's public face.
func FuncName(fn *types.Func) string { return gotype.FuncName(fn) }

func qualified(o types.Object) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Name() + "." + o.Name()
}
