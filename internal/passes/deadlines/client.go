package deadlines

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// bounds says what, besides a context, bounds the catalogued call c in time.
func (e *Eval) bounds(c ssa.CallInstruction, en *catalogue.Entry) Bound {
	com := c.Common()
	b := Bound{State: BoundNo, Fn: c.Parent()}
	var fields []string
	for _, ref := range en.Bound {
		kind, name, _ := strings.Cut(ref, ":")
		switch kind {
		case "arg":
			return Bound{State: BoundYes}
		case "conn":
			return e.conn(com)
		case "field":
			fields = append(fields, name)
			e.fields[name] = true
		case "func":
			if en.Ctx.None && len(e.cat.Setting(name)) == 0 {
				return Bound{} // it rides on the call that made its receiver, as Rows.Next does on QueryContext
			}
			b.Unless = append(b.Unless, name)
		case "config":
			if en.Ctx.None {
				return Bound{}
			}
		case "var":
			b.What, b.Global = shortVar(name), true
			b.Unless = append(b.Unless, name)
		}
	}
	if len(fields) == 0 {
		return b
	}
	recv := ssacall.Receiver(com)
	if n, ok := named(recv); ok && types.IsInterface(n) && n.Obj().Pkg() != nil && outside.InProgram(e.pass, n.Obj().Pkg().Path()) {
		// The program's own interface before the client: what is behind it decides.
		return e.Client(recv)
	}
	if recv == nil || gotype.Name(recv.Type()) != ownerOf(fields[0]) {
		// A setting of the configuration that the client was made from.
		b.Unless = append(b.Unless, fields...)
		return b
	}
	return e.Client(recv)
}

// named returns the named type of v.
func named(v ssa.Value) (*types.Named, bool) {
	if v == nil {
		return nil, false
	}
	n, ok := types.Unalias(v.Type()).(*types.Named)
	return n, ok
}

// ownerOf returns pkg.T for the field pkg.T.F.
func ownerOf(field string) string { return field[:strings.LastIndexByte(field, '.')] }

