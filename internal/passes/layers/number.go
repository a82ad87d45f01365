package layers

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// numbers returns the integers that v can be, as they are written: a negative one or zero
// means what the setting says. What source doesn't show is a Setting with a name.
func (e *Eval) numbers(v ssa.Value) []count {
	if v == nil {
		return []count{{n: attempts.Setting("")}}
	}
	if ns, ok := e.counted[v]; ok {
		return ns
	}
	if e.counting[v] || e.depth > maxDepth {
		e.cuts++
		return []count{{n: attempts.Setting(e.named(v))}}
	}
	e.counting[v] = true
	e.depth++
	cuts := e.cuts
	var out []count
	for _, l := range e.x.Resolve(v) {
		out = union(out, e.number(l))
	}
	e.depth--
	delete(e.counting, v)
	if e.cuts == cuts {
		e.counted[v] = out
	}
	return out
}

func (e *Eval) number(l flow.Leaf) []count {
	switch l.Kind {
	case flow.Const:
		if l.Value == nil {
			return exact(0)
		}
		if c, ok := l.Value.(*ssa.Const); ok {
			return constCount(c)
		}
	case flow.Param:
		p := l.Value.(*ssa.Parameter)
		if p.Parent().Parent() == nil {
			return []count{{n: attempts.Number{Kind: attempts.FromParam, Param: ssacall.ParamIndex(p)}, fn: flow.Origin(p.Parent())}}
		}
		return []count{{n: attempts.Setting(p.Name())}}
	case flow.Global:
		return e.globalNumber(l.Value.(*ssa.Global))
	case flow.Field:
		return e.fieldNumber(l)
	case flow.Alloc:
		if stores := whole(l.Value); len(stores) > 0 {
			var out []count
			for _, st := range stores {
				out = union(out, e.numbers(st.Val))
			}
			return out
		}
	case flow.Call:
		return e.callNumber(l.Value.(*ssa.Call), l.Result)
	case flow.Other:
		return e.otherNumber(l.Value)
	}
	return []count{{n: attempts.Setting(e.named(l.Value))}}
}

func exact(n int) []count { return []count{{n: attempts.Of(n)}} }

func constCount(c *ssa.Const) []count {
	if c.Value == nil {
		return exact(0)
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return exact(1)
		}
		return exact(0)
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return exact(int(n))
		}
		return []count{{n: attempts.Forever}} // math.MaxUint64
	case constant.Float:
		if constant.Sign(c.Value) > 0 {
			return exact(1)
		}
		return exact(0)
	}
	return []count{{n: attempts.Setting("")}}
}

// whole returns the stores of whole values at addr, but of the zero that a literal begins
// with.
func whole(addr ssa.Value) []*ssa.Store {
	refs := addr.Referrers()
	if refs == nil {
		return nil
	}
	var out []*ssa.Store
	for _, ref := range *refs {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Addr != addr {
			continue
		}
		if _, st2 := gotype.Deref(addr.Type()).Underlying().(*types.Struct); st2 {
			if _, zero := st.Val.(*ssa.Const); zero {
				continue
			}
		}
		out = append(out, st)
	}
	return out
}

// globalNumber reads a package variable that keeps its first value.
func (e *Eval) globalNumber(g *ssa.Global) []count {
	if g.Pkg != e.x.SSA.Pkg {
		return []count{{n: attempts.Setting(g.Pkg.Pkg.Name() + "." + g.Name())}}
	}
	stores := e.x.GlobalStores(g)
	for _, use := range e.x.Uses(g) {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != g || use.Parent().Name() != "init" {
				return []count{{n: attempts.Setting(g.Name())}}
			}
		default: // a flag, or whoever else gets its address
			return []count{{n: attempts.Setting(g.Name())}}
		}
	}
	switch len(stores) {
	case 0:
		if g.Object() != nil && g.Object().Exported() {
			return []count{{n: attempts.Setting(g.Name())}}
		}
		return exact(0)
	case 1:
		if ns := e.numbers(stores[0].Val); len(ns) == 1 && ns[0].n.Kind == attempts.Exact {
			return ns
		}
	}
	return []count{{n: attempts.Setting(g.Name())}}
}

// fieldNumber reads a field of the program's own struct: a number where nothing but this
// package can set it, and all it sets is known.
func (e *Eval) fieldNumber(l flow.Leaf) []count {
	f := l.Var
	setting := []count{{n: attempts.Setting(e.named(l.Value))}}
	if f.Pkg() != e.pass.Pkg || !e.closed(f, l) {
		return setting
	}
	stores := e.x.FieldStores(f)
	if len(stores) == 0 {
		return setting
	}
	var out []count
	for _, st := range stores {
		for _, c := range e.numbers(st.Val) {
			if c.n.Kind == attempts.FromParam {
				c = e.fromCallers(c, setting[0])
			}
			out = union(out, []count{c})
		}
	}
	if slices.ContainsFunc(out, func(c count) bool { return c.n.Kind == attempts.Unknown }) {
		return setting
	}
	if e.leftOut(f, stores) {
		out = union(out, exact(0))
	}
	return out
}

