package inventory

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// leaves lists the dependencies that the call meets itself.
func (c *collector) leaves(call ssa.CallInstruction) []inventory.Leaf {
	var out []inventory.Leaf
	obj, _ := ssacall.Target(call.Common())
	if obj == nil || trip(call.Parent()) || generated(call.Parent()) != "" || pkgPath(obj) == "os/exec" {
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

// squirrel builds statements, and is told at the end, or on the way, what runs them.
const squirrel = "github.com/Masterminds/squirrel"

// builds tells whether v is a builder of statements, or what comes of one.
func builds(v ssa.Value) bool {
	for range 12 {
		if strings.HasPrefix(gotype.Name(v.Type()), squirrel+".") {
			return true
		}
		call, ok := v.(*ssa.Call)
		if x, extracted := v.(*ssa.Extract); extracted {
			call, ok = x.Tuple.(*ssa.Call)
		}
		if !ok || ssacall.Receiver(call.Common()) == nil {
			return false
		}
		v = ssacall.Receiver(call.Common())
	}
	return false
}

// runner is what runs the statements of the builder v, or nil where that is not seen.
func (c *collector) runner(v ssa.Value) ssa.Value {
	for range 24 {
		leaves := c.x.Resolve(v)
		if len(leaves) != 1 {
			return nil
		}
		switch l := leaves[0]; l.Kind {
		case flow.Field: // a builder that is kept, with what runs it
			stores := c.x.FieldStores(l.Var)
			if len(stores) != 1 {
				return nil
			}
			v = stores[0].Val
		case flow.Call:
			com := l.Value.(*ssa.Call).Common()
			obj, _ := ssacall.Target(com)
			r := ssacall.Receiver(com)
			if obj == nil || r == nil {
				return nil
			}
			if obj.Name() == "RunWith" && obj.Pkg() != nil && obj.Pkg().Path() == squirrel && len(com.Args) == 2 {
				if mi, ok := com.Args[1].(*ssa.MakeInterface); ok {
					return mi.X
				}
				return com.Args[1]
			}
			v = r
		default:
			return nil
		}
	}
	return nil
}

// stub tells whether a method of this signature is one of a generated client: it takes what
// only those take.
func stub(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		t := v.Type()
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
		switch gotype.Name(t) {
		case "google.golang.org/grpc.CallOption", "connectrpc.com/connect.Request":
			return true
		}
	}
	return false
}

// generated is the client that fn is a method of, where protoc-gen-go-grpc wrote it: it hands
// its call to a connection.
func generated(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil || !stub(fn.Signature) {
		return ""
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if ok && call.Call.IsInvoke() && gotype.Is(call.Call.Value.Type(), "google.golang.org/grpc", "ClientConnInterface") {
				name := gotype.Name(recv.Type())
				i := strings.LastIndexByte(name, '.') + 1
				if i >= len(name) {
					return ""
				}
				return name[:i] + strings.ToUpper(name[i:i+1]) + name[i+1:]
			}
		}
	}
	return ""
}

// resolves tells whether a function of package net asks for names.
func resolves(obj *types.Func) bool {
	n := obj.Name()
	return obj.Pkg() != nil && obj.Pkg().Path() == "net" &&
		(strings.HasPrefix(n, "Lookup") || strings.HasPrefix(n, "Resolve") && strings.HasSuffix(n, "Addr"))
}

// trip tells whether fn is a round tripper, or stands in one: what it calls is a part of the
// client that it belongs to.
func trip(fn *ssa.Function) bool {
	named := flow.Named(fn)
	sig := named.Signature
	return named.Name() == "RoundTrip" && sig.Recv() != nil && sig.Params().Len() == 1 && gotype.Is(sig.Params().At(0).Type(), "net/http", "Request")
}

// connection tells whether a function is a method of a network connection, or of a stream.
func connection(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	if recv == nil || obj.Pkg() == nil {
		return false
	}
	name := gotype.Name(recv.Type())
	switch obj.Pkg().Path() {
	case "net", "crypto/tls":
		return strings.HasSuffix(name, "Conn")
	case "google.golang.org/grpc":
		return strings.HasSuffix(name, "Stream") || strings.HasSuffix(name, "StreamingClient")
	}
	return false
}

