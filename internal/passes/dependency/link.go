package dependency

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/wiring"
)

// links lists the methods that call one host and nothing else, as notes "meets METHOD TYPE
// HOST": callers may reach them through an interface only.
func (e *eval) links(order []*ssa.Function) []string {
	var out []string
	for _, fn := range order {
		obj, ok := fn.Object().(*types.Func)
		if !ok || obj.Signature().Recv() == nil || deadlines.TestHelper(fn) {
			continue
		}
		n, ok := types.Unalias(gotype.Deref(obj.Signature().Recv().Type())).(*types.Named)
		f := e.facts.Own[obj]
		if !ok || f == nil || f.More || len(f.Meets) == 0 {
			continue
		}
		host := f.Meets[0].Key()
		for _, m := range f.Meets {
			if m.Key() != host {
				host = Ref{}
			}
		}
		if host.Root == Host {
			out = append(out, "meets "+implement.Method(obj)+" "+implement.Type(n.Obj())+" "+host.Name)
		}
	}
	return out
}

// Hole is the call c of an interface's method as finding.AlikePrefix wants it, where c meets m
// alone, or the host that it calls. Where c calls a function that does, only the place of the
// value is known.
func (p *Package) Hole(c *ssa.Call, m Meet) string {
	if key := m.Key(); key.Root == Host {
		return finding.HostMark + key.Name
	}
	if m.Kind != Interface {
		return ""
	}
	com := c.Common()
	if com.IsInvoke() {
		id, _ := implement.Interface(com.Value.Type())
		return implement.Hole{Method: implement.Method(com.Method), Interface: id, Node: wiring.NodeOf(p.Index, com.Value)}.String()
	}
	h := implement.Hole{}
	if fields := m.Via.Fields(); len(fields) > 0 {
		h.Node = wiring.FieldNamed(fields[len(fields)-1])
	}
	if h.Node == "" {
		return ""
	}
	return h.String()
}
