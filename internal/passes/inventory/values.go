package inventory

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"hash/fnv"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// ref writes r, seen from fn, so that the whole program understands it.
func (c *collector) ref(r dependency.Ref, fn *ssa.Function) inventory.Ref {
	if r.Root == dependency.Global && strings.HasPrefix(r.Name, squirrel+".") {
		return inventory.Ref{} // a builder that all start from: it says nothing of what runs its statements
	}
	out := inventory.Ref{Name: r.Name, Path: c.outer(r.Fields())}
	switch r.Root {
	case dependency.Param:
		out.Root, out.Name, out.Index = inventory.Param, id(flow.Named(fn)), r.Param
	case dependency.Global:
		out.Root = inventory.Global
	case dependency.Made:
		out.Root = inventory.Made
		c.make(r.Name)
	case dependency.Host:
		out.Root = inventory.Host
	case dependency.Text:
		out.Root = inventory.Text
	}
	return out
}

// outer leaves out what a library keeps inside a value of its own, at the end of a path.
func (c *collector) outer(path []string) []string {
	for n := len(path); n > 1; n-- {
		f := path[n-1]
		i := strings.LastIndexByte(f, '.')
		j := strings.LastIndexByte(f[:max(i, 0)], '.')
		if j < 0 || token.IsExported(f[i+1:]) || outside.InProgram(c.pass, f[:j]) {
			break
		}
		path = path[:n-1]
	}
	return path
}

// make writes the row of the place at which a value is made.
func (c *collector) make(name string) {
	v := c.deps.Made(name)
	if c.made[name] || v == nil || v.Parent() == nil {
		return
	}
	c.made[name] = true
	m := inventory.Make{Name: name, In: id(v.Parent()), At: c.place(v.Pos())}
	switch v := v.(type) {
	case *ssa.Call:
		if obj, _ := ssacall.Target(v.Common()); obj != nil {
			m.What = deadlines.FuncName(obj)
		}
		for _, a := range v.Call.Args {
			if k, ok := a.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String && m.Text == "" {
				m.Text = constant.StringVal(k.Value)
			}
		}
	case *ssa.MakeChan:
		m.What = "make(chan)"
		if k, ok := v.Size.(*ssa.Const); ok && k.Value != nil {
			m.What = fmt.Sprintf("make(chan, %s)", k.Value)
		}
	case *ssa.Alloc:
		m.What = typeName(gotype.Deref(v.Type()))
		if gotype.Is(v.Type(), "net/http", "Client") {
			c.httpClient(v, &m)
		}
	}
	c.out.Makes = append(c.out.Makes, m)
}

// httpClient writes the settings of the HTTP client that is made at a.
func (c *collector) httpClient(a *ssa.Alloc, m *inventory.Make) {
	m.Transport = inventory.Ref{Root: inventory.Global, Name: "net/http.DefaultTransport"}
	if c.times.Index == nil {
		return
	}
	m.Client = c.bound(a)
	for i, v := range c.times.Eval.Stored(a, "Timeout") {
		n := c.times.Eval.Amount(v)
		if !n.Known {
			m.Client.Max = 0
			break
		}
		if i == 0 || int64(n.Max) > m.Client.Max {
			m.Client.Max = int64(n.Max)
		}
	}
	if m.Client.State != inventory.Set {
		m.Client.Max = 0
	}
	stored := c.times.Eval.Stored(a, "Transport")
	switch {
	case len(stored) == 1:
		m.Transport = c.transport(stored[0])
	case len(stored) > 1:
		m.Transport = inventory.Ref{}
	}
}

// transport is the round tripper v. A clone is one of its own.
func (c *collector) transport(v ssa.Value) inventory.Ref {
	if leaves := c.x.Resolve(v); len(leaves) == 1 && leaves[0].Kind == flow.Call {
		call := leaves[0].Value.(*ssa.Call)
		if obj, _ := ssacall.Target(call.Common()); obj != nil && obj.FullName() == "(*net/http.Transport).Clone" {
			p := c.place(call.Pos())
			m := inventory.Make{Name: fmt.Sprintf("%s/%s:%d:%d", p.Pkg, p.File, p.Line, p.Col), What: "http.Transport.Clone",
				In: id(call.Parent()), At: p}
			if !c.made[m.Name] {
				c.made[m.Name] = true
				c.out.Makes = append(c.out.Makes, m)
			}
			return inventory.Ref{Root: inventory.Made, Name: m.Name}
		}
	}
	return c.ref(c.deps.Ref(v), v.Parent())
}

