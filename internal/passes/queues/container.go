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
)

// An op is what an instruction does to a container.
type op uint8

const (
	fill    op = iota + 1 // adds an item
	head                  // takes the first
	tail                  // takes the last, or cuts
	reset                 // takes all
	remove                // takes one from within
	replace               // puts other content in its place
	unclear               // something that can't be followed
)

// A change is an instruction that changes a container.
type change struct {
	op op
	at ssa.Instruction
	fn *ssa.Function
}

// A container is a field or package variable that holds a slice, a list or the like.
type container struct {
	key     string
	name    string
	elem    types.Type // nil where the type does not tell
	slice   bool
	changes []change
	lens    []ssa.Value // its length, wherever it is asked
}

func (c *container) by(ops ...op) []change {
	var out []change
	for _, ch := range c.changes {
		if slices.Contains(ops, ch.op) {
			out = append(out, ch)
		}
	}
	return out
}

// collect reads all containers of the package, in the order of their first change.
func (e *eval) collect() []*container {
	byKey := map[string]*container{}
	var out []*container
	get := func(key, name string, elem types.Type, slice bool) *container {
		c := byKey[key]
		if c == nil {
			c = &container{key: key, name: name, elem: elem, slice: slice}
			byKey[key] = c
			out = append(out, c)
		}
		return c
	}
	for _, fn := range e.x.SSA.Funcs {
		e.steps(fn, builtin|listed, func(in ssa.Instruction, _ *flow.Site) {
			switch in := in.(type) {
			case *ssa.Store:
				e.storeChange(in, get)
			case *ssa.MapUpdate:
				e.mapChange(in, get)
			case ssa.CallInstruction:
				e.callChange(in, get)
			}
		})
	}
	return out
}

type getter func(key, name string, elem types.Type, slice bool) *container

// storeChange reads a store of a slice into a field or package variable.
func (e *eval) storeChange(st *ssa.Store, get getter) {
	sl, ok := st.Val.Type().Underlying().(*types.Slice)
	if m, isMap := st.Val.Type().Underlying().(*types.Map); isMap { // all queues at once
		sl, ok = m.Elem().Underlying().(*types.Slice)
	}
	if !ok || basicElem(sl.Elem()) {
		return
	}
	var name string
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		if fresh(addr) || localBase(addr.X) {
			return
		}
		name = fieldName(flow.FieldVar(addr), addr.X)
	case *ssa.Global:
		name = addr.Name()
	default:
		return
	}
	key := e.keyOf(st.Addr)
	c := get(key, name, sl.Elem(), true)
	c.changes = append(c.changes, change{(&reading{e: e, addr: st.Addr, key: key}).classify(st.Val), st, st.Parent()})
}

// localBase tells whether a struct is a variable of this very call.
func localBase(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return !flow.Spilled(v)
	case *ssa.FieldAddr:
		return localBase(v.X)
	}
	return false
}

func basicElem(t types.Type) bool {
	return basic(t) || gotype.IsError(t)
}

// mapChange reads a store of a slice into a map that is kept: a queue for each key.
func (e *eval) mapChange(up *ssa.MapUpdate, get getter) {
	sl, ok := up.Value.Type().Underlying().(*types.Slice)
	if !ok || basicElem(sl.Elem()) || !kept(up.Map) {
		return
	}
	u := up.Map.(*ssa.UnOp)
	if fa, ok := u.X.(*ssa.FieldAddr); ok && localBase(fa.X) {
		return
	}
	key := e.keyOf(u.X)
	c := get(key, e.nameOf(up.Map), sl.Elem(), true)
	c.changes = append(c.changes, change{(&reading{e: e, addr: u.X, key: key}).classify(up.Value), up, up.Parent()})
}

