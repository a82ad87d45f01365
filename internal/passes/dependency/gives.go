package dependency

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// maxGives bounds what is told of the results of one function.
const maxGives = 16

// gives says what fn gives back that holds, or is, what it was given.
func (e *eval) gives(fn *ssa.Function) []Give {
	var out []Give
	for i := range fn.Signature.Results().Len() {
		t := fn.Signature.Results().At(i).Type()
		if gotype.IsError(t) || !holds(t) {
			continue
		}
		vals := ssacall.Returned(fn, i)
		if len(vals) == 0 || len(vals) > 4 {
			continue
		}
		out = append(out, e.givesAt(i, vals)...)
	}
	if len(out) > maxGives {
		out = out[:maxGives]
	}
	return out
}

// holds tells whether a value of type t can be or hold a client, a connection, a host.
func holds(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Struct, *types.Signature, *types.Chan:
		return true
	case *types.Basic:
		return t.Info()&types.IsString != 0
	}
	return false
}

func (e *eval) givesAt(i int, vals []ssa.Value) []Give {
	var out []Give
	for n, v := range vals {
		var here []Give
		for _, l := range e.x.Resolve(v) {
			a, ok := l.Value.(*ssa.Alloc)
			if l.Kind == flow.Alloc && ok && isStruct(a.Type()) {
				here = append(here, e.literal(i, a, "", 0)...)
				continue
			}
			if l.Kind == flow.Const && !isString(v.Type()) {
				continue
			}
			refs, whole := e.at(v, "")
			if !whole {
				return nil
			}
			for _, o := range refs {
				if tellable(o) {
					here = append(here, Give{Index: i, Ref: o.ref})
				}
			}
			break
		}
		if n > 0 && len(here) == 0 {
			return nil // what it gives depends on the way through it
		}
		for _, g := range here {
			if !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
	}
	return out
}

func isStruct(t types.Type) bool {
	_, ok := gotype.Deref(t).Underlying().(*types.Struct)
	return ok
}

// tellable tells whether a caller can make something of the origin.
func tellable(o origin) bool {
	switch o.ref.Root {
	case Param, Global, Text, Host:
		return true
	}
	return false
}

// literal says what is in the fields of the struct at a.
func (e *eval) literal(i int, a *ssa.Alloc, path string, depth int) []Give {
	var out []Give
	st, ok := gotype.Deref(a.Type()).Underlying().(*types.Struct)
	if !ok || depth > 2 {
		return nil
	}
	set := make([]bool, st.NumFields()) // most fields of a large struct are not
	for _, ref := range *a.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok && fa.X == a {
			set[fa.Field] = true
		}
	}
	for n := range set {
		f := st.Field(n)
		if !set[n] || !holds(f.Type()) {
			continue
		}
		at := join(path, e.fieldName(a.Type(), f))
		for _, s := range flow.StoresTo(a, f) {
			out = append(out, e.field(i, s.Val, at, depth)...)
		}
	}
	if len(out) == 0 || path == "" {
		for _, ref := range *a.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == a && structVal(s.Val) {
				if r := e.one(s.Val, ""); r.Root == Param || r.Root == Global {
					out = append(out, Give{Index: i, Path: path, Ref: r, Copy: true})
				}
			}
		}
	}
	return out
}

func (e *eval) field(i int, v ssa.Value, at string, depth int) []Give {
	var out []Give
	refs, _ := e.at(v, "")
	for _, o := range refs {
		switch o.val.(type) {
		case *ssa.Alloc:
			out = append(out, e.literal(i, o.val.(*ssa.Alloc), at, depth+1)...)
			if isStruct(o.val.Type()) {
				out = append(out, Give{Index: i, Path: at, Ref: o.ref})
			}
		default:
			if o.ref.Root == Made || tellable(o) {
				out = append(out, Give{Index: i, Path: at, Ref: o.ref})
			}
			if c, ok := o.val.(*ssa.Call); ok && depth < 2 {
				out = append(out, e.inside(i, c, at)...)
			}
		}
	}
	return out
}

// inside says what is in the struct that the constructor called at c makes.
func (e *eval) inside(i int, c *ssa.Call, at string) []Give {
	f := e.factOf(c)
	if f == nil {
		return nil
	}
	var out []Give
	for _, g := range f.Gives {
		if g.Index != 0 || g.Path == "" || g.Ref.Root != Param {
			continue
		}
		v := ssacall.Result(c, 0)
		if v == nil {
			return nil
		}
		refs, _ := e.at(v, g.Path)
		for _, o := range refs {
			if tellable(o) {
				out = append(out, Give{Index: i, Path: join(at, g.Path), Ref: o.ref})
			}
		}
	}
	return out
}
