package loops

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// refused tells whether an answer that no repetition makes better goes round as any
// failure does.
func (f *finder) refused(r *region, ops []*ssa.Call) bool {
	for _, op := range ops {
		if !slices.Contains(f.failures(op), refused) {
			if f.refusedBelow(r, op) {
				return true
			}
			continue
		}
		bad, gone := f.lead(r, op, rejected, false), f.lead(r, op, missing, false)
		if bad.ok && bad.again && !bad.asks && gone.ok && gone.again && !gone.asks {
			return true
		}
	}
	return false
}

// chosen tells whether all failures only go round where a predicate says that they are of
// one kind, and that kind is not that the far side is slow or busy.
func (f *finder) chosen(r *region, ops []*ssa.Call) bool {
	for _, op := range ops {
		if bad := f.lead(r, op, failure, false); bad.again {
			return false
		}
	}
	some := false
	for _, b := range r.fn.Blocks {
		if !r.has(b) || len(b.Instrs) == 0 {
			continue
		}
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !f.judges(in.Cond, r) {
			continue
		}
		back := r.back(b.Succs[0])
		if back == r.back(b.Succs[1]) {
			if back = r.round(b.Succs[0]); !back && !r.round(b.Succs[1]) || back && r.round(b.Succs[1]) {
				continue
			}
		}
		names := f.words(r, in.Cond)
		if names == "" || transient(names) || !positive(in.Cond, back) {
			return false
		}
		some = true
	}
	return some
}

// positive tells whether cond being what leads back means that the failure is of the kind
// that is asked for.
func positive(cond ssa.Value, back bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return positive(c.X, !back)
		}
	case *ssa.BinOp:
		return back == (c.Op == token.EQL)
	}
	return back
}

// transient tells whether the names of a judgement speak of a failure that passes by
// itself: trying again at once makes it worse.
func transient(names string) bool {
	for _, w := range []string{"retr", "tempor", "transient", "timeout", "unavail", "throttl", "limit", "toomany", "exhaust", "busy", "deadline", "network", "conn", "eof", "overload", "locked", "again"} {
		if strings.Contains(names, w) {
			return true
		}
	}
	return false
}

// words joins the names of the predicates, sentinels and types behind cond, in lower case.
func (f *finder) words(r *region, cond ssa.Value) string {
	out := ""
	typed := func(t types.Type) string {
		name := gotype.Name(t)
		return " " + name[strings.LastIndexByte(name, '.')+1:]
	}
	f.operands(cond, r, func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.Call:
			if !isBool(v.Type()) {
				return false
			}
			if fn, _ := ssacall.Target(&v.Call); fn != nil && (fn.Pkg() == nil || fn.Pkg().Path() != "errors") {
				out += " " + fn.Name()
			}
		case *ssa.Extract:
			_, call := v.Tuple.(*ssa.Call)
			return !call
		case *ssa.UnOp:
			if g, ok := v.X.(*ssa.Global); ok {
				out += " " + g.Name()
			}
		case *ssa.TypeAssert:
			out += typed(v.AssertedType)
		case *ssa.Alloc:
			out += typed(deref(v.Type()))
		}
		return true
	})
	return strings.ToLower(out)
}
