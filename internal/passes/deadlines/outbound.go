package deadlines

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// outbound returns the calls of fn that can wait for ever, as far as this package
// decides it: those whose bound is known to exist, and those that can't be followed,
// are left out. The slice is kept: do not change it.
func (e *Eval) outbound(fn *ssa.Function) []*Outbound {
	sites := e.sites(fn)
	if len(sites) == 0 {
		return nil
	}
	out, ok := e.outs[fn]
	if ok {
		return out
	}
	run := e.withinRun(fn)
	for i := range sites {
		c := &sites[i]
		if _, isGo := c.call.(*ssa.Go); run > 0 && !isGo || e.WithinCall(c.call) > 0 {
			continue // it ends in time, as its owner says
		}
		for _, o := range e.call(fn, c) {
			if o == nil {
				continue
			}
			o.Sources = e.open(o.Sources)
			switch {
			case o.Sources == nil:
			case o.Client.State == BoundNo || o.Client.State == BoundParam:
				out = append(out, o)
			case o.Client.Home != nil && o.Sources[0].NoCtx:
				e.need(o)
			}
		}
	}
	e.outs[fn] = out
	return out
}

// opens tells whether open says that the sources leave a call without deadline.
func opens(ss []Source) bool {
	found := false
	for i := range ss {
		switch ss[i].Kind {
		case Root, Caller:
			found = true
		case Never:
		default:
			return false
		}
	}
	return found
}

// open returns the sources that leave a call without deadline, or nil where one of
// them bounds it or is not known. A root beside a parameter is mostly the stand-in for a
// nil context, so that the parameter decides; where nothing is compared with nil, one
// branch drops the caller's context, and the root decides.
func (e *Eval) open(ss []Source) []Source {
	if !opens(ss) {
		return nil
	}
	var roots, callers []Source
	for _, s := range ss {
		switch s.Kind {
		case Root:
			roots = append(roots, s)
		case Caller:
			callers = append(callers, s)
		}
	}
	switch {
	case len(callers) == 0:
		return roots
	case len(roots) > 0 && roots[0].Fn != nil && !roots[0].NoCtx && !comparesNil(roots[0].Fn):
		for i := range roots {
			roots[i].Branch = true
		}
		return roots
	}
	return callers
}

// comparesNil tells whether fn compares a context, or what carries one, with nil.
func comparesNil(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*ssa.BinOp)
			if ok && (ssacall.IsNil(op.X) || ssacall.IsNil(op.Y)) && (gotype.IsContext(op.X.Type()) || carrier(op.X.Type()) || gotype.IsContext(op.Y.Type())) {
				return true
			}
		}
	}
	return false
}

// need notes that the client of o, which has no deadline, was handed to a constructor or
// option: whoever calls that decides.
func (e *Eval) need(o *Outbound) {
	for _, st := range e.x.FieldStores(o.Client.Home) {
		b := e.Client(st.Val)
		if b.State != BoundParam {
			continue
		}
		if len(e.needs[b.Fn]) >= maxWaits {
			continue
		}
		e.needs[b.Fn] = append(e.needs[b.Fn], Wait{Ctx: NoParam, Client: b.Param, Callee: o.Callee, OS: o.OS, Path: o.Path()})
	}
}

// call returns the waits below a call, nil for each that its context ends, or may.
func (e *Eval) call(fn *ssa.Function, s *site) []*Outbound {
	c, k, com := s.call, s.Callee, s.call.Common()
	if k.Obj == nil {
		return e.dynamic(fn, c)
	}
	entries := s.entries
	if len(entries) == 0 && com.IsInvoke() {
		entries = e.concrete(k)
	}
	if o, known := e.slotCall(fn, c, k, entries); known {
		if o == nil {
			return nil
		}
		return []*Outbound{o}
	}
	out, known := e.catalogued(fn, c, k, entries)
	if known {
		return out
	}
	if k.Recv == nil || !types.IsInterface(k.Recv) {
		f := e.fact(k.Obj)
		if f == nil {
			return nil // a function of which there is nothing to know
		}
		out = e.below(fn, c, k, f, out)
	} else {
		for _, obj := range e.targets(k) {
			out = e.below(fn, c, k, e.fact(obj), out)
		}
	}
	if len(out) == 0 {
		if o := e.elsewhere(fn, c, k); o != nil {
			return []*Outbound{o}
		}
	}
	return append(out, e.handed(fn, c, k)...)
}