// shortVar returns name as a reader writes it: http.DefaultClient for net/http.DefaultClient.
func shortVar(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// conn judges a client made over a connection, as net/rpc's: bounded where the
// connection has a deadline, unknown where the client comes from elsewhere.
func (e *Eval) conn(c *ssa.CallCommon) Bound {
	recv := ssacall.Receiver(c)
	if recv == nil {
		return Bound{}
	}
	if dials, only := e.dialled(recv, map[ssa.Value]bool{}); only && dials > 0 {
		return Bound{State: BoundNo}
	}
	return Bound{}
}

// dialled counts the dials that make the client v and leave its connection without
// deadline: here, where a field is set, or in a function of the package that returns it.
// only is false where v can come from elsewhere too.
func (e *Eval) dialled(v ssa.Value, seen map[ssa.Value]bool) (dials int, only bool) {
	if seen[v] {
		return 0, true // what leads back to itself adds no other origin
	}
	seen[v] = true
	for _, l := range e.x.Resolve(v) {
		var from []ssa.Value
		switch l.Kind {
		case flow.Const:
			continue // the nil of an error path
		case flow.Field:
			for _, st := range e.x.FieldStores(l.Var) {
				from = append(from, st.Val)
			}
		case flow.Call:
			call := l.Value.(*ssa.Call)
			if en := e.entry(call.Common(), catalogue.KindOutbound); en != nil {
				if !en.Ctx.None || en.Wait == catalogue.WaitBounded {
					return 0, false
				}
				dials++
				continue
			}
			if fn := call.Call.StaticCallee(); fn != nil {
				from = ssacall.Returned(flow.Origin(fn), l.Result)
			}
		}
		if len(from) == 0 {
			return 0, false // made over a connection, or by a dial that we do not know
		}
		for _, o := range from {
			n, ok := e.dialled(o, seen)
			if !ok {
				return 0, false
			}
			dials += n
		}
	}
	return dials, true
}

// Client says whether the client v, or the struct that holds the timeout, bounds its
// calls. Several origins count as bounded where one is, as unknown where one is.
func (e *Eval) Client(v ssa.Value) Bound {
	if b, ok := e.clients[v]; ok {
		return b
	}
	if e.busy[v] || e.depth > maxDepth {
		e.cuts++
		return Bound{}
	}
	e.busy[v] = true
	e.depth++
	cuts := e.cuts
	var all []Bound
	for _, l := range e.x.Resolve(v) {
		all = append(all, e.clientLeaf(l))
	}
	e.depth--
	delete(e.busy, v)
	b := weakest(all)
	if e.depth == 0 || e.cuts == cuts {
		e.clients[v] = b
	}
	return b
}

// weakest combines the origins of one value: only where all are without a bound is it
// without one. A parameter counts where nothing else is known. A field that this package
// never sets counts for nothing beside another origin, unless another package sets it.
func weakest(all []Bound) Bound {
	var unset []string
	all = slices.DeleteFunc(all, func(b Bound) bool {
		if b.Unset {
			unset = union(unset, b.Unless)
		}
		return b.Unset
	})
	if len(all) == 0 {
		return Bound{}
	}
	out := all[0]
	for _, b := range all[1:] {
		switch {
		case b.State == BoundYes || out.State == BoundYes:
			return Bound{State: BoundYes}
		case b.State != out.State:
			out = Bound{State: BoundUnknown}
		}
	}
	if out.State == BoundNo {
		out.Unless = union(out.Unless, unset)
	}
	return out
}

func (e *Eval) clientLeaf(l flow.Leaf) Bound {
	if e.withinLeaf(l) > 0 {
		return Bound{State: BoundYes}
	}
	switch l.Kind {
	case flow.Alloc:
		return e.clientLiteral(l.Value.(*ssa.Alloc))
	case flow.GlobalAddr:
		return e.structVar(l.Value, e.x.GlobalStores(l.Value.(*ssa.Global)))
	case flow.Global:
		return e.clientGlobal(l.Value.(*ssa.Global))
	case flow.Field:
		return e.clientField(l.Var)
	case flow.FieldAddr:
		return e.valueField(l)
	case flow.Param:
		p := l.Value.(*ssa.Parameter)
		if p.Parent().Parent() == nil {
			return Bound{State: BoundParam, Param: ssacall.ParamIndex(p), Fn: p.Parent()}
		}
	case flow.Call:
		return e.clientCall(l.Value.(*ssa.Call), l.Result)
	}
	return Bound{}
}

func (e *Eval) clientGlobal(g *ssa.Global) Bound {
	if g.Pkg != e.x.SSA.Pkg {
		if g.Pkg.Pkg.Path() == "net/http" && g.Name() == "DefaultClient" {
			return Bound{State: BoundNo, Global: true, What: "http.DefaultClient",
				Unless: []string{"net/http.DefaultClient"}}
		}
		return Bound{}
	}
	if e.fieldSetThrough(func(base ssa.Value) bool { return loads(base, g) }, gotype.Deref(g.Type())) {
		return Bound{State: BoundYes}
	}
	return e.stored(e.x.GlobalStores(g))
}

// stored judges the values that a field or variable gets. What an option or constructor
// is handed is its caller's to bound: beside a default without timeout, the default
// stands unless one of these is called with a client of its own.
func (e *Eval) stored(stores []*ssa.Store) Bound {
	var all []Bound
	var unless []string
	params := false
	for _, st := range stores {
		if ssacall.IsNil(st.Val) {
			continue
		}
		b := e.Client(st.Val)
		if b.State != BoundParam {
			all = append(all, b)
			continue
		}
		params = true
		if obj, ok := b.Fn.Object().(*types.Func); ok {
			unless = append(unless, HandedTo(obj))
		}
	}
	b := weakest(all)
	switch {
	case b.State == BoundNo:
		b.Unless = union(b.Unless, unless)
	case len(all) == 0 && params:
		b.Injected = true
	}
	return b
}

// HandedTo is the setting that a client is handed to the option or constructor fn.
func HandedTo(fn *types.Func) string { return "handed " + fn.FullName() }

// clientField judges a field that points to a client.
func (e *Eval) clientField(f *types.Var) Bound {
	if len(e.x.FieldStores(f)) == 0 && f.Exported() && f.Pkg() == e.pass.Pkg {
		return Bound{Unset: true, Unless: []string{fieldName(f)}}
	}
	b := e.stored(e.x.FieldStores(f))
	if b.Injected {
		b.Home = f
	}
	if b.State == BoundNo && e.fieldSetThrough(func(base ssa.Value) bool { return loadsField(base, f) }, f.Type()) {
		return Bound{State: BoundYes}
	}
	if b.State == BoundNo && f.Exported() && f.Pkg() != nil {
		// Anybody may replace it.
		b.Unless = append(b.Unless, fieldName(f))
	}
	return b
}

// fieldName spells a field as a setting. The owner is not known from the field alone,
// so its package stands for it; field names that repeat in a package count as one.
func fieldName(f *types.Var) string { return f.Pkg().Path() + ".." + f.Name() }

// valueField judges a client that is a field by value. Where the struct is but a copy of
// what came in as a parameter, what the package stores in the field decides.
func (e *Eval) valueField(l flow.Leaf) Bound {
	here := Bound{State: BoundNo, What: what(gotype.Deref(l.Value.Type())), Fn: l.Fn}
	if alloc, ok := l.Base.(*ssa.Alloc); ok {
		here = e.structVar(l.Value, flow.StoresTo(alloc, l.Var))
		if here.State != BoundNo || !flow.Spilled(alloc) {
			return here
		}
	}
	for _, fa := range e.x.FieldAddrs(l.Var) {
		switch b := e.structVar(fa, nil); b.State {
		case BoundYes:
			return b
		case BoundUnknown:
			here = b
		}
	}
	if stores := notZero(e.x.FieldStores(l.Var)); len(stores) > 0 {
		return e.stored(stores)
	}
	return here
}

// structVar judges the struct at addr: its own fields, or what is copied into it.
func (e *Eval) structVar(addr ssa.Value, stores []*ssa.Store) Bound {
	if e.fieldsSet(addr).State == BoundYes || e.setByCallee(addr) {
		return Bound{State: BoundYes}
	}
	if stores = notZero(stores); len(stores) > 0 {
		return e.stored(stores)
	}
	if ts := e.Stored(addr, "Transport"); len(ts) > 0 {
		if s := e.Transport(ts[len(ts)-1]); s != BoundNo {
			return Bound{State: s}
		}
	}
	return Bound{State: BoundNo, What: what(gotype.Deref(addr.Type())), Pos: addr.Pos(), Fn: addr.Parent()}
}

// notZero leaves out the stores of a zero value, which a literal begins with.
func notZero(stores []*ssa.Store) []*ssa.Store {
	var out []*ssa.Store
	for _, st := range stores {
		if _, zero := st.Val.(*ssa.Const); !zero {
			out = append(out, st)
		}
	}
	return out
}

// what names a client of type t that has no timeout.
func what(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return "a client without timeout"
	}
	return "an " + qualified(n.Obj()) + " without timeout"
}

// clientLiteral judges &http.Client{…}, var c http.Client, and the like.
func (e *Eval) clientLiteral(a *ssa.Alloc) Bound {
	if e.fieldsSet(a).State == BoundYes || e.setByCallee(a) || e.setThroughHome(a) {
		return Bound{State: BoundYes}
	}
	out := Bound{State: BoundNo, Pos: a.Pos(), Fn: a.Parent(), What: what(gotype.Deref(a.Type()))}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a { // w := *c
			if _, zero := st.Val.(*ssa.Const); zero {
				continue
			}
			if b := e.Client(st.Val); b.State != BoundNo {
				return b
			}
		}
	}
	if t := e.transportOf(a); t != nil {
		switch e.Transport(t) {
		case BoundYes:
			return Bound{State: BoundYes}
		case BoundUnknown:
			return Bound{}
		}
	}
	return out
}
