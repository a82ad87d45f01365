package queues

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// submits returns the function that a call hands to a goroutine, or to a pool, and
// whether nothing bounds how many of them wait or run.
func (e *eval) submits(c *ssa.CallCommon) (op ssa.Value, always bool) {
	fn, recv := ssacall.Target(c)
	if fn == nil || fn.Pkg() == nil {
		return nil, false
	}
	switch fn.FullName() {
	case "(*sync.WaitGroup).Go":
		return c.Args[1], true
	case "time.AfterFunc":
		return c.Args[1], false
	}
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind != catalogue.KindLimiter || en.Does != "submit" || !en.Op.Stated() {
			continue
		}
		op := ssacall.At(c, en.Op)
		if op == nil {
			continue
		}
		// Where an option bounds it and blocks at the bound, a library that waits by
		// default is bounded by its number of workers.
		optional := len(en.Bound) > 0 && !strings.Contains(fn.Pkg().Path(), "ants")
		switch {
		case en.Queue != "unbounded":
			return op, false
		case en.Blocks == "no" && len(en.Bound) == 0:
			return op, !e.looksAt(c)
		case en.Blocks == "no" || optional:
			return op, !e.limited(c, en.Bound)
		}
		return op, false
	}
	return nil, false
}

// limited tells whether the receiver of a call, or anything like it that can't be told
// from it, is given a limit in this package.
func (e *eval) limited(c *ssa.CallCommon, bounds []string) bool {
	recv := ssacall.Receiver(c)
	mine := map[ssa.Value]bool{}
	home := ""
	if recv != nil {
		for _, a := range e.x.Aliases(recv) {
			mine[a] = true
		}
		for _, l := range e.x.Resolve(recv) {
			switch l.Kind {
			case flow.Param:
				return true // whoever made it knows
			case flow.Call:
				com := l.Value.(*ssa.Call).Common()
				if fn, _ := ssacall.Target(com); fn != nil && e.inProgram(fn) {
					return true
				}
				if e.limitsIn(com) {
					return true
				}
			case flow.Field:
				if len(e.x.FieldStores(l.Var)) == 0 && l.Var.Exported() {
					return true
				}
			}
		}
		home = e.keyOf(recv)
	}
	found := false
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				x, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				f, _ := ssacall.Target(x.Common())
				if f == nil || !slices.Contains(bounds, "func:"+catalogue.Name(f)) {
					continue
				}
				r := ssacall.Receiver(x.Common())
				if r == nil || mine[r] || e.keyOf(r) == home {
					found = true
				}
			}
		}
	}
	return found
}

// limitsIn tells whether the call that makes a pool is a chain of options, one of which
// limits it.
func (e *eval) limitsIn(c *ssa.CallCommon) bool {
	for range 6 {
		fn, _ := ssacall.Target(c)
		if fn == nil {
			return false
		}
		if strings.HasPrefix(fn.Name(), "WithMax") || strings.HasPrefix(fn.Name(), "WithLimit") || fn.Name() == "WithQueueSize" {
			return true
		}
		r := ssacall.Receiver(c)
		next, ok := r.(*ssa.Call)
		if !ok {
			return false
		}
		c = next.Common()
	}
	return false
}

// looksAt tells whether the function of a call compares what a method of the same
// receiver says: how many wait.
func (e *eval) looksAt(c *ssa.CallCommon) bool {
	recv := ssacall.Receiver(c)
	if recv == nil || recv.Parent() == nil {
		return false
	}
	name, found := e.keyOf(recv), false
	eachInstr(flow.Named(recv.Parent()), func(in ssa.Instruction) {
		x, ok := in.(*ssa.Call)
		if !ok || x.Common() == c {
			return
		}
		r := ssacall.Receiver(x.Common())
		if r == nil || e.keyOf(r) != name {
			return
		}
		for _, ref := range *x.Referrers() {
			if b, ok := ref.(*ssa.BinOp); ok && order(b.Op) {
				found = true
			}
		}
	})
	return found
}

