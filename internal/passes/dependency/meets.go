package dependency

import (
	"go/types"
	"net"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// maxMeets bounds what is listed for one function.
const maxMeets = 6

// A list collects meets without doubles.
type list struct {
	meets []Meet
	more  bool
}

func (l *list) add(ms ...Meet) {
	if l.meets == nil && len(ms) > 0 {
		l.meets = make([]Meet, 0, min(len(ms), maxMeets))
	}
	for i := range ms {
		switch m := &ms[i]; {
		case l.has(m):
		case len(l.meets) >= maxMeets:
			l.more = true
		default:
			l.meets = append(l.meets, *m)
		}
	}
}

func (l *list) has(m *Meet) bool {
	for i := range l.meets {
		if sameMeet(&l.meets[i], m) {
			return true
		}
	}
	return false
}

func (l *list) join(o list) {
	l.add(o.meets...)
	l.more = l.more || o.more
}

func sameMeet(a, b *Meet) bool {
	return a.Kind == b.Kind && a.Via == b.Via && a.Addr == b.Addr && a.Each == b.Each && a.Ctx == b.Ctx &&
		slices.EqualFunc(a.Gates, b.Gates, sameGate)
}

func sameGate(a, b Gate) bool { return a.Kind == b.Kind && slices.Equal(a.Refs, b.Refs) }

// A met is what a call or function meets, as far as it is known while it is asked.
type met struct {
	list
	busy bool
}

// meets lists what a call meets, seen from the function that it stands in.
func (e *eval) meets(c ssa.CallInstruction) list {
	if r := e.met[c]; r != nil {
		e.cut = e.cut || r.busy
		return r.list
	}
	r := &met{list: list{more: true}, busy: true}
	e.met[c] = r
	l := e.meetsOf(c)
	if len(l.meets) > 0 {
		if before := e.gatesBefore(c); len(before) > 0 {
			l.meets = slices.Clone(l.meets)
			for i := range l.meets {
				l.meets[i].Gates = appendGates(before, l.meets[i].Gates)
			}
		}
	}
	r.list, r.busy = l, false
	return l
}

func (e *eval) meetsOf(c ssa.CallInstruction) list {
	com := c.Common()
	if _, ok := com.Value.(*ssa.Builtin); ok {
		return list{}
	}
	obj, recv := ssacall.Target(com)
	if obj == nil {
		return e.value(c)
	}
	var l list
	entries := e.cat.Func(obj, recv)
	for _, en := range entries {
		switch {
		case en.Kind == catalogue.KindOutbound && !local(en):
			l.add(e.library(c, en, obj)...)
			return l
		case en.Op.Stated() && en.Kind != catalogue.KindServer && en.Kind != catalogue.KindFallback:
			op := ssacall.At(com, en.Op)
			if op == nil {
				continue
			}
			ran := e.body(op)
			e.behind(&ran, c, en)
			return ran
		}
	}
	if e.doer(com, obj) {
		l.add(e.sent(c, obj))
		return l
	}
	if f := e.fact(obj); f != nil {
		l = e.through(c, f, obj)
	} else if callable(com, obj) {
		l.add(e.method(c, obj))
	}
	if !outside.InProgram(e.pass, gotype.Path(obj)) && len(entries) == 0 && !registers(obj) {
		for _, a := range com.Args { // a library runs what it is given
			if sig, ok := a.Type().Underlying().(*types.Signature); ok && returnsError(sig) {
				l.join(e.body(a))
			}
		}
	}
	return l
}

// registers tells whether a function only takes note of what it is given.
func registers(obj *types.Func) bool {
	switch gotype.Path(obj) {
	case "net/http", "context", "time", "sync", "flag", "expvar", "path/filepath", "io/fs", "go/ast":
		return true
	}
	return false
}

// local tells whether what the entry is about does not reach another machine: a command,
// a file, a listener.
func local(en *catalogue.Entry) bool {
	for _, s := range en.Names.Sym {
		for _, p := range []string{"os/exec.", "(*os/exec.", "os.", "(*os.", "(net.Listener)", "net.Listen", "(*net.ListenConfig)"} {
			if len(s) > len(p) && s[:len(p)] == p {
				return true
			}
		}
	}
	return en.Async
}

// callable tells whether a call of an interface's method may leave the process: it takes a
// context and can fail.
func callable(com *ssa.CallCommon, obj *types.Func) bool {
	if !com.IsInvoke() || obj.Pkg() == nil {
		return false
	}
	sig := obj.Signature()
	return sig.Params().Len() > 0 && gotype.IsContext(sig.Params().At(0).Type()) && returnsError(sig)
}

func returnsError(sig *types.Signature) bool {
	return gotype.Fails(sig)
}

// library is a catalogued call.
func (e *eval) library(c ssa.CallInstruction, en *catalogue.Entry, obj *types.Func) []Meet {
	com := c.Common()
	m := Meet{Kind: Library, Ctx: e.ctxParam(com), Callee: deadlines.FuncName(obj)}
	m.Path = []trace.Step{e.step(trace.Outbound, c, m.Callee)}
	recv := ssacall.Receiver(com)
	if client := e.clientBehind(recv); client != nil {
		m.Each = true
		m.Addr = fromClients(e.clients.URL(ssacall.At(com, en.Dep)))
		return e.via(m, client)
	}
	if recv == nil {
		dep := ssacall.At(com, en.Dep)
		if dep == nil {
			return []Meet{m}
		}
		if isString(dep.Type()) || clients.URLType(dep.Type()) {
			m.Each = true
			m.Addr = e.address(dep)
			return []Meet{m}
		}
		return e.via(m, dep)
	}
	if gotype.Name(recv.Type()) == "net.Dialer" || gotype.Name(recv.Type()) == "crypto/tls.Dialer" {
		m.Each = true
		if dep := ssacall.At(com, en.Dep); dep != nil {
			m.Addr = e.address(dep)
		}
		return []Meet{m}
	}
	return e.via(m, recv)
}

// address is the host or address that v names.
func (e *eval) address(v ssa.Value) Ref {
	if r := fromClients(e.clients.URL(v)); r.Known() {
		return r
	}
	r := e.one(v, "")
	if r.Root != Text {
		return r
	}
	if host, _, err := net.SplitHostPort(r.Name); err == nil && host != "" {
		return Ref{Root: Host, Name: host}
	}
	return r
}

// fromClients turns what package clients says of a URL into a Ref.
func fromClients(r clients.Ref) Ref {
	switch r.Kind {
	case clients.RefParam:
		return Ref{Root: Param, Param: r.Param, Path: r.Path}
	case clients.RefNamed:
		return Ref{Root: Global, Name: r.Name, Path: r.Path}
	case clients.RefHost:
		return Ref{Root: Host, Name: r.Name}
	case clients.RefMade:
		return Ref{Root: Made, Name: r.Name, Path: r.Path}
	}
	return Ref{}
}

// clientBehind is the client of a kind that calls any URL, behind v and the builders
// around it, or nil.
func (e *eval) clientBehind(v ssa.Value) ssa.Value {
	for range maxDepth {
		if v == nil || clients.ClientType(v.Type()) {
			return v
		}
		leaves := e.x.Resolve(v)
		if len(leaves) != 1 || leaves[0].Kind != flow.Call {
			return nil
		}
		v = ssacall.Receiver(leaves[0].Value.(*ssa.Call).Common())
	}
	return nil
}

// via gives a meet for each thing that the called value can be.
func (e *eval) via(m Meet, v ssa.Value) []Meet {
	out, whole := e.at(v, "")
	var ms []Meet
	for _, o := range out {
		m.Via = o.ref
		ms = append(ms, m)
	}
	if !whole || len(ms) == 0 {
		m.Via = Ref{}
		ms = append(ms, m)
	}
	return ms
}

// doer tells whether the call is that of a stand-in for http.Client.
func (e *eval) doer(com *ssa.CallCommon, obj *types.Func) bool {
	return com.IsInvoke() && clients.DoMethod(obj)
}

func (e *eval) sent(c ssa.CallInstruction, obj *types.Func) Meet {
	com := c.Common()
	m := Meet{Kind: Library, Each: true, Ctx: e.ctxParam(com), Callee: deadlines.FuncName(obj)}
	m.Path = []trace.Step{e.step(trace.Outbound, c, m.Callee)}
	m.Addr = fromClients(e.clients.URL(com.Args[0]))
	m.Via = e.one(com.Value, "")
	return m
}

// method is the call of an interface's method.
func (e *eval) method(c ssa.CallInstruction, obj *types.Func) Meet {
	m := Meet{Kind: Interface, Ctx: e.ctxParam(c.Common()), Callee: deadlines.FuncName(obj)}
	m.Path = []trace.Step{e.step(trace.Outbound, c, m.Callee)}
	m.Via = e.one(c.Common().Value, "")
	return m
}

// through is what the callee meets, seen from the call.
func (e *eval) through(c ssa.CallInstruction, f *Func, obj *types.Func) list {
	l := list{more: f.More}
	if len(f.Meets) == 0 {
		return l
	}
	l.meets = make([]Meet, 0, min(len(f.Meets), maxMeets))
	as := ssacall.Args(c.Common())
	step := []trace.Step{e.step(trace.Call, c, deadlines.FuncName(obj))}
	for _, m := range f.Meets {
		m.Path = trace.Join(step, m.Path)
		if m.Ctx >= 0 && m.Ctx < len(as) {
			m.Ctx = e.paramOf(as[m.Ctx])
		}
		e.subst(&l, m, as)
	}
	return l
}

// subst adds to l the meet m of a callee with the arguments in the place of its parameters.
// What is called through a function that was handed over is what that function meets.
func (e *eval) subst(l *list, m Meet, as []ssa.Value) {
	m.Addr = e.substRef(m.Addr, as, m.Each)
	gates := make([]Gate, 0, len(m.Gates))
	for _, g := range m.Gates {
		n := Gate{Kind: g.Kind}
		for _, r := range g.Refs {
			n.Refs = append(n.Refs, e.substRef(r, as, false))
		}
		gates = append(gates, n)
	}
	m.Gates = gates
	if m.Via.Root != Param {
		l.add(m)
		return
	}
	if m.Via.Param >= len(as) {
		m.Via = Ref{}
		l.add(m)
		return
	}
	out, whole := e.at(as[m.Via.Param], m.Via.Path)
	for _, o := range out {
		if m.Kind == Value && o.val != nil {
			ran := e.body(o.val)
			for i := range ran.meets {
				ran.meets[i].Path = trace.Join(m.Path, ran.meets[i].Path)
				ran.meets[i].Gates = appendGates(m.Gates, ran.meets[i].Gates)
			}
			l.join(ran)
			continue
		}
		n := m
		n.Via = o.ref
		l.add(n)
	}
	if !whole || len(out) == 0 {
		m.Via = Ref{}
		l.add(m)
	}
}

func (e *eval) substRef(r Ref, as []ssa.Value, url bool) Ref {
	if r.Root != Param {
		return r
	}
	if r.Param >= len(as) {
		return Ref{}
	}
	if url && r.Path == "" {
		return e.address(as[r.Param])
	}
	return e.one(as[r.Param], r.Path)
}
