package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// operands notes the package variables and functions among the operands of in.
func (x *Index) operands(fn *ssa.Function, in ssa.Instruction, ops []*ssa.Value) {
	for i, op := range ops {
		switch v := (*op).(type) {
		case *ssa.Global:
			twice := false
			for _, before := range ops[:i] {
				twice = twice || *before == v
			}
			if !twice {
				x.uses[v] = append(x.uses[v], in)
			}
		case *ssa.Function:
			if c, ok := in.(ssa.CallInstruction); !ok || c.Common().Value != v {
				x.values[fn] = append(x.values[fn], v)
			}
		}
	}
}

// FuncValues returns the declared functions and methods among Values, each once.
func (x *Index) FuncValues(fn *ssa.Function) []*types.Func {
	var out []*types.Func
	for _, v := range x.values[fn] {
		if obj, ok := Origin(v).Object().(*types.Func); ok && !slices.Contains(out, obj) {
			out = append(out, obj)
		}
	}
	return out
}

// Uses returns the instructions that use v: its referrers, or what uses the address of a
// package variable, for which SSA keeps no list.
func (x *Index) Uses(v ssa.Value) []ssa.Instruction {
	if g, ok := v.(*ssa.Global); ok {
		return x.uses[g]
	}
	if refs := v.Referrers(); refs != nil {
		return *refs
	}
	return nil
}

// StoresInto is StoresTo for package variables too, whose fields any function may set.
func (x *Index) StoresInto(addr ssa.Value, f *types.Var) []*ssa.Store {
	g, ok := addr.(*ssa.Global)
	if !ok {
		return StoresTo(addr, f)
	}
	var out []*ssa.Store
	for _, fa := range x.FieldAddrs(f) {
		if fa.X != g {
			continue
		}
		for _, ref := range *fa.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == fa {
				out = append(out, st)
			}
		}
	}
	return out
}

// Spilled tells whether the variable at a only holds a value that came whole from
// elsewhere, as a parameter or receiver does whose address is taken.
func Spilled(a *ssa.Alloc) bool {
	whole := 0
	for _, ref := range *a.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Addr != a {
			continue
		}
		if _, param := st.Val.(*ssa.Parameter); !param {
			return false
		}
		whole++
	}
	return whole == 1
}

// maxAliases bounds the names of one value that are followed.
const maxAliases = 64

// Aliases returns v and the values of the package that can be the same pointer: what is
// read from the variable, field or captured variable that v is stored in, conversions,
// and phis. A field stands for all values it is kept in. A literal that is copied whole
// into a variable or field goes on under that name.
func (x *Index) Aliases(v ssa.Value) []ssa.Value {
	w := &aliasWalk{x: x, seen: map[ssa.Value]bool{}}
	w.value(v)
	return w.out
}

type aliasWalk struct {
	x    *Index
	seen map[ssa.Value]bool
	out  []ssa.Value
}

func (w *aliasWalk) visit(v ssa.Value) bool {
	if w.seen[v] || len(w.out) >= maxAliases {
		return false
	}
	w.seen[v] = true
	return true
}

func (w *aliasWalk) value(v ssa.Value) {
	if !w.visit(v) {
		return
	}
	w.out = append(w.out, v)
	for _, ref := range w.x.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface:
			w.value(ref.(ssa.Value))
		case *ssa.TypeAssert:
			if !ref.CommaOk {
				w.value(ref)
			}
		case *ssa.Store:
			if ref.Val == v {
				w.cell(ref.Addr)
			}
		case *ssa.UnOp:
			if _, ok := ref.Type().Underlying().(*types.Struct); ok && ref.Op == token.MUL {
				w.copies(ref)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == v {
					w.value(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
}

// copies follows the struct value that is read whole to the places it is stored in.
func (w *aliasWalk) copies(v *ssa.UnOp) {
	for _, ref := range *v.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Val != v {
			continue
		}
		switch addr := st.Addr.(type) {
		case *ssa.FieldAddr:
			for _, fa := range w.x.FieldAddrs(FieldVar(addr)) {
				w.value(fa)
			}
		case *ssa.Global:
			w.value(addr)
		}
	}
}

// cell follows the reads of the place at addr.
func (w *aliasWalk) cell(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		for _, fa := range w.x.FieldAddrs(FieldVar(addr)) {
			w.reads(fa)
		}
	case *ssa.Alloc, *ssa.Global:
		w.reads(addr)
	case *ssa.FreeVar:
		w.reads(addr)
		for _, b := range w.x.bindings(addr) {
			if !w.seen[b.val] {
				w.cell(b.val)
			}
		}
	}
}

func (w *aliasWalk) reads(addr ssa.Value) {
	if !w.visit(addr) {
		return
	}
	for _, ref := range w.x.Uses(addr) {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if ref.Op == token.MUL {
				w.value(ref)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					w.reads(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
}