// values notes what an instruction says of values: fields and variables that get one, types
// that become interfaces.
func (c *collector) values(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.MakeInterface:
		c.implements(in.X.Type())
	case *ssa.Store:
		if !carries(in.Val.Type()) || ssacall.IsNil(in.Val) {
			return
		}
		switch addr := in.Addr.(type) {
		case *ssa.FieldAddr:
			owner := gotype.Name(addr.X.Type())
			f := flow.FieldVar(addr)
			if owner != "" && f != nil {
				c.flow(inventory.Ref{Root: inventory.Field, Name: owner + "." + f.Name()}, in.Val, in.Parent())
			}
		case *ssa.Global:
			c.flow(inventory.Ref{Root: inventory.Global, Name: addr.Pkg.Pkg.Path() + "." + addr.Name()}, in.Val, in.Parent())
		}
	}
}

// arguments notes what the functions of the program are handed.
func (c *collector) arguments(call ssa.CallInstruction) {
	fn := call.Common().StaticCallee()
	if fn == nil || fn.Object() == nil || !outside.InProgram(c.pass, gotype.Path(fn.Object())) {
		return
	}
	for i, a := range call.Common().Args {
		if carries(a.Type()) {
			c.flow(inventory.Ref{Root: inventory.Param, Name: id(fn), Index: i}, a, call.Parent())
		}
	}
}

// carries tells whether a value of type t can be, hold or name a dependency.
func carries(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Struct:
		return true
	case *types.Interface:
		return !gotype.IsContext(t)
	case *types.Basic:
		return u.Info()&types.IsString != 0
	}
	return false
}

// flow notes that to gets v.
func (c *collector) flow(to inventory.Ref, v ssa.Value, fn *ssa.Function) {
	refs, whole := c.deps.Refs(v)
	if !whole {
		refs = append(refs, dependency.Ref{})
	}
	for _, r := range refs {
		f := inventory.Flow{To: to, From: c.ref(r, fn)}
		key := fmt.Sprint(f)
		if !c.flows[key] {
			c.flows[key] = true
			c.out.Flows = append(c.out.Flows, f)
		}
	}
}

// methodHash is the same for a method of an interface and the one that implements it.
func methodHash(fn *types.Func) string {
	h := fnv.New64a()
	sig := fn.Signature()
	fmt.Fprintf(h, "%s %v", fn.Name(), sig.Variadic())
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range t.Variables() {
			fmt.Fprintf(h, " %s", catalogue.TypeString(v.Type()))
		}
		fmt.Fprint(h, ";")
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// implements writes the row of a type of the program that becomes an interface.
func (c *collector) implements(t types.Type) {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !outside.InProgram(c.pass, n.Obj().Pkg().Path()) || types.IsInterface(n) || c.types[n.Obj()] {
		return
	}
	c.types[n.Obj()] = true
	row := inventory.Type{Name: n.Obj().Pkg().Path() + "." + n.Obj().Name()}
	set := types.NewMethodSet(types.NewPointer(n))
	for sel := range set.Methods() {
		fn := sel.Obj().(*types.Func)
		row.Methods = append(row.Methods, inventory.Method{Hash: methodHash(fn), Func: fn.Origin().FullName()})
	}
	if len(row.Methods) > 0 {
		c.out.Types = append(c.out.Types, row)
	}
}

// dynamic spells the method of an interface of the program that is called, and notes the
// interface.
func (c *collector) dynamic(call ssa.CallInstruction) string {
	com := call.Common()
	t := com.Value.Type()
	own := com.Method.Pkg() != nil && outside.InProgram(c.pass, com.Method.Pkg().Path())
	trip := com.Method.FullName() == "(net/http.RoundTripper).RoundTrip"
	if !own && !trip {
		return ""
	}
	name, ok := c.ifaces[t]
	if !ok {
		i, isIface := t.Underlying().(*types.Interface)
		if !isIface {
			return ""
		}
		row := inventory.Iface{Name: typeName(t)}
		for m := range i.Methods() {
			row.Methods = append(row.Methods, methodHash(m))
		}
		slices.Sort(row.Methods)
		h := fnv.New64a()
		fmt.Fprint(h, row.Methods)
		row.ID = fmt.Sprintf("%016x", h.Sum64())
		name = row.ID
		c.ifaces[t] = name
		c.out.Ifaces = append(c.out.Ifaces, row)
	}
	return methodHash(com.Method) + "@" + name
}
