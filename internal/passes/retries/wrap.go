package retries

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A wrapper is a value that stands for another one, with layers around it.
type wrapper struct {
	factors []Factor
	of      []*ssa.Parameter
	method  string    // the method that goes through the layers, or "" where the value is a function
	inner   ssa.Value // what is wrapped
}

// maxWrappers bounds the methods of one result that a fact tells apart.
const maxWrappers = 4

// mayWrap tells whether a value of the type can stand for another one, or make such values.
// An error does not: nobody calls through it.
func mayWrap(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Pointer, *types.Struct:
		return !gotype.IsError(t)
	}
	return false
}

// wrappers says how the values that fn returns, of a type of which mayWrap is true, wrap parameters of fn, or make wrappers.
func (e *Eval) wrappers(fn *ssa.Function, vals []ssa.Value, t types.Type) []Result {
	var out []Result
	add := func(r Result) {
		if len(out) < maxWrappers && !slices.ContainsFunc(out, func(have Result) bool { return have.String() == r.String() }) {
			out = append(out, r)
		}
	}
	_, runs := t.Underlying().(*types.Signature)
	for _, v := range vals {
		for _, it := range e.wrapped1(v) {
			if it.end == nil || it.end.Parent() != fn || len(it.Layers()) == 0 && !runs {
				continue
			}
			add(Result{Factors: e.exported(it, fn), Param: ssacall.ParamIndex(it.end), Wraps: true, Method: it.Method, From: NoParam})
		}
		if m, ok := e.maker(v, 0); ok && (len(m.factors) > 0 || m.from != nil) {
			r := Result{Param: NoParam, Maker: true, From: NoParam}
			r.Factors = e.exported(&item{Chain: Chain{Factors: m.factors}, of: m.of}, fn)
			if m.from != nil && m.from.Parent() == fn {
				r.From = ssacall.ParamIndex(m.from)
			}
			if len(r.Factors) > 0 || r.From != NoParam {
				add(r)
			}
		}
	}
	return out
}

// exported writes the factors of a chain in terms of the parameters of fn.
func (e *Eval) exported(it *item, fn *ssa.Function) []Factor {
	fs := slices.Clone(it.Factors)
	for i, p := range it.of {
		if p != nil && p.Parent() != fn {
			fs[i].Attempts = fs[i].Attempts.With(e.handedTo(p, fs[i].Attempts.Field))
		}
	}
	return fs
}

// wrapped1 returns the chains of a value that a function returns, as far as they end in a
// parameter: those of a function literal, of the methods of a struct made here, and of a
// wrapper made by another function.
func (e *Eval) wrapped1(v ssa.Value) []*item {
	var out []*item
	for _, l := range e.resolve(v) {
		switch l.Kind {
		case flow.Func:
			out = append(out, e.function(l.Value)...)
		case flow.Alloc:
			out = append(out, e.wrapped2(l.Value.(*ssa.Alloc))...)
		case flow.Call:
			for _, w := range e.wrapperOf(l) {
				out = append(out, e.inside(w)...)
			}
		}
	}
	return out
}

// wrapped2 returns the chains of the methods of a struct that lead on to what one of its
// fields holds.
func (e *Eval) wrapped2(a *ssa.Alloc) []*item {
	var out []*item
	for _, m := range e.methodsOf(a.Type()) {
		items, _ := e.of(m)
		for _, it := range items {
			if it.field == nil || len(it.Layers()) == 0 {
				continue
			}
			for _, st := range flow.StoresTo(a, it.field) {
				for _, l := range e.resolve(st.Val) {
					if p, ok := l.Value.(*ssa.Parameter); ok && l.Kind == flow.Param {
						n := *it
						n.end, n.field, n.Method = p, nil, m.Name()
						out = append(out, &n)
					}
				}
			}
		}
	}
	return out
}

// methodsOf returns the methods in the method set of the pointer t that the package
// declares, in its order.
func (e *Eval) methodsOf(t types.Type) []*types.Func {
	elem := types.Unalias(gotype.Deref(t))
	out, ok := e.methods[elem]
	if !ok {
		out = e.lookMethods(t, elem)
		e.methods[elem] = out
	}
	return out
}

// lookMethods asks for a method set, which is dear, only where the struct embeds a type of
// the package: no other has methods that the package declares.
func (e *Eval) lookMethods(t, elem types.Type) []*types.Func {
	var out []*types.Func
	if st, ok := elem.Underlying().(*types.Struct); ok && e.embedsOwn(st) {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			if m, ok := set.At(i).Obj().(*types.Func); ok && m.Pkg() == e.pass.Pkg {
				out = append(out, m)
			}
		}
		return out
	}
	n, ok := elem.(*types.Named)
	if !ok || n.Obj().Pkg() != e.pass.Pkg {
		return nil
	}
	var ids []string
	for m := range n.Origin().Methods() {
		if m.Name() == "_" {
			continue
		}
		at, _ := slices.BinarySearch(ids, m.Id())
		ids, out = slices.Insert(ids, at, m.Id()), slices.Insert(out, at, m)
	}
	return out
}

// embedsOwn tells whether the struct embeds a named type of the package.
func (e *Eval) embedsOwn(st *types.Struct) bool {
	for f := range st.Fields() {
		if n, ok := types.Unalias(gotype.Deref(f.Type())).(*types.Named); ok && f.Embedded() && n.Obj().Pkg() == e.pass.Pkg {
			return true
		}
	}
	return false
}

// maxDepth bounds how deep makers are handed to makers.
const maxDepth = 4