// callChange reads a method of a list or queue, push, pop or length.
func (e *eval) callChange(c ssa.CallInstruction, get getter) {
	com := c.Common()
	if b, ok := com.Value.(*ssa.Builtin); ok {
		if call, isCall := c.(*ssa.Call); isCall && len(com.Args) == 1 && (b.Name() == "len" || b.Name() == "cap") {
			e.lenOf(call, com.Args[0], get)
		}
		if b.Name() == "delete" && kept(com.Args[0]) {
			if m, ok := com.Args[0].Type().Underlying().(*types.Map); ok {
				if sl, ok := m.Elem().Underlying().(*types.Slice); ok && !basicElem(sl.Elem()) {
					cont := get(e.keyOf(com.Args[0].(*ssa.UnOp).X), e.nameOf(com.Args[0]), sl.Elem(), true)
					cont.changes = append(cont.changes, change{reset, c, c.Parent()})
				}
			}
		}
		return
	}
	recv, o := e.queueCall(com)
	if recv == nil || !e.lives(recv) {
		return
	}
	cont := get(e.keyOf(recv), e.nameOf(recv), nil, false)
	if o == 0 {
		if call, ok := c.(*ssa.Call); ok {
			cont.lens = append(cont.lens, call)
		}
		return
	}
	cont.changes = append(cont.changes, change{o, c, c.Parent()})
}

// lives tells whether a list is kept in a field or package variable of something that was
// not made in this call.
func (e *eval) lives(v ssa.Value) bool {
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Field, flow.FieldAddr:
			if localBase(l.Base) {
				return false
			}
		case flow.Global, flow.GlobalAddr:
		default:
			return false
		}
	}
	return true
}

// queueCall says what a call does to which list or queue: 0 asks for its length.
func (e *eval) queueCall(com *ssa.CallCommon) (recv ssa.Value, o op) {
	fn, static := ssacall.Target(com)
	if fn == nil || fn.Pkg() == nil {
		return nil, 0
	}
	switch full := e.fullName(fn); {
	case strings.HasPrefix(full, "(*container/list.List)."):
		switch fn.Name() {
		case "PushBack", "PushFront":
			return com.Args[0], fill
		case "Remove":
			return com.Args[0], head
		case "Init":
			return com.Args[0], reset
		case "Len":
			return com.Args[0], 0
		}
		return nil, 0
	case full == "container/heap.Push":
		return unwrap(com.Args[0]), fill
	case full == "container/heap.Pop", full == "container/heap.Remove":
		return unwrap(com.Args[0]), head
	}
	if fn.Name() == "Len" && fn.Pkg() == e.pass.Pkg && !com.IsInvoke() {
		return ssacall.Receiver(com), 0 // of a heap's own type
	}
	for _, en := range e.cat.Func(fn, static) {
		if en.Kind != catalogue.KindQueue || en.Capacity != "unbounded" {
			continue
		}
		name := catalogue.Name(fn)
		recv := ssacall.Receiver(com)
		switch {
		case recv == nil || len(en.Names.Type) == 0 || strings.HasSuffix(en.Names.Type[0], "Channel"):
			return nil, 0
		case named(en.Names.Push, name):
			return recv, fill
		case named(en.Names.Pop, name):
			return recv, head
		case named(en.Names.Len, name):
			return recv, 0
		}
	}
	return nil, 0
}

// named tells whether a list of symbols has a function, whose name comes without type
// parameters.
func named(list []string, name string) bool {
	for _, s := range list {
		if i, j := strings.IndexByte(s, '['), strings.IndexByte(s, ']'); i >= 0 && j > i {
			s = s[:i] + s[j+1:]
		}
		if s == name {
			return true
		}
	}
	return false
}

// unwrap takes the interface off a value, and the read of a field off that.
func unwrap(v ssa.Value) ssa.Value {
	if mk, ok := v.(*ssa.MakeInterface); ok {
		return mk.X
	}
	return v
}

// lenOf notes a length of a container.
func (e *eval) lenOf(call *ssa.Call, arg ssa.Value, get getter) {
	if call.Referrers() == nil {
		return
	}
	for _, addr := range contents(arg, map[ssa.Value]bool{}) {
		fa, isField := addr.(*ssa.FieldAddr)
		if isField && localBase(fa.X) {
			continue
		}
		var elem types.Type
		if p, ok := addr.Type().Underlying().(*types.Pointer); ok {
			switch t := p.Elem().Underlying().(type) {
			case *types.Slice:
				elem = t.Elem()
			case *types.Map:
				if sl, ok := t.Elem().Underlying().(*types.Slice); ok {
					elem = sl.Elem()
				}
			}
		}
		if elem == nil {
			continue
		}
		c := get(e.keyOf(addr), e.nameOf(addr), elem, true)
		c.lens = append(c.lens, call)
	}
}
