package deadlines

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxWaits bounds the waits that a fact keeps for one parameter: the first ones in
// source order tell a caller all that it must do.
const maxWaits = 2

// function summarises fn and the literals in it that it waits for.
func (e *Eval) function(fn *ssa.Function) (f Func) {
	idle := e.idle(fn)
	f.Results, f.Sets = e.results(fn), e.sets(fn)
	if !idle {
		f.Budgets = e.budgets(fn)
	}
	f.Serves = e.servesOf(fn)
	if !idle {
		f.Tries = e.tries(fn)
		e.waits(fn, &f)
	}
	for _, w := range e.needs[fn] {
		f.addWait(w)
	}
	return f
}

// waits adds to f what fn runs of what it is handed, and what it waits for.
func (e *Eval) waits(fn *ssa.Function, f *Func) {
	for _, g := range flow.WithLiterals(fn) {
		if e.still(g) {
			continue
		}
		async := e.async(g)
		f.Runs = append(f.Runs, e.runs(fn, g, async)...)
		if async {
			continue // nobody waits for it
		}
		for _, s := range e.SlotWaits(g) {
			f.addWait(Wait{Ctx: NoParam, Client: NoParam, Slot: true, Callee: s.What, Path: s.Path})
		}
		for _, o := range e.outbound(g) {
			if _, ok := o.Call.(*ssa.Go); ok || o.SetUp {
				continue
			}
			f.wait(o, fn)
		}
	}
}

// wait adds the wait o of fn where its caller decides it.
func (f *Func) wait(o *Outbound, fn *ssa.Function) {
	w := Wait{Ctx: NoParam, Client: NoParam, Child: o.Child, Loop: o.Loop || o.Here, OS: o.OS, Local: o.Local, Slot: o.Slot, If: o.If, Callee: o.Callee, Unless: o.Client.Unless}
	if o.Client.State == BoundParam {
		if o.Client.Fn != fn {
			return
		}
		w.Client = o.Client.Param
	}
	if w.Client == NoParam && o.Sources[0].Kind == Root && (o.Slot || o.Child && o.Sources[0].NoCtx) {
		f.addOutbound(w, o)
		return
	}
	for _, s := range o.Sources {
		switch {
		case s.Kind == Caller && s.Fn == fn:
			w.Ctx = s.Param
		case s.Kind == Root && w.Client != NoParam:
			w.Ctx = NoParam
		default:
			continue
		}
		f.addOutbound(w, o)
	}
}

// addOutbound adds w, the wait of o, with its path.
func (f *Func) addOutbound(w Wait, o *Outbound) {
	if f.addWait(w) {
		f.Waits[len(f.Waits)-1].Path = o.Path()
	}
}

// addWait adds w, if it tells a caller anything new.
func (f *Func) addWait(w Wait) bool {
	n := 0
	if w.Slot { // where several slots are waited for, one is enough to tell
		n = maxWaits - 1
	}
	for i := range f.Waits {
		have := &f.Waits[i]
		if have.Ctx == w.Ctx && have.Client == w.Client && have.Child == w.Child && have.Local == w.Local && have.Slot == w.Slot && have.If == w.If {
			if have.Callee == w.Callee && have.Loop == w.Loop {
				return false
			}
			n++
		}
	}
	if n < maxWaits {
		f.Waits = append(f.Waits, w)
	}
	return n < maxWaits
}

// async tells whether the literal g, or one it stands in, is run in a goroutine that
// its maker does not wait for.
func (e *Eval) async(g *ssa.Function) bool {
	if g.Parent() == nil {
		return false
	}
	out, ok := e.asyncs[g]
	if !ok {
		out = e.runsAsync(g)
		e.asyncs[g] = out
	}
	return out
}

func (e *Eval) runsAsync(g *ssa.Function) bool {
	for ; g.Parent() != nil; g = g.Parent() {
		for _, u := range e.uses(g) {
			if _, ok := u.call.(*ssa.Go); ok {
				return true
			}
			k := callee(u.call.Common())
			if k.Obj == nil || u.arg == NoParam {
				continue
			}
			if gotype.IsFunc(k.Obj, "time.AfterFunc") || gotype.IsFunc(k.Obj, "context.AfterFunc") {
				return true
			}
			if f := e.fact(k.Obj); f != nil {
				for _, r := range f.Runs {
					if r.Param == u.arg && r.Async {
						return true
					}
				}
			}
		}
	}
	return false
}

// runs returns the parameters of fn that g, which is fn or a literal in it, calls.
func (e *Eval) runs(fn, g *ssa.Function, async bool) []Run {
	if !takesFuncs(fn) {
		return nil
	}
	var out []Run
	add := func(r Run) {
		if r.Arg == NoParam && !r.Async {
			return // what the literal captures is followed anyway
		}
		for _, have := range out {
			if have.Param == r.Param {
				return
			}
		}
		out = append(out, r)
	}
	for _, s := range e.sites(g) {
		com := s.call.Common()
		if com.IsInvoke() {
			continue
		}
		_, isGo := s.call.(*ssa.Go)
		if com.StaticCallee() == nil {
			for _, i := range e.funcParams(fn, com.Value) {
				add(e.runOf(i, com, fn, async || isGo))
			}
			continue
		}
		e.nestedRuns(fn, s, async || isGo, add)
	}
	return out
}

// takesFuncs tells whether a parameter of fn is a function, or may hold one.
func takesFuncs(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		switch p.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		}
		return false
	})
}

// funcParams returns the indices of the parameters of fn that the function value v is.
func (e *Eval) funcParams(fn *ssa.Function, v ssa.Value) []int {
	if _, ok := v.(*ssa.Builtin); ok {
		return nil
	}
	var out []int
	for _, l := range e.x.Resolve(v) {
		if p, ok := l.Value.(*ssa.Parameter); ok && l.Kind == flow.Param && p.Parent() == fn {
			out = append(out, ssacall.ParamIndex(p))
		}
	}
	return out
}

