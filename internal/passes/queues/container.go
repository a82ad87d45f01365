package queues

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
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
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					e.storeChange(in, get)
				case *ssa.MapUpdate:
					e.mapChange(in, get)
				case ssa.CallInstruction:
					e.callChange(in, get)
				}
			}
		}
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
	return basic(t) || isError(t)
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

// A reading follows a value back to the container at addr, each value once.
type reading struct {
	e     *eval
	addr  ssa.Value
	key   string
	seen  map[ssa.Value]bool // by classify
	known map[ssa.Value]bool // by from: what it found, and false while it looks
}

// classify says what the value v does to the container that it is stored in.
func (r *reading) classify(v ssa.Value) op {
	if r.seen[v] {
		return reset
	}
	if r.seen == nil {
		r.seen = map[ssa.Value]bool{}
	}
	r.seen[v] = true
	switch v := v.(type) {
	case *ssa.ChangeType:
		return r.classify(v.X)
	case *ssa.Call:
		return r.classifyCall(v)
	case *ssa.Slice:
		if !r.from(v.X) {
			return reset
		}
		return sliced(v)
	case *ssa.Phi:
		best := reset
		for _, edge := range v.Edges {
			if o := r.classify(edge); o != reset {
				best = o
			}
		}
		return best
	case *ssa.UnOp:
		if r.from(v) {
			return unclear
		}
		switch v.X.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			return reset // two slices change places
		}
		return replace
	case *ssa.Extract, *ssa.Parameter, *ssa.Lookup, *ssa.Field:
		return replace
	}
	return reset
}

func sliced(v *ssa.Slice) op {
	if v.Low != nil {
		if n, ok := constInt(v.Low); !ok || n > 0 {
			return head
		}
	}
	if v.High != nil {
		if n, ok := constInt(v.High); ok && n == 0 {
			return reset
		}
	}
	return tail
}

func (r *reading) classifyCall(c *ssa.Call) op {
	as := c.Call.Args
	if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
		first, second := r.from(as[0]), len(as) > 1 && r.from(as[1])
		cut, isSlice := as[0].(*ssa.Slice)
		switch {
		case first && second:
			return remove
		case first && isSlice:
			return sliced(cut)
		case first || second:
			return fill
		}
		return replace
	}
	for _, a := range as {
		if !r.from(a) {
			continue
		}
		if fn, _ := ssacall.Target(c.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "slices" {
			switch {
			case fn.Name() == "Insert":
				return fill
			case strings.HasPrefix(fn.Name(), "Delete"):
				return remove
			}
		}
		return unclear
	}
	return replace
}

// from tells whether v is the content of the container, or a part of it.
func (r *reading) from(v ssa.Value) bool {
	if found, ok := r.known[v]; ok {
		return found
	}
	if r.known == nil {
		r.known = map[ssa.Value]bool{}
	}
	r.known[v] = false
	found := r.look(v)
	r.known[v] = found
	return found
}

func (r *reading) look(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL && r.loaded(v.X)
	case *ssa.Slice:
		return r.from(v.X)
	case *ssa.ChangeType:
		return r.from(v.X)
	case *ssa.Extract:
		return r.from(v.Tuple)
	case *ssa.Lookup:
		return kept(v.X) && r.e.keyOf(v.X.(*ssa.UnOp).X) == r.key
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if r.from(edge) {
				return true
			}
		}
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && r.from(v.Call.Args[0])
	}
	return false
}

// loaded tells whether what is read at addr is the container's content.
func (r *reading) loaded(addr ssa.Value) bool {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		return r.e.keyOf(x) == r.key && sameBase(x, r.addr)
	case *ssa.Global:
		return r.e.keyOf(x) == r.key
	case *ssa.Alloc:
		for _, ref := range *x.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == x && r.from(st.Val) {
				return true
			}
		}
	}
	return false
}

// sameBase tells whether two fields may be of the same struct: not where one is copied
// from another's.
func sameBase(a *ssa.FieldAddr, addr ssa.Value) bool {
	b, ok := addr.(*ssa.FieldAddr)
	if !ok || a.X == b.X {
		return true
	}
	x, okX := a.X.(*ssa.Parameter)
	y, okY := b.X.(*ssa.Parameter)
	return !okX || !okY || x == y
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
	switch full := fn.FullName(); {
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

// contents lists the fields and variables that a slice can be read from.
func contents(v ssa.Value, seen map[ssa.Value]bool) []ssa.Value {
	if seen[v] {
		return nil
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			if v.Op == token.MUL {
				return []ssa.Value{v.X}
			}
		}
	case *ssa.Slice:
		return contents(v.X, seen)
	case *ssa.ChangeType:
		return contents(v.X, seen)
	case *ssa.Lookup:
		return contents(v.X, seen)
	case *ssa.Extract:
		return contents(v.Tuple, seen)
	case *ssa.Phi:
		var out []ssa.Value
		for _, edge := range v.Edges {
			out = append(out, contents(edge, seen)...)
		}
		return out
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return contents(v.Call.Args[0], seen)
		}
	}
	return nil
}