// launch judges the start of a goroutine, or of a task, in a region.
func (e *eval) launch(r region, in ssa.CallInstruction, op ssa.Value, task bool) []Pile {
	fns := e.targets(op)
	com := in.Common()
	for _, fn := range fns {
		if e.lasting(fn, 0) || e.gives(fn) || e.inFlightSet(r, in, fn) || ending(fn) {
			return nil
		}
	}
	if e.forConnection(com, op) || e.permit(op) || e.awaited(r, in, fns) {
		return nil
	}
	p := Pile{Kind: Spawn, What: "go", At: e.place(in.Pos()), fn: r.fn, pos: in.Pos(), top: in, Ctx: e.onContext(r.fn, com, op)}
	if task {
		p.What = e.callName(com)
	}
	switch {
	case len(fns) > 0 && e.own(fns[0]):
		if send := e.onlySends(fns[0]); send != nil && !task {
			if e.madeHere(r.fn, send.Chan) || signal(elem(send.Chan)) || isError(elem(send.Chan)) {
				return nil
			}
			p.Kind, p.To = Send, e.nameOf(send.Chan)
		} else if e.runsParam(fns[0]) {
			return nil // the callers' work: they are judged
		} else if w := e.waitsFor(fns[0], 0); w.rank < telling {
			return nil
		} else {
			p.To = w.name
		}
	case len(fns) == 0 && com.IsInvoke():
		p.To = e.callName(com)
	case len(fns) > 0:
		w := e.waitOfCall(com, 0)
		if w.rank < telling {
			return nil
		}
		p.To = w.name
	default:
		if e.isParam(op) {
			return nil
		}
		p.To = "a function value"
	}
	p.Path = []trace.Step{e.step(trace.Use, in.Pos(), r.fn, p.What+" "+p.To)}
	return []Pile{p}
}

// isParam tells whether a function value is what a caller handed over.
func (e *eval) isParam(v ssa.Value) bool {
	for _, l := range e.x.Resolve(v) {
		if l.Kind == flow.Param {
			return true
		}
	}
	return false
}

// runsParam tells whether the literal fn runs a function that a caller of the function
// around it handed over.
func (e *eval) runsParam(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok || c.Common().IsInvoke() || c.Common().StaticCallee() != nil {
			return
		}
		if _, builtin := c.Common().Value.(*ssa.Builtin); !builtin && e.isParam(c.Common().Value) {
			found = true
		}
	})
	return found
}

// lasting tells whether fn works until it is told to stop, as whoever is started for a
// connection, a session or a subscription does.
func (e *eval) lasting(fn *ssa.Function, depth int) bool {
	if depth > 3 || !e.own(fn) {
		return false
	}
	for _, l := range e.loopsOf(fn) {
		if l.counted() {
			continue
		}
		if l.endless() {
			return true
		}
		for b := range l.blocks {
			for _, in := range b.Instrs {
				for _, ch := range received(in) {
					if awaitsWork(ch) {
						return true
					}
				}
				if c, ok := in.(*ssa.Call); ok && e.takesIn(c) {
					return true
				}
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if callee := c.Call.StaticCallee(); callee != nil && callee != fn && e.lasting(flow.Origin(callee), depth+1) {
					return true
				}
				if f, _ := ssacall.Target(c.Common()); f != nil && (f.FullName() == "io.Copy" || f.FullName() == "io.CopyBuffer") {
					return true // a connection's bytes
				}
			}
		}
	}
	return false
}

// awaitsWork tells whether who receives from a channel waits for work or for the next
// tick, and not for a pause or an end.
func awaitsWork(ch ssa.Value) bool {
	if doneOfContext(ch) {
		return false
	}
	if !timer(ch) {
		return true
	}
	u, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	return ok && gotype.Is(fa.X.Type(), "time", "Ticker")
}

// forConnection tells whether a goroutine is started for a connection, by what it gets.
func (e *eval) forConnection(c *ssa.CallCommon, op ssa.Value) bool {
	vals := slices.Clone(c.Args)
	if c.IsInvoke() {
		vals = append(vals, c.Value)
	}
	if mc, ok := op.(*ssa.MakeClosure); ok {
		vals = append(vals, mc.Bindings...)
	}
	for _, v := range vals {
		t := v.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if _, isIface := p.Elem().Underlying().(*types.Interface); isIface {
				t = p.Elem()
			}
		}
		if connection(t) && !packetConn(t) || gotype.Is(gotype.Deref(t), "io", "PipeWriter") || gotype.Is(gotype.Deref(t), "io", "PipeReader") {
			return true
		}
	}
	return false
}

// ending tells whether fn is by its name what ends a component: it runs once.
func ending(fn *ssa.Function) bool {
	switch strings.ToLower(fn.Name()) {
	case "stop", "close", "shutdown", "quit", "exit", "terminate":
		return true
	}
	return false
}

// inFlightSet tells whether the region notes in a map what is under way, and the
// goroutine takes it out again.
func (e *eval) inFlightSet(r region, in ssa.Instruction, fn *ssa.Function) bool {
	noted := map[string]bool{}
	for _, b := range r.fn.Blocks {
		for _, x := range b.Instrs {
			switch x := x.(type) {
			case *ssa.MapUpdate:
				if e.reaches(x, in, r.loop) {
					noted[e.keyOf(x.Map)] = true
				}
			case *ssa.Call:
				if full(x.Common()) == "(*sync.Map).Store" && e.reaches(x, in, r.loop) {
					noted[e.keyOf(x.Call.Args[0])] = true
				}
			}
		}
	}
	found := false
	eachInstr(fn, func(x ssa.Instruction) {
		if c, ok := x.(ssa.CallInstruction); ok && noted[e.deletes(c)] {
			found = true
		}
	})
	return found
}

