package fallbackprimary

import (
	"go/constant"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// repeats tells whether the second call is the first one again: the same function with the
// same arguments but for the context. That is a retry.
func repeats(a, b *ssa.Call) bool {
	x, y := a.Common(), b.Common()
	if x.IsInvoke() != y.IsInvoke() || !x.IsInvoke() && x.Value != y.Value && !alike(x.Value, y.Value, 0) {
		return false
	}
	if x.IsInvoke() && (x.Method != y.Method || !alike(x.Value, y.Value, 0)) {
		return false
	}
	return allAlike(x.Args, y.Args, 0)
}

func allAlike(a, b []ssa.Value, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if gotype.IsContext(a[i].Type()) {
			continue
		}
		if !alike(a[i], b[i], depth) {
			return false
		}
	}
	return true
}

const maxAlike = 8

// alike tells whether two values are made in the same way of the same.
func alike(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	if depth > maxAlike {
		return false
	}
	depth++
	if x, y := inside(a), inside(b); x != nil && y != nil && samePart(a, b) {
		return alike(x, y, depth)
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && sameConst(x, y)
	case *ssa.BinOp:
		y, ok := b.(*ssa.BinOp)
		return ok && x.Op == y.Op && alike(x.X, y.X, depth) && alike(x.Y, y.Y, depth)
	case *ssa.IndexAddr:
		y, ok := b.(*ssa.IndexAddr)
		return ok && alike(x.X, y.X, depth) && alike(x.Index, y.Index, depth)
	case *ssa.Extract:
		y, ok := b.(*ssa.Extract)
		return ok && x.Index == y.Index && alike(x.Tuple, y.Tuple, depth) && sameChanges(x, y, depth)
	case *ssa.MakeClosure:
		y, ok := b.(*ssa.MakeClosure)
		return ok && x.Fn == y.Fn && allAlike(x.Bindings, y.Bindings, depth)
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		if !ok {
			return false
		}
		f, _ := ssacall.Target(x.Common())
		g, _ := ssacall.Target(y.Common())
		if f != g || f == nil && x.Common().Value != y.Common().Value {
			return false
		}
		return allAlike(ssacall.Args(x.Common()), ssacall.Args(y.Common()), depth)
	case *ssa.Alloc:
		y, ok := b.(*ssa.Alloc)
		return ok && gotype.Name(x.Type()) == gotype.Name(y.Type()) && x.Type().String() == y.Type().String() && sameStores(x, y, depth)
	}
	return false
}

// inside is the one value that v is read or converted from, or nil.
func inside(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.X
	case *ssa.FieldAddr:
		return v.X
	case *ssa.Field:
		return v.X
	case *ssa.MakeInterface:
		return v.X
	case *ssa.ChangeInterface:
		return v.X
	case *ssa.ChangeType:
		return v.X
	case *ssa.Convert:
		return v.X
	case *ssa.Slice:
		return v.X
	}
	return nil
}

// samePart tells whether a and b read or convert in the same way.
func samePart(a, b ssa.Value) bool {
	switch x := a.(type) {
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == y.Op
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field
	case *ssa.Field:
		y, ok := b.(*ssa.Field)
		return ok && x.Field == y.Field
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b)
}

// sameConst compares in full: String cuts long texts short.
func sameConst(a, b *ssa.Const) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == b.Value
	}
	return a.Value.Kind() == b.Value.Kind() && a.Value.ExactString() == b.Value.ExactString()
}

// sameStores tells whether two variables or literals are filled in the same way.
func sameStores(a, b *ssa.Alloc, depth int) bool {
	x, y := stores(a), stores(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].field != y[i].field || !alike(x[i].val, y[i].val, depth) {
			return false
		}
	}
	return true
}

type fieldStore struct {
	field int64
	val   ssa.Value
}

func stores(a *ssa.Alloc) []fieldStore {
	var out []fieldStore
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == a {
				out = append(out, fieldStore{-1, ref.Val})
			}
		case *ssa.FieldAddr:
			for _, r := range *ref.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ref {
					out = append(out, fieldStore{int64(ref.Field), st.Val})
				}
			}
		case *ssa.IndexAddr:
			i := int64(-2)
			if k, ok := ref.Index.(*ssa.Const); ok {
				i = k.Int64()
			}
			for _, r := range *ref.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ref {
					out = append(out, fieldStore{i, st.Val})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b fieldStore) int { return int(a.field - b.field) })
	return out
}

// sameChanges tells whether a request that was made is sent to the same host in both
// cases, as far as its header says: other headers are those of a retry.
func sameChanges(a, b ssa.Value, depth int) bool {
	x, y := hosts(a, 0), hosts(b, 0)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !alike(x[i], y[i], depth) {
			return false
		}
	}
	return true
}

// hosts lists what is set as the host of the request at v, in its header or its field.
func hosts(v ssa.Value, depth int) []ssa.Value {
	var out []ssa.Value
	if v.Referrers() == nil || depth > 3 {
		return nil
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			if as := ssacall.Args(ref.Common()); len(as) == 3 && as[0] == v && hostKey(as[1]) {
				out = append(out, as[2])
			}
		case *ssa.FieldAddr:
			if flow.FieldVar(ref).Name() == "Host" {
				for _, r := range *ref.Referrers() {
					if st, ok := r.(*ssa.Store); ok && st.Addr == ref {
						out = append(out, st.Val)
					}
				}
				continue
			}
			out = append(out, hosts(ref, depth+1)...)
		case *ssa.UnOp:
			if ref.Op == token.MUL {
				out = append(out, hosts(ref, depth+1)...)
			}
		}
	}
	return out
}

func hostKey(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.String && constant.StringVal(k.Value) == "Host"
}