// below adds to out the waits of f, the fact of a function that the call c of k can reach.
func (e *Eval) below(fn *ssa.Function, c ssa.CallInstruction, k Callee, f *Func, out []*Outbound) []*Outbound {
	if f == nil || len(out) >= maxTargets {
		return out
	}
	for i := range f.Waits {
		w := &f.Waits[i]
		if e.passes(c, w.Path) {
			continue
		}
		o := e.through(fn, c, w, k)
		if o != nil && c.Common().IsInvoke() { // a wrapper may stand before what implements it
			o.Client.Unless = union(o.Client.Unless, []string{k.Obj.FullName()})
		}
		out = append(out, o)
	}
	return out
}

// maxTargets is how many waits behind one call of an interface method are looked at. Where
// there are more, as with a command for each verb, the rest of them are no other finding.
const maxTargets = 64

// passes tells whether the path comes by the call c already: recursion, or a wrapper that
// implements the interface it wraps. Going round once more shows nothing new.
func (e *Eval) passes(c ssa.CallInstruction, path []trace.Step) bool {
	var here trace.Step
	for i := range path {
		s := &path[i]
		if s.Pkg != e.pass.Pkg.Path() {
			continue
		}
		if here.Pkg == "" {
			here = e.step(trace.Call, c, "")
		}
		if s.Pkg == here.Pkg && s.File == here.File && s.Line == here.Line && s.Col == here.Col {
			return true
		}
	}
	return false
}

// elsewhere returns the call of an interface method of the program whose implementation
// this package does not see, or nil where there is none or its context ends it, or may.
// Whether it waits is decided when the program is linked.
func (e *Eval) elsewhere(fn *ssa.Function, c ssa.CallInstruction, k Callee) *Outbound {
	com := c.Common()
	if !com.IsInvoke() || k.Obj.Pkg() == nil || !outside.InProgram(e.pass, k.Obj.Pkg().Path()) {
		return nil
	}
	ctx := contextParam(com.Signature())
	if ctx == NoParam || ctx >= len(com.Args) {
		return nil
	}
	known, ok := e.others[c]
	if !ok {
		known = Outbound{Fn: fn, Call: c, Callee: e.funcName(k.Obj), Here: e.inWorkerLoop(c), If: e.hole(fn, com, k),
			Client: Bound{State: BoundNo, Fn: fn, Unless: []string{k.Obj.FullName()}}}
		known.path = []trace.Step{e.step(trace.Call, c, known.Callee)}
		e.others[c] = known
	}
	sources := e.Context(com.Args[ctx]) // only this can change while facts are made
	if !opens(sources) {
		return nil
	}
	o := known
	o.Sources = sources
	return &o
}

// catalogued returns what the catalogue says of the call; known tells whether it says
// anything about its wait.
func (e *Eval) catalogued(fn *ssa.Function, c ssa.CallInstruction, k Callee, entries []*catalogue.Entry) (out []*Outbound, known bool) {
	for _, en := range entries {
		if en.Kind != catalogue.KindOutbound {
			continue
		}
		if en.Stream || en.Async || (en.Wait != catalogue.WaitForever && en.Wait != catalogue.WaitOS) {
			return nil, true
		}
		o := &Outbound{Fn: fn, Call: c, Entry: en, Callee: e.funcName(k.Obj), OS: en.Wait == catalogue.WaitOS,
			Here: e.inWorkerLoop(c)}
		o.path = []trace.Step{e.step(trace.Outbound, c, o.Callee)}
		if k.Recv != nil && gotype.Is(k.Recv, "os/exec", "Cmd") {
			if !e.child(o, ssacall.Args(c.Common())[0]) {
				return nil, true
			}
			return []*Outbound{o}, true
		}
		o.Client = e.bounds(c, en)
		o.Sources = e.sources(c, en, k)
		e.database(o, k, c.Common())
		if localNetwork(c.Common()) {
			return nil, true
		}
		o.SetUp = e.schemaChange(c.Common())
		if c.Common().IsInvoke() {
			o.Client.Unless = union(o.Client.Unless, []string{k.Obj.FullName()})
		}
		if en.Family == "grpc" {
			o.Client.Unless = union(o.Client.Unless, []string{GRPCTimeout})
		}
		return []*Outbound{o}, true
	}
	return nil, false
}

