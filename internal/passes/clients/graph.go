package clients

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/funcfact"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// A graph holds the clients of a package: where they are made, where they are kept, and
// which hosts are called through them.
type graph struct {
	e      *eval
	mades  map[string]*madeClient
	order  []*madeClient
	uses   []clientUse
	stores []clientStore
	read   funcfact.Reading // what it was made of
	// By declared function: its uses, and its stores of a parameter into a field.
	usedIn   map[*ssa.Function][]*clientUse
	storedIn map[*ssa.Function][]*clientStore
}

type madeClient struct {
	ref  Ref
	pos  token.Pos
	fn   *ssa.Function
	what string
	val  ssa.Value
}

// A clientUse is a call through a client.
type clientUse struct {
	client, url Ref
	fn          *ssa.Function
	now         bool
	through     string // the function that the client is handed to, or empty
	prefix      bool   // the URL's value is only the front of what is called
	path        []trace.Step
}

// A clientStore is a write of a client into a field or package variable.
type clientStore struct {
	client Ref
	field  string    // "pkg.T.F", or empty
	global string    // "pkg.V", or empty
	into   ssa.Value // the struct that has the field
	fn     *ssa.Function
	pos    token.Pos
	val    ssa.Value
}

func (e *eval) newGraph() *graph {
	g := &graph{e: e, mades: map[string]*madeClient{},
		usedIn: map[*ssa.Function][]*clientUse{}, storedIn: map[*ssa.Function][]*clientStore{}}
	e.graph = g
	g.read = e.rounds.log.Reading(g.fill)
	g.byFunc()
	return g
}

func (g *graph) fill() {
	e := g.e
	for _, fn := range e.x.SSA.Funcs {
		b := e.bodies[fn]
		if b == nil {
			continue
		}
		for i := range b.items {
			it := &b.items[i]
			switch {
			case it.kind&storesClient != 0:
				g.store(fn, it.in.(*ssa.Store))
			case it.call != nil:
				g.call(fn, it.call)
			}
		}
	}
}

// forget leaves out the clients that were found after the first n.
func (g *graph) forget(n int) {
	for _, m := range g.order[n:] {
		delete(g.mades, m.ref.Name)
	}
	g.order = g.order[:n]
}

// byFunc finds the declared functions that have uses, and those that keep what they are
// given.
func (g *graph) byFunc() {
	for i := range g.uses {
		u := &g.uses[i]
		fn := flow.Named(u.fn)
		g.usedIn[fn] = append(g.usedIn[fn], u)
	}
	for i := range g.stores {
		s := &g.stores[i]
		if s.client.Kind == RefParam && s.client.Path == "" && s.field != "" {
			fn := flow.Named(s.fn)
			g.storedIn[fn] = append(g.storedIn[fn], s)
		}
	}
}

// made is the ref of a client that is made at v.
func (g *graph) made(v ssa.Value, fn *ssa.Function, what string) Ref {
	name := g.e.pass.Fset.Position(v.Pos()).String()
	if _, ok := g.mades[name]; !ok {
		m := &madeClient{ref: Ref{Kind: RefMade, Name: name}, pos: v.Pos(), fn: fn, what: what, val: v}
		g.mades[name] = m
		g.order = append(g.order, m)
	}
	return g.mades[name].ref
}

func (g *graph) store(fn *ssa.Function, st *ssa.Store) {
	s := clientStore{fn: fn, pos: st.Pos(), val: st.Val}
	if s.client = g.e.client(st.Val); s.client.Kind == RefNone {
		return
	}
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		s.field, s.into = gotype.Name(addr.X.Type())+"."+flow.FieldVar(addr).Name(), addr.X
	case *ssa.Global:
		s.global = addr.Pkg.Pkg.Path() + "." + addr.Name()
	}
	g.stores = append(g.stores, s)
}

func (g *graph) call(fn *ssa.Function, c *call) {
	if c.out != nil {
		g.outbound(fn, c)
		return
	}
	f := g.e.factOf(c)
	if f == nil && c.concrete != nil {
		f = g.e.fact(c.concrete)
	}
	if f == nil || len(f.Uses) == 0 {
		return
	}
	as := ssacall.Args(c.Common())
	for _, u := range f.Uses {
		n := clientUse{fn: fn, now: u.Now, through: deadlines.FuncName(c.Fn), client: g.handed(u, as)}
		if n.client.Kind == RefNone {
			continue
		}
		n.url, n.prefix = g.e.subst(u.URL, as), true
		n.path = trace.Join([]trace.Step{g.e.step(trace.Call, c.Pos(), fn, n.through)}, u.Path)
		g.uses = append(g.uses, n)
	}
}