// wrapperOf returns the wrappers that a call makes.
func (e *Eval) wrapperOf(l flow.Leaf) []wrapper {
	c, ok := l.Value.(*ssa.Call)
	if !ok {
		return nil
	}
	com := c.Common()
	if res := com.Signature().Results(); l.Result >= res.Len() || !mayWrap(res.At(l.Result).Type()) {
		return nil
	}
	if com.StaticCallee() == nil && !com.IsInvoke() {
		m, ok := e.maker(com.Value, 0)
		if !ok || len(com.Args) == 0 {
			return nil
		}
		return []wrapper{{factors: m.factors, of: m.of, method: m.method, inner: com.Args[0]}}
	}
	obj, _ := ssacall.Target(com)
	var out []wrapper
	for _, r := range e.resultsOf(obj) {
		if !r.Wraps || r.Index != l.Result {
			continue
		}
		args := ssacall.Args(com)
		if r.Param >= len(args) {
			continue
		}
		it := e.fold(&item{Chain: Chain{Factors: r.Factors}, of: make([]*ssa.Parameter, len(r.Factors))}, args)
		out = append(out, wrapper{factors: it.Factors, of: it.of, method: r.Method, inner: args[r.Param]})
	}
	return out
}

// resultsOf returns what is known of the results of a declared function.
func (e *Eval) resultsOf(obj *types.Func) []Result {
	if f := e.facts.Get(obj); f != nil {
		return f.Results
	}
	return nil
}

// inside returns the chains of what a wrapper stands for, with its layers around them.
func (e *Eval) inside(w wrapper) []*item {
	var out []*item
	var inner []*item
	if w.method == "" {
		inner = e.value(w.inner, "")
	} else {
		inner = e.methodOf(w.inner, w.method, false) // the wrapper implements it, too
	}
	for _, it := range inner {
		n := *it
		n.Factors, n.of = slices.Concat(w.factors, it.Factors), slices.Concat(w.of, it.of)
		n.added = len(w.factors)
		out = append(out, &n)
	}
	return out
}

// A made is what a maker puts around what it is given.
type made struct {
	factors []Factor
	of      []*ssa.Parameter
	method  string
	from    *ssa.Parameter // a parameter that holds makers whose layers are put around it, too
}

// maker tells what the function value v puts around its first argument.
func (e *Eval) maker(v ssa.Value, depth int) (made, bool) {
	leaves := e.resolve(v)
	if len(leaves) != 1 || depth > maxDepth {
		return made{}, false
	}
	switch l := leaves[0]; l.Kind {
	case flow.Func, flow.Call:
		if e.making[v] {
			e.cut++
			return made{}, false
		}
		e.making[v] = true
		defer delete(e.making, v)
		if l.Kind == flow.Func {
			return e.makes(l.Value)
		}
		c, ok := l.Value.(*ssa.Call)
		if !ok {
			return made{}, false
		}
		obj, _ := ssacall.Target(c.Common())
		for _, r := range e.resultsOf(obj) {
			if r.Maker && r.Index == l.Result {
				return e.made(c, r, depth), true
			}
		}
	}
	return made{}, false
}

// makes tells what a function that is written out puts around its first parameter.
func (e *Eval) makes(v ssa.Value) (made, bool) {
	fn, ok := v.(*ssa.Function)
	if mc, isClosure := v.(*ssa.MakeClosure); isClosure {
		fn, ok = mc.Fn.(*ssa.Function), true
	}
	if !ok || fn.Blocks == nil || len(fn.Params) == 0 || fn.Signature.Results().Len() == 0 {
		if ok {
			return e.declaredMaker(fn)
		}
		return made{}, false
	}
	var out made
	for _, r := range ssacall.Returned(fn, 0) {
		for _, it := range e.wrapped1(r) {
			if it.end == fn.Params[0] && len(it.Layers()) > 0 {
				return made{factors: it.Factors, of: it.of, method: it.Method}, true
			}
		}
		if p := e.elements(r, fn.Params[0]); p != nil {
			out.from = p
		}
	}
	return out, out.from != nil
}

// declaredMaker tells what a function of another package puts around its first parameter.
func (e *Eval) declaredMaker(fn *ssa.Function) (made, bool) {
	obj, _ := fn.Object().(*types.Func)
	for _, r := range e.resultsOf(obj) {
		if r.Wraps && r.Param == 0 {
			return made{factors: r.Factors, of: make([]*ssa.Parameter, len(r.Factors)), method: r.Method}, true
		}
	}
	return made{}, false
}

// made is the maker that the call c returns.
func (e *Eval) made(c *ssa.Call, r Result, depth int) made {
	args := ssacall.Args(c.Common())
	it := e.fold(&item{Chain: Chain{Factors: r.Factors}, of: make([]*ssa.Parameter, len(r.Factors))}, args)
	out := made{factors: it.Factors, of: it.of, method: r.Method}
	if r.From == NoParam || r.From >= len(args) {
		return out
	}
	els, _ := ssacall.Elements(args[r.From])
	for _, el := range els {
		if m, ok := e.maker(el, depth+1); ok {
			out.factors, out.of = slices.Concat(out.factors, m.factors), slices.Concat(out.of, m.of)
			out.method = m.method
		}
	}
	return out
}

// elements returns the parameter that holds the makers which the value v is made by, one
// after the other, out of first.
func (e *Eval) elements(v ssa.Value, first *ssa.Parameter) *ssa.Parameter {
	for _, l := range e.resolve(v) {
		c, ok := l.Value.(*ssa.Call)
		if !ok || l.Kind != flow.Call || c.Common().IsInvoke() || len(c.Common().Args) != 1 {
			continue
		}
		load, ok := c.Common().Value.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		at, ok := load.X.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, s := range e.resolve(at.X) {
			if p, ok := s.Value.(*ssa.Parameter); ok && s.Kind == flow.Param && p != first {
				return p
			}
		}
	}
	return nil
}
