package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// number says how often the operations of r run.
func (f *finder) number(l *Loop, r *region, ops []*ssa.Call) attempts.Number {
	c := f.newCounter(r, ops)
	fixed, symbols := map[key]val{}, []leaf{}
	most := map[key]bool{} // leaves whose number is an upper bound only
	for _, lf := range c.leaves {
		switch n := f.fold(r, lf.v); n.Kind {
		case attempts.Exact:
			fixed[lf.k] = intVal(int64(n.N))
		case attempts.AtMost:
			fixed[lf.k], most[lf.k] = intVal(int64(n.N)), true
		default:
			symbols = append(symbols, lf)
		}
	}
	extra := f.beforehand(r, ops)
	limit := maxPasses
	if len(symbols) > 0 {
		limit /= 10 // what the symbols would end must not be run through to the end
	}
	n, ok := c.run(fixed, limit)
	var bound *attempts.Number
	for _, s := range symbols {
		if b, ok := f.linear(c, r, fixed, s); ok {
			bound = &b
			break
		}
	}
	l.counted = n != endless && ok || bound != nil
	switch {
	case !ok && bound == nil && len(symbols) == 0 && n < limit:
		return attempts.Number{}
	case !ok && bound == nil && len(symbols) == 0:
		if f.endsOtherwise(r) {
			return attempts.Number{}
		}
		return attempts.Number{Kind: attempts.AtLeast, N: limit}
	case !ok:
		n = endless
	}
	switch {
	case n != endless && bound != nil && bound.Kind == attempts.AtMost && bound.N+extra < n+extra:
		return bound.Plus(extra)
	case n != endless && (bound != nil || len(most) > 0):
		return attempts.Number{Kind: attempts.AtMost, N: n + extra}
	case n != endless:
		return attempts.Of(n + extra)
	case bound != nil:
		return bound.Plus(extra)
	}
	return f.uncounted(l, r)
}

// maxPasses bounds the passes that are counted.
const maxPasses = 1000

// linear tells whether the number of passes is the number s plus a constant.
func (f *finder) linear(c *counter, r *region, fixed map[key]val, s leaf) (attempts.Number, bool) {
	const low, high = 6, 9
	var got [4]int
	for i, n := range []int64{low, high, 0, 1} {
		sym := map[key]val{s.k: intVal(n)}
		for k, v := range fixed {
			sym[k] = v
		}
		count, ok := c.run(sym, maxPasses)
		if !ok || count == endless {
			if i < 2 {
				return attempts.Number{}, false
			}
			count = math.MaxInt32 // zero stands for no limit
		}
		got[i] = count
	}
	switch got[1] - got[0] {
	case high - low:
	case 0:
		if most := max(got[1], got[2], got[3]); most < math.MaxInt32 {
			return attempts.Number{Kind: attempts.AtMost, N: most}, true
		}
		fallthrough
	default:
		// It ends, but source doesn't show after how many.
		return attempts.Setting(""), true
	}
	return f.fold(r, s.v).Plus(got[0] - low), true
}

// beforehand is 1 where the same operation runs once before the loop, which goes on with
// its error, and 0 elsewhere.
func (f *finder) beforehand(r *region, ops []*ssa.Call) int {
	for _, in := range r.header.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if !gotype.IsError(phi.Type()) || r.recursive() {
			continue
		}
		for i, e := range phi.Edges {
			first := holder(e)
			if r.has(phi.Block().Preds[i]) || first == nil {
				continue
			}
			for _, op := range ops {
				if sameCallee(first, op) {
					return 1
				}
			}
		}
	}
	return 0
}

func sameCallee(a, b *ssa.Call) bool {
	fa, _ := ssacall.Target(&a.Call)
	fb, _ := ssacall.Target(&b.Call)
	return fa != nil && fa == fb || fa == nil && fb == nil && a.Call.Value == b.Call.Value
}

// fold says what the number v from outside a region is.
func (f *finder) fold(r *region, v ssa.Value) attempts.Number {
	if p, ok := strip(v).(*ssa.Parameter); ok && p.Parent() == r.fn {
		return attempts.Number{Kind: attempts.FromParam, Param: ssacall.ParamIndex(p), Name: p.Name()}
	}
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return f.length(c.Call.Args[0])
		}
	}
	leaves := f.x.Resolve(v)
	if len(leaves) == 1 && leaves[0].Kind == flow.Param { // captured from a function around it
		p := leaves[0].Value.(*ssa.Parameter)
		return attempts.Number{Kind: attempts.FromParam, Param: ssacall.ParamIndex(p), Name: p.Name()}
	}
	consts, other := []int64{}, false
	var name string
	for _, lf := range leaves {
		n, known := f.leafConst(lf)
		switch {
		case known:
			consts = append(consts, n...)
		case name == "":
			name = leafName(lf)
			other = true
		}
	}
	if n, ok := f.paramField(leaves); ok && other {
		return n
	}
	if other || len(consts) == 0 {
		if name == "" {
			name = valueName(v)
		}
		return attempts.Setting(name)
	}
	least, most := consts[0], consts[0]
	for _, n := range consts {
		least, most = min(least, n), max(most, n)
	}
	switch {
	case least == most:
		return attempts.Of(int(most))
	case least <= 1:
		return attempts.Setting(valueName(v)) // it can be switched off
	}
	return attempts.Number{Kind: attempts.AtMost, N: int(most)}
}