// handed is the client that the callee's use u goes through, seen from its call.
func (g *graph) handed(u Use, as []ssa.Value) Ref {
	switch {
	case u.Client.Kind == RefNamed && u.URL.Kind == RefParam:
		return u.Client
	case u.Client.Kind != RefParam || u.Client.Param >= len(as):
		return Ref{}
	case u.Client.Path == "":
		return g.e.client(as[u.Client.Param])
	}
	return g.e.base(as[u.Client.Param], 0).path(u.Client.Path)
}

// outbound takes note of a catalogued call through a client, or through a request that a
// client has built.
func (g *graph) outbound(fn *ssa.Function, c *call) {
	com, en := c.Common(), c.out
	v := ssacall.Receiver(com)
	for range maxURL {
		if v == nil || g.e.isClient(v.Type()) {
			break
		}
		v = g.builder(v)
	}
	if v == nil || !g.e.isClient(v.Type()) || !en.Dep.Stated() {
		return
	}
	u := clientUse{fn: fn, now: true, client: g.e.client(v)}
	if u.client.Kind == RefNone {
		return
	}
	dep := ssacall.At(com, en.Dep)
	if dep == nil {
		return
	}
	u.url, u.prefix = g.e.url(dep), g.joined(dep)
	u.path = []trace.Step{g.e.step(trace.Outbound, c.Pos(), fn, deadlines.FuncName(c.Fn))}
	g.uses = append(g.uses, u)
}

// builder is the receiver of the call that made v.
func (g *graph) builder(v ssa.Value) ssa.Value {
	leaves := g.e.x.Resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Call {
		return nil
	}
	return ssacall.Receiver(leaves[0].Value.(*ssa.Call).Common())
}

// joined tells whether the URL is put together from a base and more.
func (g *graph) joined(v ssa.Value) bool {
	for range maxURL {
		if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
			return true
		}
		leaves := g.e.x.Resolve(v)
		if len(leaves) != 1 {
			return false
		}
		switch x := leaves[0].Value.(type) {
		case *ssa.BinOp:
			return x.Op == token.ADD
		case *ssa.Call:
			obj, _ := ssacall.Target(x.Common())
			if obj == nil {
				return false
			}
			name := obj.FullName()
			if name == "fmt.Sprintf" || strings.HasSuffix(name, "JoinPath") {
				return true
			}
			i, ok := urlArg(obj)
			if !ok || i >= len(ssacall.Args(x.Common())) {
				return false
			}
			v = ssacall.Args(x.Common())[i]
		default:
			return false
		}
	}
	return false
}

// maxUses bounds the uses of one fact.
const maxUses = 12

// usesOf lists the uses that fn's callers must know of: of a client that they pass, with
// any URL, and of a client of theirs for a URL that they pass.
func (g *graph) usesOf(fn *ssa.Function) []Use {
	var out []Use
	add := func(u Use) {
		if u.URL.Kind == RefMade || u.URL.Kind == RefNamed {
			u.URL = Ref{}
		}
		for _, have := range out {
			if have.Client == u.Client && have.URL == u.URL && (have.Now || !u.Now) {
				return
			}
		}
		if len(out) < maxUses {
			out = append(out, u)
		}
	}
	for _, u := range g.usedIn[fn] {
		switch {
		case u.client.Kind == RefParam && u.client.Path == "",
			u.client.Kind == RefParam && u.url.Kind == RefParam && u.url.Path == "",
			u.client.Kind == RefNamed && u.client.Path == "" && (u.url.Kind == RefHost || u.url.Kind == RefParam && u.url.Path == ""):
			add(Use{Client: u.client, URL: u.url, Now: u.now, Path: u.path})
		}
	}
	for _, s := range g.storedIn[fn] {
		for _, u := range g.kept(s) {
			add(Use{Client: s.client, URL: u.url, Path: u.path})
		}
	}
	return out
}

// kept lists the uses, by the methods of the struct itself, of the field that the store
// writes, with base URLs as the struct gets them.
func (g *graph) kept(s *clientStore) []clientUse {
	var out []clientUse
	for _, u := range g.uses {
		if u.client.Kind != RefParam || u.client.Path != s.field {
			continue
		}
		switch u.url.Kind {
		case RefHost:
			out = append(out, u)
		case RefParam:
			if u.url.Param == u.client.Param && u.prefix {
				if r := g.fieldValue(s.into, u.url.Path); r.Kind != RefNone {
					u.url = r
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// fieldValue is the URL that the struct at into gets in the field, where it is made.
func (g *graph) fieldValue(into ssa.Value, field string) Ref {
	alloc, ok := into.(*ssa.Alloc)
	if !ok {
		return Ref{}
	}
	st, ok := gotype.Deref(alloc.Type()).Underlying().(*types.Struct)
	if !ok {
		return Ref{}
	}
	for i := range st.NumFields() {
		if gotype.Name(alloc.Type())+"."+st.Field(i).Name() != field {
			continue
		}
		stores := flow.StoresTo(alloc, st.Field(i))
		if len(stores) != 1 {
			return Ref{}
		}
		return g.e.url(stores[0].Val)
	}
	return Ref{}
}
