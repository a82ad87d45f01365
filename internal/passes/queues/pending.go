package queues

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// pendings finds the maps of calls in flight from which a call that times out is never
// removed.
func (e *eval) pendings() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		e.steps(fn, stored, func(in ssa.Instruction, _ *flow.Site) {
			if s := e.pending(fn, in); s != nil {
				out = append(out, s)
			}
		})
	}
	return out
}

// pending judges one entry into a map: the function that makes it, or one that it hands
// the call to, waits for the answer.
func (e *eval) pending(fn *ssa.Function, in ssa.Instruction) *Site {
	m, val := entered(in)
	if m == nil || !inFlight(unwrap(val).Type()) || !e.lives(m) {
		return nil
	}
	key := e.keyOf(m)
	what := e.leftBehind(fn, in, val, key)
	for _, c := range e.x.Callers(fn) {
		if call, ok := c.(*ssa.Call); ok && what == "" {
			if v := resultOf(call, unwrap(val).Type()); v != nil {
				what = e.leftBehind(call.Parent(), call, v, key)
			}
		}
	}
	if what == "" || e.swept(key) || !e.leaves(key) {
		return nil
	}
	return &Site{
		Kind: Pending, Fn: fn, Pos: in.Pos(), What: e.nameOf(m), By: what,
		Path: []trace.Step{e.step(trace.Store, in.Pos(), fn, "enters a call into "+e.nameOf(m))},
	}
}

// leftBehind says which call stays in the map when fn, after in, waits in vain for what
// is val; it is empty where none does.
func (e *eval) leftBehind(fn *ssa.Function, in ssa.Instruction, val ssa.Value, key string) string {
	what := ""
	for _, b := range fn.Blocks {
		for _, x := range b.Instrs {
			sel, ok := x.(*ssa.Select)
			if !ok || !e.reaches(in, sel, nil) || !e.waitsOn(sel, val) {
				continue
			}
			for i, st := range sel.States {
				if st.Dir != types.RecvOnly || !timer(st.Chan) && !doneOfContext(st.Chan) {
					continue
				}
				if br := branch(sel, i); br == nil || e.removed(fn, br, key) {
					continue
				}
				what = "a call that times out"
				if doneOfContext(st.Chan) {
					what = "a call that is given up"
				}
			}
		}
	}
	return what
}

// resultOf returns the result of a call that is of a type, or nil.
func resultOf(c *ssa.Call, t types.Type) ssa.Value {
	if types.Identical(c.Type(), t) {
		return c
	}
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && types.Identical(x.Type(), t) {
			return x
		}
	}
	return nil
}

// inFlight tells whether a value can stand for a call: it is, or holds, a channel.
func inFlight(t types.Type) bool {
	if waiter(t) {
		return true
	}
	st := structOf(t)
	for i := 0; st != nil && i < st.NumFields(); i++ {
		if waiter(st.Field(i).Type()) {
			return true
		}
	}
	return false
}

// entered returns the map and the value of an entry into a map or sync.Map.
func entered(in ssa.Instruction) (m, val ssa.Value) {
	switch in := in.(type) {
	case *ssa.MapUpdate:
		return in.Map, in.Value
	case *ssa.Call:
		if fn, _ := ssacall.Target(in.Common()); fn != nil && gotype.IsFunc(fn, "(*sync.Map).Store") {
			return in.Call.Args[0], in.Call.Args[2]
		}
	}
	return nil, nil
}

// waitsOn tells whether a select waits for the channel that was entered, or for one that
// is held by what was entered.
func (e *eval) waitsOn(sel *ssa.Select, val ssa.Value) bool {
	key := e.keyOf(unwrap(val))
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly || timer(st.Chan) || doneOfContext(st.Chan) {
			continue
		}
		if e.keyOf(st.Chan) == key {
			return true
		}
		for _, l := range e.x.Resolve(st.Chan) {
			if l.Kind == flow.Field && l.Base != nil && e.keyOf(l.Base) == key {
				return true
			}
			if mk, ok := l.Value.(*ssa.MakeChan); ok && e.storedIn(mk, unwrap(val)) {
				return true
			}
		}
	}
	return false
}