// Forwards tells whether the catalogued call c carries a context that its caller brings,
// or one with a deadline.
func (e *Eval) Forwards(c ssa.CallInstruction) bool {
	k := callee(c.Common())
	en := e.entry(c.Common(), catalogue.KindOutbound)
	if e.x == nil || k.Obj == nil || en == nil || en.Ctx.None {
		return false
	}
	for _, s := range e.sources(c, en, k) {
		if s.Kind == Bounded || s.Kind == Caller && gotype.IsContext(s.Fn.Params[s.Param].Type()) {
			continue
		}
		return false
	}
	return true
}

// sources returns where the context of a catalogued call comes from.
func (e *Eval) sources(c ssa.CallInstruction, en *catalogue.Entry, k Callee) []Source {
	com := c.Common()
	none := []Source{{Kind: Root, Fn: c.Parent(), Pos: c.Pos(), NoCtx: true, Made: e.funcName(k.Obj)}}
	if en.Ctx.None {
		return none
	}
	v := ssacall.At(com, en.Ctx)
	switch {
	case v == nil:
		return unknown
	case en.Ctx.Recv && en.Ctx.Via != "":
		return e.builderContext(v, en.Ctx.Via, none)
	}
	return e.Context(v)
}

// builderContext returns the context that was set on a request builder by method via,
// or none where none was.
func (e *Eval) builderContext(v ssa.Value, via string, none []Source) []Source {
	for range maxDepth {
		leaves := e.x.Resolve(v)
		if len(leaves) != 1 || leaves[0].Kind != flow.Call {
			return unknown
		}
		if s := e.setBy(v, via); s != nil {
			return s
		}
		c := leaves[0].Value.(*ssa.Call)
		if s := e.setBy(c, via); s != nil {
			return s
		}
		com := c.Common()
		k := callee(com)
		if k.Obj == nil {
			return unknown
		}
		if k.Obj.Name() == via && len(com.Args) > 0 {
			return e.Context(com.Args[len(com.Args)-1])
		}
		if r := ssacall.Receiver(com); r != nil && types.Identical(r.Type(), c.Type()) {
			v = r
			continue
		}
		if e.fact(k.Obj) != nil || k.Obj.Pkg() != typePackage(c.Type()) {
			return unknown // somebody else may have set it
		}
		return none
	}
	return unknown
}

// typePackage returns the package of the named type that t is or points to.
func typePackage(t types.Type) *types.Package {
	if n, ok := types.Unalias(gotype.Deref(t)).(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}

// setBy returns the context that some call of method via sets on v.
func (e *Eval) setBy(v ssa.Value, via string) []Source {
	refs := v.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		c, ok := ref.(*ssa.Call)
		if !ok || ssacall.Receiver(c.Common()) != v {
			continue
		}
		if k := callee(c.Common()); k.Obj != nil && k.Obj.Name() == via {
			return e.Context(c.Call.Args[len(c.Call.Args)-1])
		}
	}
	return nil
}

// through returns the wait w of a callee as it is at the call c, or nil where its context
// ends it, or may.
func (e *Eval) through(fn *ssa.Function, c ssa.CallInstruction, w *Wait, k Callee) *Outbound {
	as := ssacall.Args(c.Common())
	sources := unknown
	if w.Ctx == NoParam {
		sources = []Source{{Kind: Root, Fn: fn, Pos: c.Pos(), NoCtx: true, Made: w.Callee}}
	} else if w.Ctx < len(as) {
		sources = e.Context(as[w.Ctx])
	}
	if !opens(sources) {
		return nil // as of most calls, so that nothing else is asked of them
	}
	o := &Outbound{Fn: fn, Call: c, Sources: sources, Callee: w.Callee, Child: w.Child, OS: w.OS, Local: w.Local, Slot: w.Slot, If: w.If, Loop: w.Loop, Here: e.inWorkerLoop(c),
		eval: e, via: k.Obj, below: w.Path}
	o.Client = Bound{State: BoundNo, Fn: fn, Unless: w.Unless}
	if w.Client != NoParam {
		o.Client = Bound{}
		if w.Client < len(as) {
			o.Client = e.Client(as[w.Client])
			o.Client.Unless = union(o.Client.Unless, w.Unless)
		}
	}
	return o
}

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
