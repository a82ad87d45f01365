package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// LeafKind says what a value comes from.
type LeafKind uint8

// The kinds of a leaf.
const (
	Other      LeafKind = iota // something this package does not follow
	Param                      // Value is the *ssa.Parameter
	Call                       // Value is the *ssa.Call, Result the index of the result
	Global                     // Value is the *ssa.Global whose content is read
	GlobalAddr                 // Value is the *ssa.Global whose address is taken
	Field                      // a struct field is read: Var of the value Base
	FieldAddr                  // a struct field's address is taken: Var of the value Base
	Alloc                      // Value is the *ssa.Alloc: the address of a new variable or literal
	Const                      // Value is the *ssa.Const, or nil for a variable never written
	Func                       // Value is the *ssa.Function or *ssa.MakeClosure
)

// A Leaf is one place that a value can come from.
type Leaf struct {
	Kind   LeafKind
	Value  ssa.Value
	Result int
	Var    *types.Var
	Base   ssa.Value
	Fn     *ssa.Function // the function in which the leaf stands; nil for globals
}

// Pos returns the best position for the leaf, or token.NoPos.
func (l Leaf) Pos() token.Pos {
	if l.Value != nil {
		return l.Value.Pos()
	}
	return token.NoPos
}

// maxLeaves bounds the answer for one value; a value of more origins is Other.
const maxLeaves = 24

// Resolve returns what v can come from, without doubles, in the order of the walk. The slice
// is shared: do not change it.
func (x *Index) Resolve(v ssa.Value) []Leaf {
	if !readsVariable(v) {
		return x.resolve(v)
	}
	x.mu.Lock()
	leaves, ok := x.loads[v]
	x.mu.Unlock()
	if !ok {
		leaves = x.resolve(v)
		x.mu.Lock()
		x.loads[v] = leaves
		x.mu.Unlock()
	}
	return leaves
}

// readsVariable tells whether v is read from a variable whose stores have to be searched for.
// All passes ask for what is read there, and the others are found sooner than remembered.
func readsVariable(v ssa.Value) bool {
	ld, ok := v.(*ssa.UnOp)
	if !ok || ld.Op != token.MUL {
		return false
	}
	switch ld.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

func (x *Index) resolve(v ssa.Value) []Leaf {
	r := &resolver{x: x}
	r.value(v)
	if len(r.leaves) > maxLeaves {
		return []Leaf{{Kind: Other, Value: v, Fn: v.Parent()}}
	}
	return r.leaves
}

type resolver struct {
	x      *Index
	seen   valueSet
	leaves []Leaf
}

// A valueSet is a set of values that is mostly small: nearly all values have one origin, a
// step or two away.
type valueSet struct {
	few  [4]ssa.Value
	n    int
	many map[ssa.Value]bool
}

// add adds v and tells whether it is new.
func (s *valueSet) add(v ssa.Value) bool {
	if slices.Contains(s.few[:min(s.n, len(s.few))], v) || s.many[v] {
		return false
	}
	if s.n < len(s.few) {
		s.few[s.n] = v
	} else {
		if s.many == nil {
			s.many = map[ssa.Value]bool{}
		}
		s.many[v] = true
	}
	s.n++
	return true
}

func (r *resolver) leaf(kind LeafKind, v ssa.Value) {
	r.leaves = append(r.leaves, Leaf{Kind: kind, Value: v, Fn: v.Parent()})
}

func (r *resolver) value(v ssa.Value) {
	if len(r.leaves) > maxLeaves || !r.seen.add(v) {
		return
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		r.leaf(Param, v)
	case *ssa.Const:
		r.leaf(Const, v)
	case *ssa.Function, *ssa.MakeClosure:
		r.leaf(Func, v)
	case *ssa.Alloc:
		r.leaf(Alloc, v)
	case *ssa.Call:
		r.leaf(Call, v)
	case *ssa.Extract:
		r.extract(v)
	case *ssa.Phi:
		for _, e := range v.Edges {
			r.value(e)
		}
	case *ssa.ChangeInterface:
		r.value(v.X)
	case *ssa.ChangeType:
		r.value(v.X)
	case *ssa.MakeInterface:
		r.value(v.X)
	case *ssa.TypeAssert:
		r.value(v.X)
	case *ssa.Convert:
		r.value(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			r.load(v)
			return
		}
		r.leaf(Other, v)
	case *ssa.Global:
		r.leaf(GlobalAddr, v)
	case *ssa.FieldAddr:
		r.leaves = append(r.leaves, Leaf{Kind: FieldAddr, Value: v, Var: FieldVar(v), Base: v.X, Fn: v.Parent()})
	case *ssa.Field:
		r.field(v)
	case *ssa.FreeVar:
		r.freeVar(v)
	default:
		r.leaf(Other, v)
	}
}

func (r *resolver) extract(v *ssa.Extract) {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		r.leaves = append(r.leaves, Leaf{Kind: Call, Value: t, Result: v.Index, Fn: t.Parent()})
	case *ssa.TypeAssert:
		if v.Index == 0 {
			r.value(t.X)
		} else {
			r.leaf(Other, v)
		}
	default:
		r.leaf(Other, v)
	}
}

