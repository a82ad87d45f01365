package queues

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// containers finds the slices and lists that one party fills and another empties, with
// nothing that bounds them.
func (e *eval) containers() []*Site {
	var out []*Site
	told := map[*ssa.BasicBlock]bool{}
	for _, c := range e.collect() {
		s, at := e.queue(c)
		if s == nil || told[at.Block()] {
			continue // a slice that runs beside another one
		}
		told[at.Block()] = true
		out = append(out, s)
	}
	return out
}

// queue returns the site of a container that grows, with what adds to it, or nil.
func (e *eval) queue(c *container) (*Site, ssa.Instruction) {
	fills, drains := c.by(fill), e.deliveries(c)
	if len(c.by(remove)) > 0 && len(c.by(head, tail)) == 0 {
		return nil, nil // who is in it leaves by name: a list of members
	}
	if len(fills) == 0 || len(drains) == 0 || c.elem != nil && waiter(c.elem) || e.bounded(c) || e.localOnly(fills) {
		return nil, nil
	}
	for _, f := range fills {
		if deadlines.TestHelper(f.fn) || deadlines.StartUp(f.fn) || strings.Contains(flow.Named(f.fn).Name(), "ForTest") {
			continue
		}
		by := e.external(f.fn, map[*ssa.Function]bool{})
		if by == "" || e.admitted(c, f, 0) || e.cutAfter(c, f) || e.searched(c, f) || e.counted(f) || e.callerWaits(c, f) {
			continue
		}
		for _, d := range drains {
			if !e.otherParty(f, d) {
				continue
			}
			return &Site{
				Kind: Slice, Fn: f.fn, Pos: f.at.Pos(), What: c.name, By: by, To: fnName(d.fn), More: len(fills) - 1,
				Path: []trace.Step{
					e.step(trace.Store, f.at.Pos(), f.fn, "adds to "+c.name),
					e.step(trace.Use, d.at.Pos(), d.fn, "takes from "+c.name),
				},
			}, f.at
		}
	}
	return nil, nil
}

// localOnly tells whether the type that the fills are methods of is only ever made for the
// variables of a call: a worklist that dies with it.
func (e *eval) localOnly(fills []change) bool {
	recv := flow.Named(fills[0].fn).Signature.Recv()
	if recv == nil {
		return false
	}
	named, ok := gotype.Deref(recv.Type()).(*types.Named)
	if !ok || named.Obj().Exported() {
		return false
	}
	made := false
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				v, ok := in.(ssa.Value)
				if !ok {
					continue
				}
				switch v.(type) {
				case *ssa.Alloc, *ssa.Call:
				default:
					continue
				}
				if n, ok := gotype.Deref(v.Type()).(*types.Named); !ok || n.Origin() != named.Origin() {
					continue
				}
				local, returned := e.staysLocal(v)
				if !local {
					return false
				}
				made = made || !returned
			}
		}
	}
	return made
}

// staysLocal tells whether a value is kept nowhere, and whether its function returns it.
func (e *eval) staysLocal(v ssa.Value) (local, returned bool) {
	for _, a := range e.x.Aliases(v) {
		for _, ref := range e.x.Uses(a) {
			switch ref := ref.(type) {
			case *ssa.Store:
				if _, cell := ref.Addr.(*ssa.Alloc); !cell && ref.Val == a {
					return false, false
				}
			case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.MakeInterface:
				return false, false
			case *ssa.Return:
				returned = true
			}
		}
	}
	return true, returned
}

// waiter tells whether items are of those who wait themselves: a channel, a condition.
func waiter(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// callerWaits tells whether the function of a fill then waits on a channel of the item
// that it added: whoever adds one waits for it, so that there are no more than callers.
func (e *eval) callerWaits(c *container, f change) bool {
	if c.elem == nil {
		return false
	}
	st := structOf(c.elem)
	found := false
	for _, b := range f.fn.Blocks {
		for _, in := range b.Instrs {
			for _, ch := range received(in) {
				u, ok := ch.(*ssa.UnOp)
				if !ok || st == nil {
					continue
				}
				if fa, ok := u.X.(*ssa.FieldAddr); ok && structOf(fa.X.Type()) == st && e.reaches(f.at, in, nil) {
					found = true
				}
			}
		}
	}
	return found
}

// deliveries lists the changes by which items are taken out to be worked on: not when the
// container's owner ends, not one by one by name, and from the end only where all are.
func (e *eval) deliveries(c *container) []change {
	var out []change
	for _, d := range c.by(head, tail, reset) {
		if ends(d.fn) || deadlines.TestHelper(d.fn) {
			continue
		}
		if d.op == tail && e.inner(d.at.Block()) == nil {
			continue
		}
		if d.op == reset && c.slice && !e.reads(c, d.fn) {
			continue
		}
		out = append(out, d)
	}
	return out
}

// ends tells whether fn is by its name what ends or clears a component.
func ends(fn *ssa.Function) bool {
	name := strings.ToLower(flow.Named(fn).Name())
	for _, p := range []string{"close", "stop", "shutdown", "reset", "clear", "new", "init", "destroy", "teardown", "unregister", "cancel", "release", "set", "load", "unmarshal", "decode"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// reads tells whether fn does more with the container's content than ask its length.
func (e *eval) reads(c *container, fn *ssa.Function) bool {
	found := false
	eachInstr(flow.Named(fn), func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.UnOp:
			if e.addrKeyOrNone(in.X) != c.key {
				return
			}
			for _, ref := range *in.Referrers() {
				if call, ok := ref.(*ssa.Call); ok {
					if b, ok := call.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
						continue
					}
				}
				if sl, ok := ref.(*ssa.Slice); ok && sliced(sl) == reset {
					continue
				}
				found = true
			}
		}
	})
	return found
}

