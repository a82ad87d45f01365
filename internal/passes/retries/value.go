package retries

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// value returns the chains of a call of the function value v, or, with method, of that
// method of the value v.
func (e *Eval) value(v ssa.Value, method string) []*item {
	if method != "" {
		return e.methodOf(v, method, true)
	}
	return e.once(e.values, use{v, ""}, func() (out []*item) {
		for _, l := range e.resolve(v) {
			switch l.Kind {
			case flow.Func:
				out = append(out, e.function(l.Value)...)
			case flow.Param:
				out = append(out, ending(l.Value.(*ssa.Parameter), ""))
			case flow.Call:
				for _, w := range e.wrapperOf(l) {
					out = append(out, e.inside(w)...)
				}
				out = append(out, e.given(l)...)
			case flow.Field, flow.Global:
				out = append(out, e.kept(e.values, l, "", func(v ssa.Value) []*item { return e.value(v, "") })...)
			}
		}
		return out
	})
}

// given returns the chains of the function that a function of the package returns.
func (e *Eval) given(l flow.Leaf) []*item {
	c, ok := l.Value.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := c.Call.StaticCallee()
	if fn == nil || flow.Origin(fn).Blocks == nil || flow.Origin(fn).Pkg != e.x.SSA.Pkg {
		return nil
	}
	obj, ok := flow.Origin(fn).Object().(*types.Func)
	if !ok {
		return nil
	}
	var out []*item
	for _, r := range ssacall.Returned(flow.Origin(fn), l.Result) {
		out = append(out, e.through(c.Parent(), c, obj, ssacall.Args(&c.Call), e.value(r, ""), false)...)
	}
	return out
}

// pending stands for what is still being looked for.
var pending = []*item{}

// once finds what a use is, and remembers it. While it is looked for it is nothing.
func (e *Eval) once(memo map[use][]*item, u use, find func() []*item) []*item {
	if out, ok := memo[u]; ok {
		if out != nil && len(out) == 0 {
			e.cut++
			return nil
		}
		return out
	}
	memo[u] = pending
	out := e.worst(find())
	memo[u] = out
	return out
}

// kept returns what by says of all that is stored where the leaf l is read from.
func (e *Eval) kept(memo map[use][]*item, l flow.Leaf, method string, by func(ssa.Value) []*item) []*item {
	of, stores := e.stores(l)
	return e.once(memo, use{of, method}, func() (out []*item) {
		for _, st := range stores {
			out = append(out, by(st.Val)...)
		}
		return out
	})
}

// stores returns the field or package variable that l is read from, with what is stored
// there. A place with very many stores is no client's and no function's.
func (e *Eval) stores(l flow.Leaf) (of any, stores []*ssa.Store) {
	switch l.Kind {
	case flow.Field:
		of, stores = l.Var, e.x.FieldStores(l.Var)
	case flow.Global:
		of, stores = l.Value, e.x.GlobalStores(l.Value.(*ssa.Global))
	}
	if len(stores) > maxStores {
		return of, nil
	}
	return of, stores
}

// maxStores bounds the stores of one field that are looked at.
const maxStores = 16

// ending is the chain that calls a parameter, or a method of it.
func ending(p *ssa.Parameter, method string) *item {
	it := newItem(Chain{Method: method})
	it.end = p
	return it
}

// function returns the chains of a function value that is written out.
func (e *Eval) function(v ssa.Value) []*item {
	fn, ok := v.(*ssa.Function)
	var bound []ssa.Value
	if mc, isClosure := v.(*ssa.MakeClosure); isClosure {
		fn, ok = mc.Fn.(*ssa.Function), true
		if ssacall.Bound(fn) {
			bound = mc.Bindings
		}
	}
	if !ok {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		var out []*item
		for _, it := range e.chains(fn) {
			out = append(out, unbound(it, flow.Origin(fn), func() string { return name(fn) }))
		}
		return out
	}
	if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && len(bound) == 1 {
		return e.methodOf(bound[0], obj.Name(), true)
	}
	items, known := e.of(obj)
	if !known {
		if len(e.cat.Func(obj, nil)) > 0 || !e.isStd(gotype.Path(obj)) {
			return []*item{opaque(e.calleeName(obj))}
		}
		return nil
	}
	if len(items) == 0 {
		return nil
	}
	body := e.bodyOf(obj)
	var out []*item
	for _, it := range items {
		out = append(out, unbound(e.fold(it, bound), body, func() string { return e.calleeName(obj) }))
	}
	return out
}

// dynamic returns the chains of a call of a function value.
func (e *Eval) dynamic(c ssa.CallInstruction) []*item {
	if lit := c.Common().StaticCallee(); lit != nil {
		return e.function(lit)
	}
	return slices.Clone(e.value(c.Common().Value, "")) // what is remembered stays as it is
}

