package queues

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/ssacall"
)

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
