package inventory

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// settles lists the leaves below the call of which the call decides what they meet.
func (c *collector) settles(call ssa.CallInstruction) []inventory.Settled {
	f, meets := c.below(call)
	if f == nil {
		return nil
	}
	open := map[trace.Step]bool{} // what the function called leaves open
	for _, m := range f.Meets {
		if m.Kind == dependency.Library && len(m.Path) > 0 && (m.Key().Root == dependency.Param || m.Via.Root == dependency.Param) {
			open[place(m)] = true
		}
	}
	if len(open) == 0 {
		return nil
	}
	var out []inventory.Settled
	for _, m := range meets {
		if m.Kind != dependency.Library || len(m.Path) == 0 || !open[place(m)] {
			continue
		}
		s := inventory.Settled{Addr: c.address(said(m.Addr), call.Parent()), Via: c.ref(said(m.Via), call.Parent())}
		p := m.Path[len(m.Path)-1]
		s.At = inventory.Place{Pkg: p.Pkg, File: p.File, Line: p.Line, Col: p.Col}
		if s.Addr.Root != inventory.None || s.Via.Root != inventory.None {
			out = append(out, s)
		}
	}
	return out
}

// below is what is known of the one function of the program that the call runs, and what the
// call meets through it.
func (c *collector) below(call ssa.CallInstruction) (*dependency.Func, []dependency.Meet) {
	if f := c.deps.Fact(call); f != nil {
		meets, _ := c.deps.Meets(call)
		return f, meets
	}
	com := call.Common()
	if com.IsInvoke() || com.StaticCallee() != nil {
		return nil, nil
	}
	vals := c.functionValues(com.Value, 0)
	if len(vals) != 1 || ssacall.Bound(vals[0]) {
		return nil, nil
	}
	obj, ok := vals[0].Object().(*types.Func)
	if !ok || obj.Signature().Recv() != nil {
		return nil, nil
	}
	return c.deps.MeetsAs(call, obj)
}

// said is r where it is more than a parameter that is handed on.
func said(r dependency.Ref) dependency.Ref {
	if r.Root == dependency.Param && r.Path == "" {
		return dependency.Ref{}
	}
	return r
}

// address is the constant that r stands for, where it is one, else r.
func (c *collector) address(r dependency.Ref, fn *ssa.Function) inventory.Ref {
	if texts := c.deps.Texts(r); len(texts) == 1 {
		return c.ref(texts[0], fn)
	}
	return c.ref(r, fn)
}

// place is where a meet leaves the process.
func place(m dependency.Meet) trace.Step {
	s := m.Path[len(m.Path)-1]
	return trace.Step{Pkg: s.Pkg, File: s.File, Line: s.Line, Col: s.Col}
}

// failed lists the calls of fn that only run where the call v has failed.
func (c *collector) failed(v *ssa.Call, fn *ssa.Function, rows map[ssa.CallInstruction][]int) []int {
	err := dependency.ErrorOf(v)
	if err == nil || err.Referrers() == nil {
		return nil
	}
	var out []int
	for _, ref := range *err.Referrers() {
		cmp, ok := ref.(*ssa.BinOp)
		if !ok || !ssacall.IsNil(cmp.X) && !ssacall.IsNil(cmp.Y) {
			continue
		}
		for _, use := range *cmp.Referrers() {
			branch, ok := use.(*ssa.If)
			if !ok {
				continue
			}
			way := branch.Block().Succs[0]
			if cmp.Op.String() == "==" {
				way = branch.Block().Succs[1]
			}
			if len(way.Preds) != 1 {
				continue
			}
			for call, is := range rows {
				if call != ssa.CallInstruction(v) && way.Dominates(call.Block()) {
					out = append(out, is...)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