// closed tells whether only the stores that this package shows can set the field f.
func (e *Eval) closed(f *types.Var, l flow.Leaf) bool {
	if f.Exported() {
		return false
	}
	for _, fa := range e.x.FieldAddrs(f) {
		for _, ref := range *fa.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.Store:
				if ref.Addr != fa {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// fromCallers gives the number that parameter c of a function has where the package shows
// all its calls, else the setting.
func (e *Eval) fromCallers(c, setting count) count {
	if c.fn.Object() == nil || c.fn.Object().Exported() || c.n.Add != 0 {
		return setting
	}
	var all []count
	for _, call := range e.x.Callers(c.fn) {
		args := ssacall.Args(call.Common())
		if c.n.Param >= len(args) {
			return setting
		}
		all = union(all, e.numbers(args[c.n.Param]))
	}
	if len(all) != 1 || all[0].n.Kind != attempts.Exact {
		return setting
	}
	return all[0]
}

// leftOut tells whether the package makes a value of the struct without setting f in it.
func (e *Eval) leftOut(f *types.Var, stores []*ssa.Store) bool {
	set := map[ssa.Value]bool{}
	var owner types.Type
	for _, st := range stores {
		fa := st.Addr.(*ssa.FieldAddr)
		set[fa.X] = true
		owner = gotype.Deref(fa.X.Type())
	}
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				a, ok := in.(*ssa.Alloc)
				if ok && !set[a] && types.Identical(gotype.Deref(a.Type()), owner) && len(whole(a)) == 0 {
					return true
				}
			}
		}
	}
	return false
}

// callNumber sees through the functions that only make a pointer, and those of the package
// that return a constant.
func (e *Eval) callNumber(c *ssa.Call, result int) []count {
	com := c.Common()
	if b, ok := com.Value.(*ssa.Builtin); ok {
		return e.builtinNumber(b, com, c)
	}
	callee := com.StaticCallee()
	setting := []count{{n: attempts.Setting(e.named(c))}}
	if callee == nil {
		return setting
	}
	if p, ok := c.Type().Underlying().(*types.Pointer); ok && len(com.Args) == 1 {
		if _, basic := p.Elem().Underlying().(*types.Basic); basic && isNumber(com.Args[0].Type()) {
			return e.numbers(com.Args[0])
		}
	}
	callee = flow.Origin(callee)
	if callee.Pkg != e.x.SSA.Pkg || callee.Blocks == nil {
		return setting
	}
	var out []count
	for _, v := range ssacall.Returned(callee, result) {
		out = union(out, e.numbers(v))
	}
	if len(out) == 0 || slices.ContainsFunc(out, func(c count) bool { return c.n.Kind != attempts.Exact }) {
		return setting
	}
	return out
}

func (e *Eval) builtinNumber(b *ssa.Builtin, com *ssa.CallCommon, c *ssa.Call) []count {
	if b.Name() == "len" && len(com.Args) == 1 {
		if n := e.length(com.Args[0]); n >= 0 {
			return exact(n)
		}
	}
	return []count{{n: attempts.Setting(e.named(c))}}
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// length is the number of elements of the slice v, or -1.
func (e *Eval) length(v ssa.Value) int {
	for _, l := range e.x.Resolve(v) {
		switch s := l.Value.(type) {
		case *ssa.Slice:
			if p, ok := s.X.Type().Underlying().(*types.Pointer); ok && s.Low == nil && s.High == nil {
				if a, ok := p.Elem().Underlying().(*types.Array); ok {
					return int(a.Len())
				}
			}
		case *ssa.Const:
			if s.IsNil() {
				return 0
			}
		case *ssa.Global:
			if st := e.x.GlobalStores(s); len(st) == 1 && s.Pkg == e.x.SSA.Pkg {
				return e.length(st[0].Val)
			}
		}
	}
	return -1
}

// otherNumber adds constants.
func (e *Eval) otherNumber(v ssa.Value) []count {
	b, ok := v.(*ssa.BinOp)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL { // *p
			return e.numbers(u.X)
		}
		return []count{{n: attempts.Setting(e.named(v))}}
	}
	c, ok := b.Y.(*ssa.Const)
	x := b.X
	if !ok && b.Op == token.ADD {
		c, ok = b.X.(*ssa.Const)
		x = b.Y
	}
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return []count{{n: attempts.Setting(e.named(v))}}
	}
	d := int(c.Int64())
	if b.Op == token.SUB {
		d = -d
	}
	out := slices.Clone(e.numbers(x))
	for i := range out {
		out[i].n = out[i].n.Plus(d)
	}
	return out
}

// durations returns the times that v can be.
func (e *Eval) durations(v ssa.Value) []count {
	out := slices.Clone(e.numbers(v))
	for i, c := range out {
		if c.n.Kind == attempts.Exact {
			out[i].n = attempts.For(time.Duration(c.n.N))
			continue
		}
		out[i] = count{n: attempts.For(0)}
	}
	return out
}