// invoked returns the chains of a call of an interface's method.
func (e *Eval) invoked(fn *ssa.Function, c ssa.CallInstruction, obj *types.Func) []*item {
	com := c.Common()
	if local(obj) {
		return nil
	}
	if p := e.asParam(com.Value); p != nil {
		return []*item{ending(p, obj.Name())}
	}
	impls := e.behind(com.Value, obj.Name())
	if out := e.throughWrappers(com.Value, obj.Name()); out != nil {
		return slices.Clone(out) // what is remembered stays as it is
	}
	guessed := len(impls) == 0
	if guessed && !e.decorates(fn, obj) {
		impls = e.implementations(com.Value.Type(), obj)
	}
	if len(impls) == 0 {
		it := e.hole(fn, com.Value, obj)
		if it == nil && gotype.Fails(obj.Signature()) && !e.isStd(obj.Pkg().Path()) {
			it = opaque(e.calleeName(obj))
		}
		if it == nil {
			return nil
		}
		if it.Hole != "" {
			it.Path = []trace.Step{e.callStep(fn, c, obj)}
		}
		it.field = e.receiverField(fn, com.Value)
		return []*item{it}
	}
	var out []*item
	if guessed { // others than those in sight may stand there
		if it := e.hole(fn, com.Value, obj); it != nil {
			it.Path, it.Guess = []trace.Step{e.callStep(fn, c, obj)}, true
			out = append(out, it)
		}
	}
	for _, m := range impls {
		if len(out) > maxBehind {
			break
		}
		if en := e.sendsOf(m); en != nil {
			out = append(out, e.leaves(fn, c, en))
			continue
		}
		out = append(out, e.declared(fn, c, m, len(impls) > 1)...)
	}
	return out
}

// local tells whether a method of an interface never leaves the process: those of errors
// and of contexts.
func local(obj *types.Func) bool { return obj.Pkg() == nil || obj.Pkg().Path() == "context" }

// throughWrappers returns the chains of a method of v where v is a wrapper, made by a call.
func (e *Eval) throughWrappers(v ssa.Value, method string) []*item {
	leaves := e.resolve(v)
	find := func() (out []*item) {
		for _, l := range leaves {
			switch l.Kind {
			case flow.Call:
				for _, w := range e.wrapperOf(l) {
					if w.method == method || w.method == "" {
						w.method = method
						out = append(out, e.inside(w)...)
					}
				}
			case flow.Field, flow.Global:
				if _, stores := e.stores(l); len(stores) > 0 {
					out = append(out, e.kept(e.wraps, l, method, func(v ssa.Value) []*item { return e.throughWrappers(v, method) })...)
				}
			}
		}
		return out
	}
	if slices.ContainsFunc(leaves, func(l flow.Leaf) bool { return l.Kind == flow.Call && len(e.wrapperOf(l)) > 0 }) {
		return e.once(e.wraps, use{v, method}, find) // what is wrapped may lead back here
	}
	return e.worst(find())
}

// receiverField returns the field, of the receiver of the method that fn is or stands in,
// that v is read from, or nil.
func (e *Eval) receiverField(fn *ssa.Function, v ssa.Value) *types.Var {
	method := flow.Named(flow.Origin(fn))
	if len(method.Params) == 0 || method.Signature.Recv() == nil {
		return nil
	}
	leaves := e.resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Field || leaves[0].Base == nil {
		return nil
	}
	for _, b := range e.resolve(leaves[0].Base) {
		a, spilled := b.Value.(*ssa.Alloc)
		if b.Value != method.Params[0] && !(spilled && holds(a, method.Params[0])) {
			return nil
		}
	}
	return leaves[0].Var
}

// holds tells whether the variable at a is where the parameter p is kept.
func holds(a *ssa.Alloc, p *ssa.Parameter) bool {
	return slices.ContainsFunc(*a.Referrers(), func(in ssa.Instruction) bool {
		st, ok := in.(*ssa.Store)
		return ok && st.Addr == a && st.Val == p
	})
}

// methodOf returns the chains of a method of the value v, which is or implements an
// interface. With guess, where nothing shows what v is, any implementation may stand there.
func (e *Eval) methodOf(v ssa.Value, method string, guess bool) []*item {
	if p := e.asParam(v); p != nil {
		return []*item{ending(p, method)}
	}
	if out := e.throughWrappers(v, method); out != nil {
		return out
	}
	var obj *types.Func
	if o, _, _ := types.LookupFieldOrMethod(v.Type(), true, e.pass.Pkg, method); o != nil {
		obj, _ = o.(*types.Func)
	}
	impls := e.behind(v, method)
	var out []*item
	if len(impls) == 0 && obj != nil && guess {
		impls = e.implementations(v.Type(), obj)
		if it := e.hole(v.Parent(), v, obj); it != nil {
			it.Guess = len(impls) > 0
			out = append(out, it)
		}
	}
	for _, m := range impls {
		if len(out) > maxBehind {
			break
		}
		items, _ := e.of(m)
		for _, it := range items {
			it := unbound(e.fold(it, nil), e.bodyOf(m), func() string { return e.calleeName(m) })
			it.Maybe = it.Maybe || len(impls) > 1
			out = append(out, it)
		}
	}
	if len(out) == 0 && len(impls) == 0 && obj != nil && gotype.Fails(obj.Signature()) {
		out = append(out, opaque(e.calleeName(obj)))
	}
	return out
}

// asParam returns the parameter that the interface value v is, or nil.
func (e *Eval) asParam(v ssa.Value) *ssa.Parameter {
	if !types.IsInterface(v.Type()) {
		return nil
	}
	leaves := e.resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Param {
		return nil
	}
	if p, ok := leaves[0].Value.(*ssa.Parameter); ok && types.IsInterface(p.Type()) {
		return p
	}
	return nil
}

// calleeName names a function for a reader. Of what is called often that is written once.
func (e *Eval) calleeName(fn *types.Func) string {
	out, ok := e.titles[fn]
	if !ok {
		out = deadlines.FuncName(fn)
		e.titles[fn] = out
	}
	return out
}

// isStd tells whether an import path is one of the standard library.
func (e *Eval) isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && !outside.InProgram(e.pass, path)
}
