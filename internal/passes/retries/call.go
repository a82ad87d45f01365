package retries

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// call returns the chains that one call starts, without the loops that it stands in. The
// slice is the caller's own.
func (e *Eval) call(fn *ssa.Function, s flow.Site) []*item {
	return e.stated(fn, s, e.reached(fn, s))
}

// reached returns the chains of a call. Of nearly all calls the catalogue says nothing, and
// most lead to nothing either: what is asked of each is asked once.
func (e *Eval) reached(fn *ssa.Function, s flow.Site) []*item {
	com := s.Common()
	if s.Fn == nil {
		if _, ok := com.Value.(*ssa.Builtin); ok {
			return nil
		}
		return e.dynamic(s.CallInstruction)
	}
	if entries := s.Entries(e.cat); len(entries) > 0 {
		if out, ok := e.wrapped(fn, s.CallInstruction); ok {
			return out
		}
		if i := slices.IndexFunc(entries, leaves); i >= 0 {
			return []*item{e.leaves(fn, s.CallInstruction, entries[i])}
		}
	}
	if s.Recv != nil && com.IsInvoke() && types.IsInterface(s.Recv) {
		return e.invoked(fn, s.CallInstruction, s.Fn)
	}
	return e.declared(fn, s.CallInstruction, s.Fn, false)
}

// outbound returns the entry of a call that leaves the process, or nil.
func (e *Eval) outbound(com *ssa.CallCommon) *catalogue.Entry {
	obj, recv := ssacall.Target(com)
	if obj == nil {
		return nil
	}
	return e.leaving(obj, recv)
}

func (e *Eval) leaving(obj *types.Func, recv types.Type) *catalogue.Entry {
	entries := e.cat.Func(obj, recv)
	if i := slices.IndexFunc(entries, leaves); i >= 0 {
		return entries[i]
	}
	return nil
}

// leaves is the chain of a call that leaves the process, with the layers of its client.
func (e *Eval) leaves(fn *ssa.Function, c ssa.CallInstruction, en *catalogue.Entry) *item {
	obj, _ := ssacall.Target(c.Common())
	it := newItem(Chain{Callee: e.calleeName(obj), Writes: en.Idempotent == "no"})
	v := e.lay.Call(c)
	for _, l := range slices.Backward(v.Layers) {
		it = e.layer(it, fn, c.Pos(), it.Callee, l)
	}
	if len(v.Layers) > 1 && !setUpElsewhere(v.Layers[0]) {
		it.added, it.at = len(v.Layers)-1, v.Layers[0].Pos
	}
	it.by = paramOf(fn, v.Param)
	return it
}

func newItem(c Chain) *item {
	c.Param, c.Client = NoParam, NoParam
	return &item{Chain: c}
}

// paramOf returns the parameter i of the declared function that fn is, or stands in.
func paramOf(fn *ssa.Function, i int) *ssa.Parameter {
	ps := flow.Named(fn).Params
	if i < 0 || i >= len(ps) {
		return nil
	}
	return ps[i]
}

// layer puts a library's layer around a chain. in names what it is the layer of.
func (e *Eval) layer(it *item, fn *ssa.Function, pos token.Pos, in string, l layers.Layer) *item {
	f := Factor{In: in, By: l.Name, Attempts: sane(l.Attempts), Default: l.Default}
	return e.around(it, f, e.param(fn, f.Attempts), e.step(pos, fn, l.Name+" ×"+f.Attempts.String()))
}

// sane is n, unless it is a number that stands for "no limit here", as math.MaxInt does
// where a time or a longest pause ends the attempts.
func sane(n attempts.Number) attempts.Number {
	const most = 1 << 24
	switch n.Kind {
	case attempts.Exact, attempts.AtLeast, attempts.AtMost:
		if n.N >= most {
			return attempts.For(0)
		}
	}
	return n
}

