package inventory

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// leaves lists the dependencies that the call meets itself.
func (c *collector) leaves(call ssa.CallInstruction) []inventory.Leaf {
	var out []inventory.Leaf
	obj, _ := ssacall.Target(call.Common())
	if obj == nil || trip(call.Parent()) || generated(call.Parent()) != "" || gotype.Path(obj) == "os/exec" {
		return nil
	}
	at := c.place(call.Pos())
	for _, m := range c.left[call].Meets {
		if m.Kind == dependency.Value || len(m.Path) != 1 || m.Path[0].Kind != trace.Outbound ||
			m.Path[0].Line != at.Line || m.Path[0].Col != at.Col {
			continue // something that it runs does
		}
		if connection(obj) {
			continue // it was dialled, or accepted: that is the call that counts
		}
		l := inventory.Leaf{Callee: m.Callee, Iface: m.Kind == dependency.Interface, Each: m.Each,
			Addr: c.ref(m.Addr, call.Parent()), Via: c.ref(m.Via, call.Parent()), Client: c.client(call)}
		if obj.Pkg() != nil {
			l.Lib = obj.Pkg().Path()
		}
		if resolves(obj) {
			l.Each, l.Via, l.Addr = true, inventory.Ref{}, inventory.Ref{Root: inventory.Text, Name: "the name resolver"}
		}
		r := ssacall.Receiver(call.Common())
		l.HTTP = l.Lib == "net/http" || r != nil && clients.ClientType(r.Type()) || clients.DoMethod(obj)
		if com := call.Common(); com.IsInvoke() && stub(obj.Signature()) {
			l.Type = gotype.Name(com.Value.Type())
		}
		if r != nil && builds(r) {
			l.Via = inventory.Ref{}
			if v := c.runner(r); v != nil {
				if refs, whole := c.deps.Refs(v); len(refs) == 1 && whole {
					l.Via = c.ref(refs[0], v.Parent())
				}
			}
		}
		out = append(out, l)
	}
	return out
}

// gates lists what the call waits at.
func (c *collector) gates(call ssa.CallInstruction) []inventory.Gate {
	var out []inventory.Gate
	for _, g := range c.deps.Gates(call) {
		n := inventory.Gate{Kind: gateNames[g.Kind]}
		for _, r := range g.Refs {
			n.Refs = append(n.Refs, c.ref(r, call.Parent()))
		}
		out = append(out, n)
	}
	return out
}

// typeName is the name of a type for a reader: "sql.DB".
func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
