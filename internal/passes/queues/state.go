package queues

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// stateful tells whether a condition reads a state that the region changes.
func (e *eval) stateful(r region, v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return e.stateCell(r, v.X)
		}
		return v.Op == token.NOT && e.stateful(r, v.X, depth+1)
	case *ssa.BinOp:
		if gotype.IsError(v.X.Type()) {
			return e.asks(v.X)
		}
		return e.stateful(r, v.X, depth+1) || e.stateful(r, v.Y, depth+1)
	case *ssa.Phi:
		return e.statePhi(r, v, depth)
	case *ssa.Convert:
		return e.stateful(r, v.X, depth+1)
	case *ssa.Lookup:
		return e.mapChanged(r, v.X)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Lookup:
			return e.mapChanged(r, t.X)
		case *ssa.Call:
			return e.stateCall(r, t)
		}
	case *ssa.Call:
		return e.stateCall(r, v)
	}
	return false
}

// asks tells whether an error is the answer of a function that asks another goroutine
// for leave: it waits for an error on a channel.
func (e *eval) asks(err ssa.Value) bool {
	if x, ok := err.(*ssa.Extract); ok {
		err = x.Tuple
	}
	c, ok := err.(*ssa.Call)
	if !ok {
		return false
	}
	fn := target(c.Call.Value)
	if !e.own(fn) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, ch := range received(in) {
				if gotype.IsError(elem(ch)) {
					return true
				}
			}
		}
	}
	return false
}

// statePhi tells whether a phi is a variable that passes of the loop hand on.
func (e *eval) statePhi(r region, v *ssa.Phi, depth int) bool {
	if gotype.IsError(v.Type()) {
		return false
	}
	if r.loop != nil && r.loop.blocks[v.Block()] && v.Block() == r.loop.head {
		return true
	}
	if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
		return false
	}
	for _, edge := range v.Edges {
		if e.stateful(r, edge, depth+1) {
			return true
		}
	}
	return false
}

// stateCell tells whether the field or variable at addr is one that the function, or what
// it calls by name, writes, and that belongs to no message.
func (e *eval) stateCell(r region, addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		f := flow.FieldVar(addr)
		if gotype.IsError(f.Type()) || ownedByCall(addr.X) {
			return false
		}
		for _, st := range e.x.FieldStores(f) {
			if e.near(r, st.Parent()) && !fresh(st.Addr) {
				return true
			}
		}
	case *ssa.Global:
		for _, st := range e.x.GlobalStores(addr) {
			if e.near(r, st.Parent()) {
				return true
			}
		}
	case *ssa.Alloc, *ssa.FreeVar:
		if gotype.IsError(addr.Type().Underlying().(*types.Pointer).Elem()) || e.x.Uses(addr) == nil {
			return false
		}
		return r.loop != nil && declaredOutside(addr, r.loop)
	}
	return false
}

// declaredOutside tells whether a variable lives longer than a pass of the loop.
func declaredOutside(v ssa.Value, l *loop) bool {
	a, ok := v.(*ssa.Alloc)
	return !ok || !l.blocks[a.Block()]
}

// ownedByCall tells whether a value was made in this very call: a message, a literal.
func ownedByCall(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Extract, *ssa.Call, *ssa.TypeAssert:
		return true
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return true
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			return !flow.Spilled(a)
		}
	case *ssa.FieldAddr:
		return ownedByCall(v.X)
	}
	return false
}

// fresh tells whether a store fills a literal that is being made.
func fresh(addr ssa.Value) bool {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	a, ok := fa.X.(*ssa.Alloc)
	return ok && !flow.Spilled(a)
}

// near tells whether fn is the region's function, a literal with it, or one that it
// calls by name.
func (e *eval) near(r region, fn *ssa.Function) bool {
	root := flow.Named(r.fn)
	if flow.Named(fn) == root {
		return true
	}
	for _, c := range e.x.Callers(flow.Named(fn)) {
		if flow.Named(c.Parent()) == root {
			return true
		}
	}
	return false
}

// mapChanged tells whether the function writes to the map m, of which it asks whether a
// key is in it.
func (e *eval) mapChanged(r region, m ssa.Value) bool {
	if _, ok := m.Type().Underlying().(*types.Map); !ok {
		return false
	}
	if e.maps == nil {
		e.maps = map[string][]*ssa.Function{}
		for _, fn := range e.x.SSA.Funcs {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if up, ok := in.(*ssa.MapUpdate); ok {
						e.maps[e.keyOf(up.Map)] = append(e.maps[e.keyOf(up.Map)], fn)
					}
				}
			}
		}
	}
	for _, fn := range e.maps[e.keyOf(m)] {
		if r.keep || e.near(r, fn) {
			return true
		}
	}
	return false
}

// stateCall tells whether a call of a condition looks at, and changes, a state.
func (e *eval) stateCall(r region, c *ssa.Call) bool {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "len" || b.Name() == "cap") && len(c.Call.Args) == 1 && !ownedByCall(c.Call.Args[0]) && kept(c.Call.Args[0])
	}
	fn, recv := ssacall.Target(c.Common())
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch path := fn.Pkg().Path(); path {
	case "sync/atomic":
		return fn.Name() != "Load" && !strings.HasPrefix(fn.Name(), "LoadP") || e.addsNear(r)
	case "sync":
		return strings.Contains(fn.Name(), "Or") || strings.HasPrefix(fn.Name(), "Try") || strings.HasPrefix(fn.Name(), "Swap") || strings.HasPrefix(fn.Name(), "Compare")
	}
	callee := c.Call.StaticCallee()
	if callee == nil || !e.own(flow.Origin(callee)) {
		return e.admits(fn, recv)
	}
	return e.takesSlot(flow.Origin(callee)) || e.flips(flow.Origin(callee))
}

// kept tells whether a value is read from a field or package variable.
func kept(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return false
	}
	switch u.X.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
		return true
	}
	return false
}

// addsNear tells whether the function changes an atomic counter.
func (e *eval) addsNear(r region) bool {
	found := false
	eachInstr(flow.Named(r.fn), func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		fn, _ := ssacall.Target(c.Common())
		if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && !strings.HasPrefix(fn.Name(), "Load") {
			found = true
		}
	})
	return found
}

// flips tells whether fn says yes or no and changes a field or a map on the way: it
// admits.
func (e *eval) flips(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if res.Len() == 0 {
		return false
	}
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Store:
			if fa, ok := in.Addr.(*ssa.FieldAddr); ok && !fresh(fa) && !ownedByCall(fa.X) {
				found = true
			}
		case *ssa.MapUpdate:
			found = true
		case *ssa.Call:
			if f, _ := ssacall.Target(in.Common()); f != nil && f.Pkg() != nil && f.Pkg().Path() == "sync/atomic" && !strings.HasPrefix(f.Name(), "Load") {
				found = true
			}
		}
	})
	return found
}