func strip(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// leafConst gives the constants that a leaf can be.
func (f *finder) leafConst(lf flow.Leaf) ([]int64, bool) {
	switch lf.Kind {
	case flow.Const:
		c, ok := lf.Value.(*ssa.Const)
		if !ok {
			return []int64{0}, lf.Value == nil
		}
		if c.Value == nil || c.Value.Kind() != constant.Int {
			return nil, false
		}
		n, ok := constant.Int64Val(c.Value)
		return []int64{n}, ok
	case flow.Global:
		return f.storedConsts(f.x.GlobalStores(lf.Value.(*ssa.Global)))
	case flow.Field:
		if !lf.Var.Exported() || f.hidden(lf.Base.Type()) {
			return f.storedConsts(f.x.FieldStores(lf.Var))
		}
	case flow.Call:
		return f.returnedConsts(lf.Value.(*ssa.Call), lf.Result)
	}
	return nil, false
}

// hidden tells whether t, or what it points to, is a type that only the package can name.
func (f *finder) hidden(t types.Type) bool {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && !n.Obj().Exported() || n == nil
}

// storedConsts gives the constants that all the stores put there.
func (f *finder) storedConsts(sts []*ssa.Store) ([]int64, bool) {
	var out []int64
	for _, st := range sts {
		c, ok := strip(st.Val).(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
			return nil, false
		}
		n, ok := constant.Int64Val(c.Value)
		if !ok {
			return nil, false
		}
		out = append(out, n)
	}
	return out, len(out) > 0
}

// returnedConsts gives the constants that a function of the package returns.
func (f *finder) returnedConsts(c *ssa.Call, i int) ([]int64, bool) {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil {
		return nil, false
	}
	var out []int64
	for _, v := range ssacall.Returned(fn, i) {
		k, ok := strip(v).(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
			return nil, false
		}
		n, _ := constant.Int64Val(k.Value)
		out = append(out, n)
	}
	return out, len(out) > 0
}

// length says how long the list v is: that of a literal is known.
func (f *finder) length(v ssa.Value) attempts.Number {
	if arr, ok := deref(v.Type()).Underlying().(*types.Array); ok {
		return attempts.Of(int(arr.Len()))
	}
	most := -1
	for _, lf := range f.x.Resolve(v) {
		n := f.listLen(lf)
		if n < 0 || most >= 0 && n != most {
			return attempts.Setting(valueName(v))
		}
		most = n
	}
	if most < 0 {
		return attempts.Setting(valueName(v))
	}
	return attempts.Of(most)
}

func (f *finder) listLen(lf flow.Leaf) int {
	var sts []*ssa.Store
	switch lf.Kind {
	case flow.Global:
		sts = f.x.GlobalStores(lf.Value.(*ssa.Global))
	case flow.Field:
		if lf.Var.Exported() && !f.hidden(lf.Base.Type()) {
			return -1
		}
		sts = f.x.FieldStores(lf.Var)
	case flow.Other:
		return literalLen(lf.Value)
	}
	if len(sts) != 1 {
		return -1
	}
	return literalLen(sts[0].Val)
}

// literalLen is the length of the list literal v, or -1.
func literalLen(v ssa.Value) int {
	sl, ok := v.(*ssa.Slice)
	if !ok || sl.Low != nil || sl.High != nil {
		return -1
	}
	if arr, ok := deref(sl.X.Type()).Underlying().(*types.Array); ok {
		return int(arr.Len())
	}
	return -1
}

// paramField is the field of a parameter that the leaves are, if they are one.
func (f *finder) paramField(leaves []flow.Leaf) (attempts.Number, bool) {
	if len(leaves) != 1 || leaves[0].Kind != flow.Field || leaves[0].Base == nil {
		return attempts.Number{}, false
	}
	p, ok := leaves[0].Base.(*ssa.Parameter)
	if a, isAlloc := leaves[0].Base.(*ssa.Alloc); isAlloc && flow.Spilled(a) {
		for _, st := range *a.Referrers() {
			if st, isStore := st.(*ssa.Store); isStore && st.Addr == a {
				p, ok = st.Val.(*ssa.Parameter)
			}
		}
	}
	if !ok {
		return attempts.Number{}, false
	}
	return attempts.Number{Kind: attempts.FromParam, Param: ssacall.ParamIndex(p), Name: p.Name(), Field: leaves[0].Var.Name()}, true
}

func leafName(lf flow.Leaf) string {
	switch lf.Kind {
	case flow.Field:
		if lf.Base != nil {
			if b := baseName(lf.Base); b != "" {
				return b + "." + lf.Var.Name()
			}
		}
		return lf.Var.Name()
	case flow.Call:
		if fn, _ := ssacall.Target(&lf.Value.(*ssa.Call).Call); fn != nil {
			return fn.Name() + "()"
		}
	case flow.Global, flow.Param:
		return lf.Value.Name()
	}
	return ""
}

// valueName is how a reader names the setting v: the last two parts of its path.
func valueName(v ssa.Value) string {
	switch v := strip(v).(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return valueName(v.X)
		}
	case *ssa.FieldAddr:
		return dotted(baseName(v.X), flow.FieldVar(v).Name())
	case *ssa.Field:
		st := v.X.Type().Underlying().(*types.Struct)
		return dotted(baseName(v.X), st.Field(v.Field).Name())
	case *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Phi:
		return v.Comment
	case *ssa.Call:
		if fn, _ := ssacall.Target(&v.Call); fn != nil {
			return fn.Name() + "()"
		}
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return "len(" + valueName(v.Call.Args[0]) + ")"
		}
	}
	return ""
}

// baseName names what a field belongs to, by its last part.
func baseName(v ssa.Value) string {
	name := valueName(v)
	return name[strings.LastIndexByte(name, '.')+1:]
}

func dotted(base, name string) string {
	if base == "" {
		return name
	}
	return base + "." + name
}