// storedIn tells whether the channel is put into a field of what is entered.
func (e *eval) storedIn(mk *ssa.MakeChan, val ssa.Value) bool {
	for _, l := range e.x.Resolve(val) {
		a, ok := l.Value.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, ref := range *a.Referrers() {
			fa, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, r := range *fa.Referrers() {
				if st, ok := r.(*ssa.Store); ok && e.keyOf(st.Val) == e.keyOf(mk) {
					return true
				}
			}
		}
	}
	return false
}

// timer tells whether a channel is a timer's.
func timer(ch ssa.Value) bool { return gotype.Name(elem(ch)) == "time.Time" }

// removed tells whether a way from br to the end of fn takes the entry out of the map, or
// a deferred call does.
func (e *eval) removed(fn *ssa.Function, br *ssa.BasicBlock, key string) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && e.removes(d, key, map[*ssa.Function]bool{}) {
				return true
			}
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	var found func(b *ssa.BasicBlock) bool
	found = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && e.removes(c, key, map[*ssa.Function]bool{}) {
				return true
			}
		}
		for _, s := range b.Succs {
			if found(s) {
				return true
			}
		}
		return false
	}
	return found(br)
}

// removes tells whether a call takes entries out of the map with a key, itself or in what
// it calls.
func (e *eval) removes(c ssa.CallInstruction, key string, seen map[*ssa.Function]bool) bool {
	if e.deletes(c) == key {
		return true
	}
	com := c.Common()
	if _, ok := com.Value.(*ssa.Builtin); ok {
		return false
	}
	for _, fn := range e.targets(com.Value) {
		if e.removesIn(fn, key, seen) {
			return true
		}
	}
	for _, a := range com.Args {
		if fn := target(a); fn != nil && e.removesIn(fn, key, seen) {
			return true
		}
	}
	return false
}

// deletes returns the key of the map that a call itself takes entries out of, or "".
func (e *eval) deletes(c ssa.CallInstruction) string {
	com := c.Common()
	if b, ok := com.Value.(*ssa.Builtin); ok {
		if b.Name() == "delete" || b.Name() == "clear" {
			return e.keyOf(com.Args[0])
		}
		return ""
	}
	switch e.full(com) {
	case "(*sync.Map).Delete", "(*sync.Map).LoadAndDelete", "(*sync.Map).Clear", "(*sync.Map).CompareAndDelete":
		return e.keyOf(com.Args[0])
	}
	return ""
}

// removesIn tells whether fn does, or anything that it calls.
func (e *eval) removesIn(fn *ssa.Function, key string, seen map[*ssa.Function]bool) bool {
	if !e.own(fn) || seen[fn] {
		return false
	}
	seen[fn] = true
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		if c, ok := in.(ssa.CallInstruction); ok && !found {
			found = e.removes(c, key, seen)
		}
	})
	return found
}

// leaves tells whether anything takes entries out of the map, so that it is one of calls
// in flight.
func (e *eval) leaves(key string) bool {
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok && e.deletes(c) == key {
					return true
				}
			}
		}
	}
	return false
}

// swept tells whether some function goes through the whole map and takes out what is old,
// or all of it.
func (e *eval) swept(key string) bool {
	for _, fn := range e.x.SSA.Funcs {
		ranges, deletes := false, false
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Range:
					ranges = ranges || e.keyOf(in.X) == key
				case ssa.CallInstruction:
					ranges = ranges || e.full(in.Common()) == "(*sync.Map).Range" && e.keyOf(in.Common().Args[0]) == key
					deletes = deletes || e.deletes(in) == key
				}
			}
		}
		if ranges && deletes && e.readsClock(fn) {
			return true
		}
	}
	return false
}