// runOf describes the call of parameter i of fn with the arguments of c.
func (e *Eval) runOf(i int, c *ssa.CallCommon, fn *ssa.Function, async bool) Run {
	r := Run{Param: i, Async: async, Arg: NoParam, From: NoParam}
	for j, a := range c.Args {
		if !gotype.IsContext(a.Type()) {
			continue
		}
		r.Arg = j
		r.Kind, r.From = e.kind(e.Context(a), fn)
		break
	}
	return r
}

// kind says in a fact's terms what the sources are to fn's caller.
func (e *Eval) kind(ss []Source, fn *ssa.Function) (ResultKind, int) {
	if len(ss) == 1 && ss[0].Kind == Bounded {
		return ResultBounded, NoParam
	}
	ss = e.open(ss)
	if len(ss) != 1 {
		return ResultUnknown, NoParam
	}
	switch s := ss[0]; {
	case s.Kind == Caller && s.Fn == fn:
		return ResultParam, s.Param
	case s.Kind == Root && s.Cancel:
		return ResultCancel, NoParam
	case s.Kind == Root:
		return ResultRoot, NoParam
	}
	return ResultUnknown, NoParam
}

// nestedRuns adds the parameters of fn that it hands to a function which calls them.
func (e *Eval) nestedRuns(fn *ssa.Function, c site, async bool, add func(Run)) {
	f := e.fact(c.Obj)
	if f == nil || len(f.Runs) == 0 {
		return
	}
	as := ssacall.Args(c.call.Common())
	for _, r := range f.Runs {
		if r.Param >= len(as) {
			continue
		}
		for _, i := range e.funcParams(fn, as[r.Param]) {
			n := Run{Param: i, Async: async || r.Async, Arg: r.Arg, Kind: ResultUnknown, From: NoParam}
			if r.Arg != NoParam {
				n.Kind, n.From = e.kind(e.result(r.Kind, r.From, c.call.Common(), fn), fn)
			}
			add(n)
		}
	}
}

// Started tells whether the literal fn, or one around it within the function in, is what a
// go statement starts.
func (e *Eval) Started(fn, in *ssa.Function) bool {
	for ; fn.Parent() != nil && fn != in; fn = fn.Parent() {
		if slices.ContainsFunc(e.uses(fn), func(u use) bool { _, isGo := u.call.(*ssa.Go); return isGo }) {
			return true
		}
	}
	return false
}

// Async tells whether the literal fn runs in a goroutine that its maker does not wait for.
func (e *Eval) Async(fn *ssa.Function) bool { return fn.Parent() != nil && e.async(fn) }

// InRequest tells whether fn serves a request, or is a literal that a handler waits for.
func (e *Eval) InRequest(fn *ssa.Function) bool {
	if Handler(fn) {
		return true
	}
	if fn.Parent() == nil || e.async(fn) {
		return false // async asks for the functions around fn as well
	}
	for fn = fn.Parent(); fn != nil; fn = fn.Parent() {
		if Handler(fn) {
			return true
		}
	}
	return false
}

// Deferred tells whether the literal fn is deferred.
func (e *Eval) Deferred(fn *ssa.Function) bool {
	for _, u := range e.uses(fn) {
		if _, ok := u.call.(*ssa.Defer); ok && u.arg == NoParam {
			return true
		}
	}
	return false
}

// OnlyFromStartUp tells whether fn, in the end, only runs at start-up, as far as this
// package shows it: its callers are main, initialisers, constructors and the methods by
// which a component is started. An exported function of another package than main may
// have callers elsewhere.
func (e *Eval) OnlyFromStartUp(fn *ssa.Function) bool {
	return e.onlyFromStartUp(fn, map[*ssa.Function]bool{})
}

// maxCallers is how many callers one above the other are asked whether they run at start-up.
const maxCallers = 200

func (e *Eval) onlyFromStartUp(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if StartUp(fn) || lifecycle(fn) {
		return true
	}
	if seen[fn] || len(seen) == maxCallers || fn.Pkg == nil || Handler(fn) || fn.Object() == nil {
		return false
	}
	if fn.Object().Exported() && fn.Pkg.Pkg.Name() != "main" {
		return false
	}
	seen[fn] = true
	callers := e.x.Callers(fn)
	for _, c := range callers {
		if _, ok := c.(*ssa.Go); ok || c.Parent().Parent() != nil && e.async(c.Parent()) {
			return false // a worker that start-up leaves behind
		}
		if InHandler(c.Parent()) || !e.onlyFromStartUp(flow.Named(c.Parent()), seen) {
			return false
		}
	}
	return len(callers) > 0
}

// lifecycle tells whether fn is by its name and form what runs once in a component's
// life: a constructor, or a method that starts or prepares it. A name alone never makes
// or ends a finding; it only lowers its confidence.
func lifecycle(fn *ssa.Function) bool {
	if fn.Parent() != nil || fn.Object() == nil || Handler(fn) {
		return false
	}
	name := strings.ToLower(fn.Name())
	if fn.Signature.Recv() == nil {
		return constructorName(name) && fn.Signature.Results().Len() > 0
	}
	if !fn.Object().Exported() {
		return slices.Contains([]string{"start", "init", "setup", "open", "bootstrap"}, name)
	}
	for _, p := range []string{"start", "init", "setup", "open", "bootstrap"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return name == "validate"
}

func constructorName(name string) bool {
	for _, p := range []string{"new", "open", "init", "setup", "mustnew", "provide"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return strings.HasSuffix(name, "provider")
}
