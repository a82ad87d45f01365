package deadlines

import (
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// A Serve says that a handler, which the function registers on its parameter Param or
// which is in what it returns, allows itself a timeout of constant size.
type Serve struct {
	Param  int // NoParam: what the function returns
	Amount time.Duration
	Path   []trace.Step
}

// Serves returns the longest timeout of constant size that a handler below the
// http.Handler v allows itself under its request, or nil.
func (e *Eval) Serves(v ssa.Value) *Serve {
	w := &serveWalk{e: e, seen: map[ssa.Value]bool{}}
	w.handler(v, 0)
	if b := w.backstop; b != nil && !w.cut {
		w.offer(b.Amount, b.Path)
	}
	return w.best
}

// serveWalk looks for the handlers that are behind a value.
type serveWalk struct {
	e    *Eval
	seen map[ssa.Value]bool
	best *Serve
	// backstop is the longest of the clients' own timeouts; a middleware with a timeout, cut,
	// ends the calls before.
	backstop *Serve
	cut      bool
}

func (w *serveWalk) offer(amount time.Duration, path []trace.Step) {
	if amount > 0 && (w.best == nil || amount > w.best.Amount) {
		w.best = &Serve{Param: NoParam, Amount: amount, Path: path}
	}
}

func (w *serveWalk) offerBackstop(amount time.Duration, path []trace.Step) {
	if w.backstop == nil || amount > w.backstop.Amount {
		w.backstop = &Serve{Param: NoParam, Amount: amount, Path: path}
	}
}

// handler visits a value that is a handler, a router, or a function that serves.
func (w *serveWalk) handler(v ssa.Value, depth int) {
	if v == nil || w.seen[v] || depth > maxDepth || len(w.seen) > maxServeValues {
		return
	}
	w.seen[v] = true
	for _, l := range w.e.x.Resolve(v) {
		switch l.Kind {
		case flow.Func:
			w.function(l.Value)
		case flow.Call:
			w.call(l.Value.(*ssa.Call), l.Result, depth)
		case flow.Alloc:
			w.method(l.Value.Type())
			w.registered(l.Value, depth)
		case flow.Param:
			w.method(l.Value.Type())
			w.registered(l.Value, depth)
		case flow.Field:
			w.method(l.Var.Type())
			for _, st := range w.e.x.FieldStores(l.Var) {
				w.handler(st.Val, depth+1)
			}
			for _, fa := range w.e.x.FieldAddrs(l.Var) {
				for _, ref := range *fa.Referrers() {
					if ld, ok := ref.(*ssa.UnOp); ok {
						w.registeredOn(ld, depth)
					}
				}
			}
		case flow.Global:
			for _, st := range w.e.x.GlobalStores(l.Value.(*ssa.Global)) {
				w.handler(st.Val, depth+1)
			}
		}
	}
}

// maxServeValues bounds the values that are visited for one server.
const maxServeValues = 300

// function offers what the function value f, if it serves, allows itself.
func (w *serveWalk) function(v ssa.Value) {
	fn := literal(v)
	if fn == nil {
		return
	}
	if obj, ok := fn.Object().(*types.Func); ok { // declared, or the method behind a method value
		w.declared(obj)
		return
	}
	if w.e.streams(fn) {
		return
	}
	for _, g := range flow.WithLiterals(fn) {
		if g != fn && w.e.async(g) {
			continue
		}
		for _, s := range w.e.spans(g) {
			_, isGo := s.Call.(*ssa.Go)
			request := s.Under.Fn == fn && handlerParam(fn, s.Under.Param)
			switch {
			case isGo || s.Amount <= 0 || s.Under.Max > 0:
			case s.Backstop && (request || s.root):
				w.offerBackstop(s.Amount, s.from())
			case request && !s.Backstop:
				w.offer(s.Amount, s.Path)
			}
		}
	}
}

// declared offers what the declared function fn allows itself, if it is a handler.
func (w *serveWalk) declared(fn *types.Func) {
	off := 0
	if fn.Signature().Recv() != nil {
		off = 1
	}
	f := w.e.fact(fn)
	if f == nil {
		return
	}
	for _, b := range f.Budgets {
		i := b.Ctx - off
		if i < 0 || i >= fn.Signature().Params().Len() {
			continue
		}
		t := fn.Signature().Params().At(i).Type()
		switch {
		case !gotype.Is(t, "net/http", "Request") && !frameworkContext(t):
		case b.Backstop:
			w.offerBackstop(b.Amount, b.Path[:1])
		default:
			w.offer(b.Amount, b.Path)
		}
	}
}

// method offers what the ServeHTTP method of a type of the program allows itself.
func (w *serveWalk) method(t types.Type) {
	obj, _, _ := types.LookupFieldOrMethod(t, true, w.e.pass.Pkg, "ServeHTTP")
	if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && outside.InProgram(w.e.pass, fn.Pkg().Path()) {
		w.declared(fn)
	}
}

// call visits what is behind the result of a call: of a function of the program, what its
// fact says; of a library's, the handlers that it gets and those registered on it.
func (w *serveWalk) call(c *ssa.Call, result, depth int) {
	com := c.Common()
	k := callee(com)
	if en := w.e.entry(com, catalogue.KindDeadline); en != nil && en.Effect == "adds" && en.On == "handler" {
		w.cut = true
		if v := ssacall.At(com, en.Amount); v != nil {
			w.offer(w.e.Amount(v).Min, []trace.Step{w.e.step(trace.Make, c, FuncName(k.Obj))})
		}
		return // what is inside has less
	}
	if k.Obj != nil && k.Obj.Pkg() != nil && outside.InProgram(w.e.pass, k.Obj.Pkg().Path()) {
		if f := w.e.fact(k.Obj); f != nil {
			for _, s := range f.Serves {
				if s.Param == NoParam {
					w.offer(s.Amount, trace.Join([]trace.Step{w.e.step(trace.Call, c, FuncName(k.Obj))}, s.Path))
				}
			}
		}
		w.method(resultType(c, result))
	}
	w.arguments(com, depth)
	v := ssa.Value(c)
	if x := extracted(c, result); x != nil {
		v = x
	}
	w.registered(v, depth)
}

// resultType returns the type of a call's result.
func resultType(c *ssa.Call, i int) types.Type {
	if t, ok := c.Type().(*types.Tuple); ok {
		if i < t.Len() {
			return t.At(i).Type()
		}
		return types.Typ[types.Invalid]
	}
	return c.Type()
}

// registered visits what is registered on the router v, under any of its names.
func (w *serveWalk) registered(v ssa.Value, depth int) {
	for _, a := range w.e.x.Aliases(v) {
		w.registeredOn(a, depth)
	}
}

func (w *serveWalk) registeredOn(a ssa.Value, depth int) {
	for _, ref := range w.e.x.Uses(a) {
		c, ok := ref.(ssa.CallInstruction)
		if !ok {
			continue
		}
		com := c.Common()
		i := slices.Index(ssacall.Args(com), a)
		if i < 0 {
			continue
		}
		k := callee(com)
		if k.Obj != nil && k.Obj.Pkg() != nil && outside.InProgram(w.e.pass, k.Obj.Pkg().Path()) {
			if f := w.e.fact(k.Obj); f != nil {
				for _, s := range f.Serves {
					if s.Param == i {
						w.offer(s.Amount, trace.Join([]trace.Step{w.e.step(trace.Call, c, FuncName(k.Obj))}, s.Path))
					}
				}
			}
			continue
		}
		if i == 0 && ssacall.Receiver(com) == a {
			w.arguments(com, depth)
			if call, ok := c.(*ssa.Call); ok && types.Identical(call.Type(), a.Type()) { // r.Group(…), r.With(…)
				w.handler(call, depth+1)
			}
		}
	}
}

// arguments visits the arguments of a call that can serve: functions, handlers, routers.
func (w *serveWalk) arguments(com *ssa.CallCommon, depth int) {
	for _, a := range com.Args {
		if w.e.serving(a.Type()) {
			w.handler(a, depth+1)
			continue
		}
		els, _ := ssacall.Elements(a) // variadic handlers and middleware
		for _, el := range els {
			if w.e.serving(el.Type()) {
				w.handler(el, depth+1)
			}
		}
	}
}

// serving tells whether a value of type t can serve requests, or wraps what does. Of a named
// type, or a pointer to one, it is found out once for all packages.
func (e *Eval) serving(t types.Type) bool {
	elem := gotype.Deref(t)
	switch n := types.Unalias(elem).(type) {
	case *types.Basic, *types.Slice, *types.Map, *types.Chan:
		return false // these have no methods
	case *types.Named:
		if n.TypeArgs().Len() > 0 {
			break // a function type may be of what it is an instance with
		}
		k := servingKey{n.Obj(), elem != t}
		known, ok := e.serves.Load(k)
		if !ok {
			known, _ = e.serves.LoadOrStore(k, serving(t))
		}
		return known.(bool)
	}
	return serving(t)
}

// A servingKey is a named type, or a pointer to one.
type servingKey struct {
	of      *types.TypeName
	pointer bool
}

func serving(t types.Type) bool {
	if sig, ok := t.Underlying().(*types.Signature); ok {
		for i := range sig.Params().Len() {
			p := sig.Params().At(i).Type()
			if gotype.Is(p, "net/http", "Request") || gotype.Is(p, "net/http", "Handler") || frameworkContext(p) {
				return true
			}
		}
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ServeHTTP")
	_, ok := obj.(*types.Func)
	return ok
}

// streams tells whether fn sets deadlines of its own on its connection, so that the
// server's do not count.
func (e *Eval) streams(fn *ssa.Function) bool {
	return slices.ContainsFunc(flow.WithLiterals(fn), func(g *ssa.Function) bool {
		return slices.ContainsFunc(e.x.Sites(g), func(c flow.Site) bool {
			return c.Fn != nil && gotype.IsFunc(c.Fn, "(*net/http.ResponseController).SetWriteDeadline")
		})
	})
}

// servesOf summarises the handlers that fn registers on its parameters or returns.
func (e *Eval) servesOf(fn *ssa.Function) []Serve {
	var out []Serve
	add := func(param int, v ssa.Value) {
		if s := e.Serves(v); s != nil {
			out = append(out, Serve{Param: param, Amount: s.Amount, Path: s.Path})
		}
	}
	for i, p := range fn.Params {
		if e.serving(p.Type()) && !handlerParam(fn, i) {
			if _, isFunc := p.Type().Underlying().(*types.Signature); !isFunc {
				add(i, p)
			}
		}
	}
	for i := range fn.Signature.Results().Len() {
		if t := fn.Signature.Results().At(i).Type(); e.serving(t) {
			for _, v := range ssacall.Returned(fn, i) {
				add(NoParam, v)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b Serve) int { return int(min(max(b.Amount-a.Amount, -1), 1)) })
	seen := map[int]bool{}
	return slices.DeleteFunc(out, func(s Serve) bool {
		twice := seen[s.Param]
		seen[s.Param] = true
		return twice
	})
}