// client says what the client of an HTTP call, or what a library does by default, does to
// the time of the call.
func (c *collector) client(call ssa.CallInstruction) inventory.Bound {
	com := call.Common()
	obj, recv := ssacall.Target(com)
	var en *catalogue.Entry
	for _, e := range c.cat.Func(obj, recv) {
		if e.Kind == catalogue.KindOutbound {
			en = e
		}
	}
	r := ssacall.Receiver(com)
	switch {
	case r != nil && clients.ClientType(r.Type()) && c.times.Index != nil:
		return c.bound(r)
	case en != nil && slices.Contains(en.Bound, "var:net/http.DefaultClient"):
		return inventory.Bound{State: inventory.Free, What: "http.DefaultClient"}
	case en != nil && en.Wait == catalogue.WaitBounded:
		return inventory.Bound{State: inventory.Set, Max: int64(en.DefaultTimeout), What: "by default"}
	}
	return inventory.Bound{}
}

// bound is what the HTTP client v does to the time of its calls.
func (c *collector) bound(v ssa.Value) inventory.Bound {
	b := c.times.Eval.Client(v)
	switch b.State {
	case deadlines.BoundYes:
		return inventory.Bound{State: inventory.Set, What: "client"}
	case deadlines.BoundNo:
		return inventory.Bound{State: inventory.Free, What: b.What}
	}
	return inventory.Bound{}
}

// context is what the context that the call hands on does to its time.
func (c *collector) context(call ssa.CallInstruction) inventory.Bound {
	com := call.Common()
	v, none := c.carrier(call)
	switch {
	case none:
		return inventory.Bound{State: inventory.Free}
	case v == nil && !com.IsInvoke() && com.StaticCallee() != nil:
		return asCaller // the function called says what it does
	case v == nil:
		return inventory.Bound{}
	case c.times.Index == nil:
		return inventory.Bound{}
	}
	out := inventory.Bound{State: state(c.times.Eval.Context(v))}
	if l := c.times.Eval.Limit(v); l.Max > 0 && (out.State == inventory.Set || out.State == inventory.Caller) {
		out.Max = int64(l.Max)
	}
	return out
}

// carrier is the context, or what carries one, that the call is handed. none is set where
// a library offers no way to hand one over.
func (c *collector) carrier(call ssa.CallInstruction) (v ssa.Value, none bool) {
	com := call.Common()
	if obj, recv := ssacall.Target(com); obj != nil {
		for _, en := range c.cat.Func(obj, recv) {
			if en.Kind != catalogue.KindOutbound {
				continue
			}
			if v := ssacall.At(com, en.Ctx); v != nil {
				return v, false
			}
			if en.Ctx.None {
				return nil, true
			}
		}
	}
	for _, a := range ssacall.Args(com) {
		if gotype.IsContext(a.Type()) || gotype.Is(a.Type(), "net/http", "Request") {
			return a, false
		}
	}
	return nil, false
}

// state puts the sources of a context together: the weakest counts.
func state(sources []deadlines.Source) inventory.State {
	var bounded, caller, unknown bool
	for _, s := range sources {
		switch {
		case s.Kind == deadlines.Bounded:
			bounded = true
		case s.Kind == deadlines.Caller, s.Branch:
			caller = true
		case s.Kind == deadlines.Root, s.Kind == deadlines.Never:
			return inventory.Free
		default:
			unknown = true
		}
	}
	switch {
	case unknown:
		return inventory.Unseen
	case caller:
		return inventory.Caller
	case bounded:
		return inventory.Set
	}
	return inventory.Unseen
}

// tries lists the retry layers that the call adds.
func (c *collector) tries(call ssa.CallInstruction) []inventory.Factor {
	var out []inventory.Factor
	if c.again.Index == nil {
		return nil
	}
	for _, f := range c.again.Eval.At(call) {
		out = append(out, inventory.Factor{In: f.In, By: f.By, Attempts: f.Attempts})
	}
	return out
}

var gateNames = map[dependency.GateKind]string{
	dependency.Limiter: "limiter", dependency.Semaphore: "semaphore", dependency.Breaker: "breaker", dependency.Workers: "workers",
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

// typeName is the name of a type for a reader: "sql.DB".
func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
