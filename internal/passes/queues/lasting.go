package queues

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

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
				if f, _ := ssacall.Target(c.Common()); f != nil && (gotype.IsFunc(f, "io.Copy") || gotype.IsFunc(f, "io.CopyBuffer")) {
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

// ending tells whether fn is by its name what ends a component, or a literal that calls
// what is: it runs once.
func ending(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					if callee := target(c.Common().Value); callee != nil && callee.Parent() == nil && callee.Pkg == fn.Pkg && ending(callee) {
						return true
					}
				}
			}
		}
	}
	switch strings.ToLower(fn.Name()) {
	case "stop", "close", "shutdown", "quit", "exit", "terminate":
		return true
	}
	return false
}

// inFlightSet tells whether the region notes in a map what is under way, and the
// goroutine takes it out again.
func (e *eval) inFlightSet(r region, in ssa.Instruction, fn *ssa.Function) bool {
	taken := map[string]bool{}
	eachInstr(fn, func(x ssa.Instruction) {
		if c, ok := x.(ssa.CallInstruction); ok {
			if key := e.deletes(c); key != "" {
				taken[key] = true
			}
		}
	})
	if len(taken) == 0 {
		return false // most goroutines: the region may be long
	}
	noted := map[string]bool{}
	for _, b := range r.fn.Blocks {
		for _, x := range b.Instrs {
			switch x := x.(type) {
			case *ssa.MapUpdate:
				if e.reaches(x, in, r.loop) {
					noted[e.keyOf(x.Map)] = true
				}
			case *ssa.Call:
				if e.full(x.Common()) == "(*sync.Map).Store" && e.reaches(x, in, r.loop) {
					noted[e.keyOf(x.Call.Args[0])] = true
				}
			}
		}
	}
	for key := range taken { // order does not matter for a yes or no
		if noted[key] {
			return true
		}
	}
	return false
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