// wrapped returns the chains of a library call that repeats a function it is given.
func (e *Eval) wrapped(fn *ssa.Function, c ssa.CallInstruction) ([]*item, bool) {
	ws := e.lay.Wrap(c)
	var out []*item
	for i, w := range ws {
		if i > 0 && ws[i-1].Op == w.Op {
			continue // one layer more around the same operation
		}
		for _, it := range e.op(w.Op, wayOf(c, w.Layer)) {
			out = append(out, e.repeated(fn, c, it, ws[i:]))
		}
	}
	return out, len(ws) > 0
}

// repeated puts the layers around the first operation of ws around a chain of it.
func (e *Eval) repeated(fn *ssa.Function, c ssa.CallInstruction, it *item, ws []layers.Wrapped) *item {
	n := 1
	for n < len(ws) && ws[n].Op == ws[0].Op {
		n++
	}
	for _, w := range slices.Backward(ws[:n]) {
		it = e.layer(it, fn, c.Pos(), name(fn), w.Layer)
	}
	it.added = n
	return it
}

// declared returns the chains of a call of a declared function, with what it does to the
// functions it is handed. maybe says that it is one of several implementations.
func (e *Eval) declared(fn *ssa.Function, c ssa.CallInstruction, obj *types.Func, maybe bool) []*item {
	items, known := e.of(obj)
	switch {
	case !known:
		return e.foreign(obj, c.Common())
	case len(items) == 0:
		return nil
	}
	return e.through(fn, c, obj, ssacall.Args(c.Common()), items, maybe)
}

// plain tells whether nothing in the chain hangs on how the function is called: it has no
// layers, and no parameter or client of the function has a part in it.
func (it *item) plain() bool {
	return len(it.Factors) == 0 && it.end == nil && it.Param == NoParam && it.by == nil && it.Client == NoParam && it.added == 0 && !it.passed
}

// bare tells whether nothing in the chain but its end hangs on how the function is called.
func (it *item) bare() bool {
	return len(it.Factors) == 0 && it.by == nil && it.Client == NoParam
}

// through returns the chains of a call of obj, whose own chains are items.
func (e *Eval) through(fn *ssa.Function, c ssa.CallInstruction, obj *types.Func, args []ssa.Value, items []*item, maybe bool) []*item {
	var out []*item
	for _, it := range items {
		if it.plain() && (it.Maybe || !maybe) {
			out = append(out, it)
			continue
		}
		i, ends := it.handed(obj)
		if !ends || !it.bare() {
			it = e.client(fn, c, e.fold(it, args), obj, args)
			it.Maybe = it.Maybe || maybe
		}
		if ends {
			out = append(out, e.fill(fn, c, obj, it, args, i, maybe)...)
			continue
		}
		if it.end == nil && len(it.Factors) > 0 {
			it.Path = trace.Join([]trace.Step{e.callStep(fn, c, obj)}, it.Path)
		}
		out = append(out, it)
	}
	return out
}

// handed returns which argument of a call of obj the chain goes on in. There is none where it
// has an end of its own, or ends in a parameter of a function around the call.
func (it *item) handed(obj *types.Func) (arg int, ok bool) {
	switch {
	case it.end == nil:
		return it.Param, it.Param != NoParam
	case flow.Origin(it.end.Parent()).Object() != obj.Origin():
		return NoParam, false
	}
	return ssacall.ParamIndex(it.end), true
}

func (e *Eval) callStep(fn *ssa.Function, c ssa.CallInstruction, obj *types.Func) trace.Step {
	s := e.step(c.Pos(), fn, "calls "+e.calleeName(obj))
	s.Kind = trace.Call
	return s
}

