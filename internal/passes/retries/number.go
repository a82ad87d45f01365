package retries

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// number reads a count that is handed over, as a number or in a policy. Where a parameter of
// the caller decides, it is that parameter.
func (e *Eval) number(v ssa.Value) (attempts.Number, *ssa.Parameter) {
	n := e.lay.Number(v)
	if v.Parent() == nil {
		return n, nil
	}
	return n, e.param(v.Parent(), n)
}

// handed reads a count that is handed over in the argument v, or in the named field of the
// struct that v is.
func (e *Eval) handed(v ssa.Value, field string) (attempts.Number, *ssa.Parameter) {
	if field == "" {
		return e.number(v)
	}
	vals, p := e.inField(v, field, 0)
	if p != nil {
		n := attempts.Number{Kind: attempts.FromParam, Param: ssacall.ParamIndex(p), Name: p.Name(), Field: field}
		return n, p
	}
	var out attempts.Number
	for i, x := range vals {
		n, of := e.number(x)
		if of != nil || i > 0 && n != out {
			return attempts.Setting(field), nil
		}
		out = n
	}
	if len(vals) == 0 {
		return attempts.Setting(field), nil
	}
	return out, nil
}

// inField returns what is stored in the named field of the struct at v, everywhere it can
// come from, or the parameter that v is. It returns nothing where a place can't be followed.
func (e *Eval) inField(v ssa.Value, field string, depth int) (vals []ssa.Value, p *ssa.Parameter) {
	f := fieldNamed(v.Type(), field)
	leaves := e.resolve(v)
	if f == nil || depth > maxDepth {
		return nil, nil
	}
	for _, l := range leaves {
		var more []ssa.Value
		switch l.Kind {
		case flow.Param:
			if len(leaves) == 1 {
				return nil, l.Value.(*ssa.Parameter)
			}
		case flow.Alloc, flow.GlobalAddr, flow.Global:
			for _, st := range e.x.StoresInto(l.Value, f) {
				more = append(more, st.Val)
			}
			if l.Kind != flow.Global {
				break
			}
			for _, st := range e.x.GlobalStores(l.Value.(*ssa.Global)) {
				vs, _ := e.inField(st.Val, field, depth+1)
				more = append(more, vs...)
			}
		case flow.Field:
			_, stores := e.stores(l)
			for _, st := range stores {
				vs, _ := e.inField(st.Val, field, depth+1)
				more = append(more, vs...)
			}
		case flow.Call:
			more = e.inResult(l, field, depth)
		}
		if len(more) == 0 {
			return nil, nil
		}
		vals = append(vals, more...)
	}
	return vals, nil
}

// inResult is inField of what a function of the package returns.
func (e *Eval) inResult(l flow.Leaf, field string, depth int) []ssa.Value {
	c, ok := l.Value.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Pkg != e.x.SSA.Pkg {
		return nil
	}
	var out []ssa.Value
	for _, r := range ssacall.Returned(c.Call.StaticCallee(), l.Result) {
		vs, _ := e.inField(r, field, depth+1)
		if len(vs) == 0 {
			return nil
		}
		for _, x := range vs {
			if p, ok := x.(*ssa.Parameter); ok && ssacall.ParamIndex(p) < len(c.Call.Args) {
				x = c.Call.Args[ssacall.ParamIndex(p)]
			}
			out = append(out, x)
		}
	}
	return out
}

// fieldNamed returns the field of the struct t, or of the one it points to.
func fieldNamed(t types.Type, name string) *types.Var {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if ok {
		t = n.Origin()
	}
	s, ok := gotype.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() == name {
			return s.Field(i)
		}
	}
	return nil
}
