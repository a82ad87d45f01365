package loops

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// same tells whether the operation c gets the same inputs in each pass of r, apart from
// counters, waits, contexts, and what is made afresh in the same way.
func (f *finder) same(r *region, c *ssa.Call) bool {
	in := &inputs{f: f, r: r, seen: map[ssa.Value]bool{}, cells: map[ssa.Value]bool{}}
	recv := ssacall.Receiver(&c.Call)
	for _, a := range ssacall.Args(&c.Call) {
		if in.changes(a) || a != recv && in.edited(a) {
			return false
		}
	}
	if c.Call.StaticCallee() == nil && !c.Call.IsInvoke() && in.changes(c.Call.Value) {
		return false
	}
	if mc, ok := c.Call.Value.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			if in.cell(b) {
				return false
			}
		}
	}
	return true
}

// inputs follows the inputs of an operation through the region.
type inputs struct {
	f     *finder
	r     *region
	seen  map[ssa.Value]bool
	cells map[ssa.Value]bool // variables seen
}

// changes tells whether v is another value in each pass: the next item, the next target,
// another name.
func (in *inputs) changes(v ssa.Value) bool {
	if a, ok := v.(*ssa.Alloc); ok && in.elements(a) {
		return true
	}
	if in.seen[v] || !in.r.inside(v) || len(in.seen) > maxOperands {
		return false
	}
	in.seen[v] = true
	if neutral(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return in.phi(v)
	case *ssa.Next:
		return in.turns(v)
	case *ssa.IndexAddr:
		return in.counts(v.Index) || in.changes(v.X)
	case *ssa.Index:
		return in.counts(v.Index) || in.changes(v.X)
	case *ssa.Lookup:
		return in.counts(v.Index) || in.changes(v.Index)
	case *ssa.Slice:
		return in.counts(v.Low) || in.counts(v.High) || in.changes(v.X)
	case *ssa.MakeSlice:
		return in.counts(v.Len)
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		switch v.Op {
		case token.ARROW:
			return true
		case token.MUL:
			return in.cell(v.X)
		}
	case *ssa.Alloc, *ssa.FieldAddr:
		return in.cell(v)
	case *ssa.Call:
		return in.fresh(v)
	}
	for _, op := range v.(ssa.Instruction).Operands(nil) {
		if *op != nil && in.changes(*op) {
			return true
		}
	}
	return false
}

// elements tells whether the variable at a, made before the region, gets the next element
// of a list in each pass, as one for all passes of a range did before Go 1.22.
func (in *inputs) elements(a *ssa.Alloc) bool {
	if in.r.inside(a) || a.Referrers() == nil {
		return false
	}
	for _, ref := range *a.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Addr != a || !in.r.has(st.Block()) {
			continue
		}
		if u, ok := st.Val.(*ssa.UnOp); ok && u.Op == token.MUL {
			if at, ok := u.X.(*ssa.IndexAddr); ok && in.counts(at.Index) {
				return true
			}
		}
	}
	return false
}

// neutral tells whether a value of type t only says how often, how long or how: it is no
// input that makes another operation of it.
func neutral(t types.Type) bool {
	return gotype.IsContext(t) || gotype.IsError(t) || gotype.Is(t, "time", "Time") || gotype.Is(t, "time", "Duration")
}

// phi tells whether a variable holds another value in the next pass. Numbers are
// counters, booleans are flags.
func (in *inputs) phi(v *ssa.Phi) bool {
	if basic(v.Type(), types.IsNumeric|types.IsBoolean) {
		return false
	}
	own := v.Block() == in.r.header
	for i, e := range v.Edges {
		if e == v || own && !in.r.has(v.Block().Preds[i]) {
			continue
		}
		if own && in.moved(e, v) {
			return true
		}
		if in.changes(e) {
			return true
		}
	}
	return false
}

// moved tells whether the value e that v takes in the next pass is another input: a text
// or a list that the pass has found or cut. A connection, a request or a client that is
// made again stands for the same.
func (in *inputs) moved(e ssa.Value, v *ssa.Phi) bool {
	if !in.r.inside(e) || e == v {
		return false
	}
	if p, ok := e.(*ssa.Phi); ok { // merged within the pass
		if in.seen[p] || p.Block() == in.r.header {
			return false
		}
		in.seen[p] = true
		for _, x := range p.Edges {
			if in.moved(x, v) {
				return true
			}
		}
		return false
	}
	return listOrText(v.Type())
}

func listOrText(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Array:
		return true
	}
	return basic(t, types.IsString)
}

// turns tells whether a range goes round with the region: it is not one that starts again
// in each pass.
func (in *inputs) turns(n *ssa.Next) bool { return !in.r.inside(n.Iter) }