// fill puts the argument i in the place of the parameter that a chain of the function ends in.
func (e *Eval) fill(fn *ssa.Function, c ssa.CallInstruction, obj *types.Func, it *item, args []ssa.Value, i int, maybe bool) []*item {
	if i < 0 || i >= len(args) {
		return nil
	}
	inner := e.value(args[i], it.Method)
	switch {
	case it.Polls:
		inner = e.op(args[i], way{again: catalogue.AgainPoll})
	case it.Method == "" && len(it.Layers()) > 0:
		inner = e.op(args[i], way{})
	}
	if len(inner) == 0 {
		return nil
	}
	out := make([]*item, 0, len(inner))
	way := append([]trace.Step{e.callStep(fn, c, obj)}, it.Path...)
	for _, inner := range inner {
		n := *inner
		n.Factors = slices.Concat(it.Factors, inner.Factors)
		n.of = slices.Concat(it.of, inner.of)
		n.Maybe = n.Maybe || it.Maybe || maybe
		n.Path = trace.Join(way, inner.Path)
		n.added, n.passed = len(it.Factors), it.Method != ""
		out = append(out, &n)
	}
	return out
}

// of returns the chains of a declared function, of this package or from its fact. known is
// false where nothing can be known of it: it is not of the program.
func (e *Eval) of(obj *types.Func) (items []*item, known bool) {
	c := e.calleeOf(obj.Origin())
	if c.body != nil {
		return e.chains(c.body), true
	}
	return c.items, c.known
}

// fold replaces what the parameters of a callee decide by what the arguments are. The
// chain belongs to the caller then.
func (e *Eval) fold(it *item, args []ssa.Value) *item {
	out := *it
	out.Factors, out.of, out.added, out.passed = slices.Clone(it.Factors), make([]*ssa.Parameter, len(it.Factors)), 0, false
	for i, f := range out.Factors {
		if f.Attempts.Kind != attempts.FromParam {
			continue
		}
		p := f.Attempts.Param
		if p < 0 || p >= len(args) {
			out.Factors[i].Attempts = attempts.Number{}
			continue
		}
		n, of := e.handed(args[p], f.Attempts.Field)
		out.Factors[i].Attempts, out.of[i] = f.Attempts.With(n), of
	}
	return &out
}

// client adds the layers of the client that is handed to obj, where a chain of obj is
// called through it.
func (e *Eval) client(fn *ssa.Function, c ssa.CallInstruction, it *item, obj *types.Func, args []ssa.Value) *item {
	i := it.Client
	if it.by != nil {
		if flow.Origin(it.by.Parent()).Object() != obj.Origin() {
			return it
		}
		i = ssacall.ParamIndex(it.by)
	}
	it.Client, it.by = NoParam, nil
	if i < 0 || i >= len(args) {
		return it
	}
	v := e.lay.Client(args[i])
	it.by = paramOf(fn, v.Param)
	for _, l := range v.Layers {
		f := Factor{In: name(fn), By: l.Name, Attempts: l.Attempts, Default: l.Default}
		at := slices.IndexFunc(it.Factors, func(have Factor) bool { return have.By == f.By && have.Default })
		if at < 0 {
			it.Factors = append(it.Factors, Factor{})
			it.of = append(it.of, nil)
			at = len(it.Factors) - 1
			it.Path = trace.Join(it.Path, []trace.Step{e.step(c.Pos(), fn, l.Name+" ×"+l.Attempts.String())})
		}
		it.Factors[at], it.of[at] = f, e.param(fn, l.Attempts)
	}
	return it
}

// group tells whether obj starts a goroutine whose error another method gives.
func group(obj *types.Func) bool {
	return gotype.IsFunc(obj, "(*golang.org/x/sync/errgroup.Group).Go")
}

// waited returns the chains of the functions that a group runs until the call of its Wait.
func (e *Eval) waited(args []ssa.Value) []*item {
	if len(args) == 0 {
		return nil
	}
	var out []*item
	for _, in := range e.x.Uses(args[0]) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if f, _ := ssacall.Target(c.Common()); f != nil && group(f) && len(c.Common().Args) > 1 {
			out = append(out, e.value(c.Common().Args[1], "")...)
		}
	}
	return out
}

func opaque(callee string) *item {
	return newItem(Chain{Callee: callee, Opaque: true})
}

// takesError tells whether a function is given an error: it wraps or marks it, and does
// not fail itself.
func takesError(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if gotype.IsError(v.Type()) {
			return true
		}
	}
	return false
}