// packetConn tells whether t is a socket for datagrams, which all peers share.
func packetConn(t types.Type) bool {
	m, _, _ := types.LookupFieldOrMethod(t, true, nil, "ReadFrom")
	fn, ok := m.(*types.Func)
	return ok && fn.Signature().Results().Len() == 3
}

// gives tells whether the goroutine gives a slot back that its starter took in a way that
// is not seen: it receives a token, or calls what a call gave to it.
func (e *eval) gives(fn *ssa.Function) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Defer:
			if f, _ := ssacall.Target(in.Common()); f != nil && strings.HasPrefix(strings.ToLower(f.Name()), "release") {
				found = true
			}
		case *ssa.UnOp:
			if isRecv(in) && signal(elem(in.X)) && len(*in.Referrers()) == 0 && in.Parent() != fn && fnDefers(fn, in.Parent()) {
				found = true
			}
		}
	})
	return found
}

// permit tells whether a goroutine's function holds one that a call gave to its starter,
// which it calls when it is done: it gives a slot back.
func (e *eval) permit(op ssa.Value) bool {
	mc, ok := op.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		p, ok := b.Type().Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		sig, ok := p.Elem().Underlying().(*types.Signature)
		cell, isCell := b.(*ssa.Alloc)
		if !ok || !isCell || sig.Params().Len() > 0 || !calls(fn, fn.FreeVars[i]) {
			continue
		}
		for _, ref := range *cell.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && e.given(st.Val) {
				return true
			}
		}
	}
	return false
}

// given tells whether a function came out of a call, and not one that makes a context.
func (e *eval) given(v ssa.Value) bool {
	for _, l := range e.x.Resolve(v) {
		if l.Kind != flow.Call {
			continue
		}
		fn, _ := ssacall.Target(l.Value.(*ssa.Call).Common())
		if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() != "context" {
			return true
		}
	}
	return false
}

// calls tells whether fn calls the function that it captured as v.
func calls(fn *ssa.Function, v ssa.Value) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		u, ok := c.Common().Value.(*ssa.UnOp)
		found = found || ok && u.X == v
	})
	return found
}

// fnDefers tells whether fn defers the literal lit.
func fnDefers(fn, lit *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && target(d.Call.Value) == lit {
				return true
			}
		}
	}
	return false
}

// onContext tells whether a goroutine gets a context that fn was called with: it ends
// with the caller.
func (e *eval) onContext(fn *ssa.Function, c *ssa.CallCommon, op ssa.Value) bool {
	vals := slices.Clone(c.Args)
	if mc, ok := op.(*ssa.MakeClosure); ok {
		vals = append(vals, mc.Bindings...)
	}
	for _, v := range vals {
		t := v.Type()
		if gotype.IsContext(t) && e.callersContext(v, 0) {
			return true
		}
		if p, ok := t.Underlying().(*types.Pointer); ok && gotype.IsContext(p.Elem()) {
			if a, ok := v.(*ssa.Alloc); ok {
				for _, ref := range *a.Referrers() {
					if st, ok := ref.(*ssa.Store); ok && e.callersContext(st.Val, 0) {
						return true
					}
				}
			} else {
				return true
			}
		}
		if gotype.Is(t, "net/http", "Request") {
			return true
		}
	}
	return false
}

// callersContext tells whether a context comes from the function's caller and ends with
// him.
func (e *eval) callersContext(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Param:
			return true
		case flow.Call:
			com := l.Value.(*ssa.Call).Common()
			fn, _ := ssacall.Target(com)
			if fn == nil || fn.Name() == "WithoutCancel" || fn.Name() == "Background" || fn.Name() == "TODO" {
				continue
			}
			for _, a := range ssacall.Args(com) {
				if gotype.Is(a.Type(), "net/http", "Request") || gotype.IsContext(a.Type()) && e.callersContext(a, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// madeHere tells whether a channel was made in fn, or in what fn stands in, with room: it
// belongs to one call.
func (e *eval) madeHere(fn *ssa.Function, ch ssa.Value) bool {
	for _, l := range e.x.Resolve(ch) {
		if mk, ok := l.Value.(*ssa.MakeChan); ok && flow.Named(mk.Parent()) == flow.Named(fn) {
			return true
		}
	}
	return false
}