// counts tells whether an index follows the passes.
func (in *inputs) counts(v ssa.Value) bool {
	if v == nil {
		return false
	}
	found := false
	in.f.operands(v, in.r, func(v ssa.Value) bool {
		if p, ok := v.(*ssa.Phi); ok && p.Block() != in.r.header && p.Block().Parent() == in.r.fn && in.r.turns(p.Block()) {
			return false // starts anew in each pass
		}
		if p, ok := v.(*ssa.Phi); ok && p.Block() == in.r.header {
			found = true
		}
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			if k, ok := place(u.X); ok && len(in.f.stores(in.r)[k]) > 0 && !in.reset(k) {
				found = true
			}
		}
		if c, ok := v.(*ssa.Call); ok && random(c) {
			found = true
		}
		return !found
	})
	return found
}

// reset tells whether the variable k is made anew in each pass.
func (in *inputs) reset(k key) bool {
	a, ok := k.root.(*ssa.Alloc)
	return ok && in.r.inside(a)
}

// cell tells whether what stands at an address changes from pass to pass.
func (in *inputs) cell(addr ssa.Value) bool {
	if p, ok := addr.(*ssa.IndexAddr); ok {
		return in.changes(p)
	}
	k, ok := place(addr)
	if !ok {
		fa, isField := addr.(*ssa.FieldAddr)
		return isField && in.changes(fa.X) || !isField && in.changes(addr)
	}
	a, local := k.root.(*ssa.Alloc)
	if !local {
		return in.changes(k.root) || in.shifted(k)
	}
	if in.cells[a] {
		return false
	}
	in.cells[a] = true
	for _, st := range in.into(a) {
		if neutral(st.Val.Type()) || basic(st.Val.Type(), types.IsNumeric|types.IsBoolean) && !in.reset(k) {
			continue
		}
		if in.changes(st.Val) {
			return true
		}
		_, basicType := st.Val.Type().Underlying().(*types.Basic)
		if basicType && st.Addr == a && !in.reset(k) && in.r.inside(st.Val) {
			return true
		}
	}
	return false
}

// shifted tells whether the region moves on what stands in a field: a list that gets
// shorter, a text that becomes another.
func (in *inputs) shifted(k key) bool {
	for _, v := range in.f.stores(in.r)[k] {
		if in.r.inside(v) && (listOrText(v.Type()) || in.changes(v)) {
			return true
		}
	}
	return false
}

// edited tells whether the region writes into what the argument a points to.
func (in *inputs) edited(a ssa.Value) bool {
	k, ok := place(a)
	if !ok || k.path != "*" {
		return false
	}
	for at, vals := range in.f.stores(in.r) {
		if at.root != k.root || at.path == k.path {
			continue
		}
		for _, v := range vals {
			if in.r.inside(v) && listOrText(v.Type()) && in.given(v) {
				return true
			}
		}
	}
	return false
}

// given tells whether v comes from what a call of the region gave.
func (in *inputs) given(v ssa.Value) bool {
	found := false
	in.f.operands(v, in.r, func(v ssa.Value) bool {
		_, call := v.(*ssa.Call)
		found = found || call
		return !found
	})
	return found
}

// into lists the stores of the region into the variable a, its fields and elements.
func (in *inputs) into(a ssa.Value) []*ssa.Store {
	var out []*ssa.Store
	var walk func(v ssa.Value, depth int)
	walk = func(v ssa.Value, depth int) {
		if depth == 0 || v.Referrers() == nil {
			return
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == v && in.r.has(ref.Block()) {
					out = append(out, ref)
				}
			case *ssa.FieldAddr:
				walk(ref, depth-1)
			case *ssa.IndexAddr:
				walk(ref, depth-1)
			}
		}
	}
	walk(a, 4)
	return out
}

// fresh tells whether what a call in the region gives differs from pass to pass, because
// its inputs do, because it is random, or because it is a text made with a counter.
func (in *inputs) fresh(c *ssa.Call) bool {
	text := basic(c.Type(), types.IsString)
	if random(c) && (text || basic(c.Type(), types.IsNumeric)) {
		return true
	}
	for _, a := range ssacall.Args(&c.Call) {
		if in.changes(a) || text && in.countsAny(a) {
			return true
		}
	}
	return false
}

// countsAny is counts for a value that may be a list of arguments.
func (in *inputs) countsAny(v ssa.Value) bool {
	if isInt(v.Type()) {
		return in.counts(v)
	}
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	for _, st := range in.into(sl.X) {
		x := st.Val
		if mi, ok := x.(*ssa.MakeInterface); ok {
			x = mi.X
		}
		if isInt(x.Type()) && in.counts(x) {
			return true
		}
	}
	return false
}

// random tells whether c draws a random value.
func random(c *ssa.Call) bool {
	fn, _ := ssacall.Target(&c.Call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "math/rand", "math/rand/v2", "crypto/rand", "github.com/google/uuid", "github.com/gofrs/uuid", "github.com/rs/xid", "github.com/oklog/ulid/v2":
		return true
	}
	return false
}