// external says what makes fn run at a rate that others set: who calls it, in a reader's
// words. It is empty where only the program's start, or nothing known, does.
func (e *eval) external(fn *ssa.Function, seen map[*ssa.Function]bool) string {
	if seen[fn] || len(seen) > 40 {
		return ""
	}
	seen[fn] = true
	if fn.Parent() != nil {
		if e.background(fn) || e.inLoop(fn) != "" {
			return e.inLoop(fn)
		}
		if by := e.external(fn.Parent(), seen); by != "" {
			return by
		}
		return "whoever runs a callback of " + fnName(fn)
	}
	if by := e.inLoop(fn); by != "" {
		return by
	}
	if deadlines.Handler(fn) {
		return "each request of " + fnName(fn)
	}
	if once(fn) || ends(fn) || deadlines.StartUp(fn) {
		return ""
	}
	obj, ok := fn.Object().(*types.Func)
	if ok && obj.Exported() && fn.Pkg.Pkg.Name() != "main" {
		return "the callers of " + fnName(fn)
	}
	callers := e.callers(fn)
	if len(callers) == 0 && fn.Signature.Recv() != nil {
		return "the callers of " + fnName(fn)
	}
	for _, c := range callers {
		if by := e.messageLoop(c); by != "" {
			return by
		}
		if by := e.external(c.Parent(), seen); by != "" {
			return by
		}
	}
	return ""
}

// inLoop says which messages fn takes in, where it does.
func (e *eval) inLoop(fn *ssa.Function) string {
	for _, s := range e.sources(fn) {
		return "each message of " + s.name
	}
	return ""
}

// messageLoop says which messages make a call run, where it stands in a loop of them.
func (e *eval) messageLoop(c ssa.CallInstruction) string {
	for _, s := range e.sources(c.Parent()) {
		if s.loop.blocks[c.Block()] && e.before(s.at, c) {
			return "each message of " + s.name
		}
	}
	return ""
}

// otherParty tells whether who empties a container is somebody else than who fills it:
// both hold a lock for it, or one of them runs in a goroutine that the other does not.
func (e *eval) otherParty(f, d change) bool {
	if flow.Named(f.fn) == flow.Named(d.fn) {
		return false
	}
	if e.locks(f.fn, 0) && e.locks(d.fn, 0) {
		return true
	}
	fr, dr := e.roots(f.fn, flow.Named(d.fn)), e.roots(d.fn, nil)
	for _, r := range dr {
		if !slices.Contains(fr, r) && len(fr) > 0 {
			return true
		}
	}
	return false
}

// locks tells whether fn, or all that calls it, takes a lock.
func (e *eval) locks(fn *ssa.Function, depth int) bool {
	found := false
	eachInstr(flow.Named(fn), func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		f, _ := ssacall.Target(c.Common())
		if f != nil && (f.Name() == "Lock" || f.Name() == "RLock" || f.Name() == "TryLock") && f.Signature().Params().Len() == 0 {
			found = true
		}
	})
	if found || depth >= 3 {
		return found
	}
	callers := e.callers(flow.Named(fn))
	for _, c := range callers {
		if flow.Named(c.Parent()) == flow.Named(fn) || !e.locks(c.Parent(), depth+1) {
			return false
		}
	}
	return len(callers) > 0
}

// roots names the goroutines that run fn: the functions that a go statement starts, and
// "" for the goroutines of others. What but calls fn is not followed.
func (e *eval) roots(fn, but *ssa.Function) []string {
	seen := map[*ssa.Function]bool{but: true}
	var out []string
	var walk func(fn *ssa.Function)
	walk = func(fn *ssa.Function) {
		if seen[fn] || len(seen) > 60 {
			return
		}
		seen[fn] = true
		if fn.Parent() != nil {
			if e.background(fn) {
				out = append(out, fn.String())
				return
			}
			walk(fn.Parent())
			return
		}
		callers := e.callers(fn)
		if e.open(fn) || len(callers) == 0 {
			out = append(out, "")
		}
		for _, c := range callers {
			if _, isGo := c.(*ssa.Go); isGo {
				out = append(out, fn.String())
				continue
			}
			walk(c.Parent())
		}
	}
	walk(fn)
	return out
}