// load resolves a read through a pointer.
func (r *resolver) load(v *ssa.UnOp) {
	switch addr := v.X.(type) {
	case *ssa.Global:
		r.leaf(Global, addr)
	case *ssa.Alloc:
		vals, ok := r.x.reaching(addr, v)
		if _, whole := v.Type().Underlying().(*types.Struct); whole && !ok {
			r.value(addr) // a struct whose fields are set one by one, and then copied
			return
		}
		r.cell(v, vals, ok)
	case *ssa.FreeVar:
		r.captured(v, addr)
	case *ssa.FieldAddr:
		f := FieldVar(addr)
		if vals := r.x.localField(addr.X, f, v); vals != nil {
			for _, val := range vals {
				r.value(val)
			}
			return
		}
		r.leaves = append(r.leaves, Leaf{Kind: Field, Value: v, Var: f, Base: addr.X, Fn: v.Parent()})
	default:
		r.deref(v)
	}
}

// deref resolves a read through a pointer that is itself a value: the copy of a
// struct, as in `w := *c`.
func (r *resolver) deref(v *ssa.UnOp) {
	if _, ok := v.Type().Underlying().(*types.Struct); ok {
		r.value(v.X) // the copy comes from where the original does
		return
	}
	r.leaf(Other, v)
}

func (r *resolver) cell(v *ssa.UnOp, vals []ssa.Value, ok bool) {
	if !ok {
		r.leaf(Other, v)
		return
	}
	if len(vals) == 0 {
		r.leaves = append(r.leaves, Leaf{Kind: Const, Fn: v.Parent()})
	}
	for _, val := range vals {
		r.value(val)
	}
}

// freeVar resolves a captured variable that is not written after capture: SSA still
// captures it by reference, so this is the address of its cell.
func (r *resolver) freeVar(fv *ssa.FreeVar) {
	for _, b := range r.x.bindings(fv) {
		r.value(b.val)
	}
}

type binding struct {
	val  ssa.Value
	made *ssa.MakeClosure
}

func (x *Index) bindings(fv *ssa.FreeVar) []binding {
	fn := fv.Parent()
	var out []binding
	for i, v := range fn.FreeVars {
		if v != fv {
			continue
		}
		for _, mc := range x.lits[fn] {
			out = append(out, binding{mc.Bindings[i], mc})
		}
	}
	return out
}

// captured resolves a read of a variable that the function literal captured.
func (r *resolver) captured(v *ssa.UnOp, fv *ssa.FreeVar) {
	if own := lastOwnStore(fv, v); own != nil {
		r.value(own)
		return
	}
	bs := r.x.bindings(fv)
	if len(bs) == 0 {
		r.leaf(Other, v)
	}
	for _, b := range bs {
		r.binding(v, b)
	}
}

func (r *resolver) binding(v *ssa.UnOp, b binding) {
	switch val := b.val.(type) {
	case *ssa.Alloc:
		vals, ok := r.x.captured(val, b.made)
		r.cell(v, vals, ok)
	case *ssa.FreeVar: // captured once more, further out
		for _, outer := range r.x.bindings(val) {
			r.binding(v, outer)
		}
	default:
		r.leaf(Other, v)
	}
}

// lastOwnStore returns what the literal itself last stored into the captured variable
// before the read, where that store stands in the read's own block.
func lastOwnStore(fv *ssa.FreeVar, at *ssa.UnOp) ssa.Value {
	instrs := at.Block().Instrs
	for i := indexOf(at) - 1; i >= 0; i-- {
		if st, ok := instrs[i].(*ssa.Store); ok && st.Addr == fv {
			return st.Val
		}
	}
	// A store that dominates the read, as long as it is the only one.
	var only *ssa.Store
	for _, ref := range *fv.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == fv {
			if only != nil {
				return nil
			}
			only = st
		}
	}
	if only != nil && only.Block().Dominates(at.Block()) && only.Block() != at.Block() {
		return only.Val
	}
	return nil
}

// field resolves a field of a struct value.
func (r *resolver) field(v *ssa.Field) {
	f := structField(v.X.Type(), v.Field)
	if ld, ok := v.X.(*ssa.UnOp); ok && ld.Op == token.MUL {
		if vals := r.x.localField(ld.X, f, ld); vals != nil {
			for _, val := range vals {
				r.value(val)
			}
			return
		}
	}
	r.leaves = append(r.leaves, Leaf{Kind: Field, Value: v, Var: f, Base: v.X, Fn: v.Parent()})
}

// localField returns the values stored into a field of a variable of this function,
// where the variable was made here and never left as a whole before, as far as the read at
// can see them.
func (x *Index) localField(base ssa.Value, f *types.Var, at ssa.Instruction) []ssa.Value {
	alloc, ok := base.(*ssa.Alloc)
	if !ok {
		return nil
	}
	stores := StoresTo(alloc, f)
	if seen := visible(stores, at); len(seen) > 0 {
		stores = seen
	}
	var vals []ssa.Value
	for _, st := range stores {
		vals = append(vals, st.Val)
	}
	return vals
}

// StoresTo returns the stores into field f through addr itself: the parts of a literal
// and later assignments in the same function.
func StoresTo(addr ssa.Value, f *types.Var) []*ssa.Store {
	var out []*ssa.Store
	refs := addr.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || FieldVar(fa) != f.Origin() {
			continue
		}
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == fa {
				out = append(out, st)
			}
		}
	}
	return out
}
