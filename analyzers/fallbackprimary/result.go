package fallbackprimary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A sink is where a value ends up: a result of the function, a variable, a phi.
type sink struct {
	at    any // a variable's address, a phi, or nil for a result
	index int // of the result
}

// sinks follows a value to where it ends up.
type sinks struct {
	out  map[sink]bool
	seen map[ssa.Value]bool
}

const maxSinkDepth = 12

func sinksOf(vals []ssa.Value) *sinks {
	s := &sinks{out: map[sink]bool{}, seen: map[ssa.Value]bool{}}
	for _, v := range vals {
		s.follow(v, 0)
	}
	return s
}

func (s *sinks) follow(v ssa.Value, depth int) {
	if s.seen[v] || depth > maxSinkDepth || v.Referrers() == nil {
		return
	}
	s.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Return:
			for i, r := range ref.Results {
				if r == v {
					s.out[sink{index: i}] = true
				}
			}
		case *ssa.Phi:
			s.out[sink{at: ref}] = true
			s.follow(ref, depth+1)
		case *ssa.Store:
			if ref.Val == v {
				s.stored(ref.Addr, depth)
			}
		case *ssa.FieldAddr, *ssa.Field, *ssa.UnOp, *ssa.Extract, *ssa.MakeInterface, *ssa.ChangeInterface,
			*ssa.ChangeType, *ssa.Convert, *ssa.Slice, *ssa.TypeAssert, *ssa.IndexAddr, *ssa.Index:
			s.follow(ref.(ssa.Value), depth+1)
		case *ssa.Call:
			if !gotype.IsError(v.Type()) && !logs(ref) {
				s.follow(ref, depth+2) // what is made of it
			}
		}
	}
}

func (s *sinks) stored(addr ssa.Value, depth int) {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
		s.out[sink{at: a}] = true
		s.follow(a, depth+1)
	case *ssa.FieldAddr:
		if base, ok := a.X.(*ssa.Alloc); ok {
			s.follow(base, depth+1)
			return
		}
		s.out[sink{at: fieldKey{a.X, a.Field}}] = true
	case *ssa.IndexAddr:
		if base, ok := a.X.(*ssa.Alloc); ok {
			s.follow(base, depth+1)
		}
	}
}

type fieldKey struct {
	x ssa.Value
	i int
}

func logs(c *ssa.Call) bool {
	obj, _ := ssacall.Target(c.Common())
	return obj == nil || begins(obj.Name(), []string{"log", "debug", "debugf", "info", "infof", "warn", "warnf", "error", "errorf", "printf", "println", "print"})
}

// values lists the results of a call other than its error, with those of the handle that
// it may give.
func (f *failing) values() []ssa.Value {
	var out []ssa.Value
	add := func(c *ssa.Call) {
		if c.Referrers() == nil {
			return
		}
		for _, ref := range *c.Referrers() {
			if x, ok := ref.(*ssa.Extract); ok && !gotype.IsError(x.Type()) {
				out = append(out, x)
			}
		}
	}
	if !gotype.IsError(f.call.Type()) && dependency.ErrorOf(f.call) == nil {
		out = append(out, f.call)
	}
	add(f.call)
	for v := range f.errs {
		if c, ok := v.(*ssa.Call); ok && c != f.call {
			add(c)
			out = append(out, scanned(c)...)
		}
	}
	return out
}

// scanned lists the variables whose addresses a call is given to fill in.
func scanned(c *ssa.Call) []ssa.Value {
	var out []ssa.Value
	for _, a := range c.Common().Args {
		s, ok := a.(*ssa.Slice)
		if !ok || s.X.Referrers() == nil {
			continue
		}
		for _, ref := range *s.X.Referrers() {
			ia, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, r := range *ia.Referrers() {
				if st, ok := r.(*ssa.Store); ok {
					v := st.Val
					if mi, ok := v.(*ssa.MakeInterface); ok {
						v = mi.X
					}
					if fa, ok := v.(*ssa.FieldAddr); ok {
						v = fa.X
					}
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// stands tells whether what the second call gives stands in the place of what the first
// would have given: it is the function's result, or goes into the same variable.
func (c *checker) stands(first, second *failing) bool {
	a, b := first.values(), second.values()
	if len(a) > 0 && len(b) > 0 {
		x, y := sinksOf(a), sinksOf(b)
		for k := range y.out {
			if x.out[k] {
				return true
			}
		}
		return false
	}
	return len(a) == 0 && len(b) == 0 && c.ends(first, second)
}

// ends tells whether the function succeeds where the second call does, of two that give
// nothing but an error.
func (c *checker) ends(first, second *failing) bool {
	fn := second.call.Parent()
	whole := false
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(r.Results) == 0 {
			continue
		}
		err := r.Results[len(r.Results)-1]
		if !gotype.IsError(err.Type()) || b != second.call.Block() && !dependency.Reaches(second.call.Block(), b, nil) {
			continue
		}
		if failed, _ := second.within(b); failed {
			continue // what is returned when both have failed
		}
		switch {
		case c.isError(err, second):
			whole = true
		case ssacall.IsNil(err):
			whole = whole || len(second.edges) > 0
		default:
			return false // the first failure is told, or another one
		}
	}
	return whole
}
