package clients

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

const (
	defaultClient    = "http.DefaultClient"
	defaultTransport = "http.DefaultTransport"
)

// A DefaultUse is a call that goes out through http.DefaultClient.
type DefaultUse struct {
	Fn   *ssa.Function
	Call ssa.CallInstruction
	What string // what is called, as a reader names it
	Via  string // the variable or field that holds http.DefaultClient, or empty
	Host string // the constant host that is called, or empty
	Path []trace.Step
}

// usesDefaults tells whether anything in the package can be one of the process-wide
// defaults, or calls through one: it names one, a function that calls through one, or a
// function of another package that gives one. What functions of this package give comes
// from one of these.
func (e *eval) usesDefaults() bool {
	if p := e.x.SSA.Pkg.Prog.ImportedPackage("net/http"); p != nil {
		for _, name := range []string{"DefaultClient", "DefaultTransport"} {
			if g := p.Var(name); g != nil && len(e.x.Uses(g)) > 0 {
				return true
			}
		}
	}
	for _, fn := range e.x.SSA.Funcs {
		if slices.ContainsFunc(e.x.FuncValues(fn), e.callsDefault) {
			return true
		}
		b := e.bodies[fn]
		for i := 0; b != nil && i < len(b.items); i++ {
			if c := b.items[i].call; c != nil && (c.out != nil && throughDefault(c.out) || givesDefault(c.fact)) {
				return true
			}
		}
	}
	return false
}

// callsDefault tells whether fn is known to call through http.DefaultClient.
func (e *eval) callsDefault(fn *types.Func) bool {
	for _, en := range e.cat.Func(fn, nil) {
		if en.Kind == catalogue.KindOutbound && throughDefault(en) {
			return true
		}
	}
	return false
}

func throughDefault(en *catalogue.Entry) bool {
	return slices.Contains(en.Bound, "var:net/http.DefaultClient")
}

func givesDefault(f *Func) bool {
	return f != nil && slices.ContainsFunc(f.Results, func(r Result) bool { return r.Kind == ResultDefault })
}

// defaults returns the calls of fn that go out through http.DefaultClient.
func (e *eval) defaults(fn *ssa.Function) []*DefaultUse {
	var out []*DefaultUse
	for _, s := range e.x.Sites(fn) {
		if d := e.defaultUse(fn, s); d != nil {
			out = append(out, d)
		}
	}
	return out
}

func (e *eval) defaultUse(fn *ssa.Function, c flow.Site) *DefaultUse {
	com := c.Common()
	if c.Fn == nil {
		return e.defaultValue(fn, c.CallInstruction)
	}
	en := e.entry(com, catalogue.KindOutbound)
	via := ""
	switch {
	case en == nil:
		return e.defaultHanded(fn, c)
	case !throughDefault(en):
		recv := ssacall.Receiver(com)
		if recv == nil || !gotype.Is(recv.Type(), "net/http", "Client") && !doer(recv.Type()) {
			return nil
		}
		var ok bool
		if via, ok = e.onlyDefault(recv); !ok {
			return nil
		}
	}
	d := &DefaultUse{Fn: fn, Call: c.CallInstruction, What: deadlines.FuncName(c.Fn), Via: via}
	d.Path = []trace.Step{e.step(trace.Outbound, c.Pos(), fn, d.What)}
	if en.Dep.Stated() {
		d.Host = e.url(ssacall.At(com, en.Dep)).host()
	}
	return d
}

// defaultValue is the call of a function value that can be nothing but http.Get or one of
// its kin, or a method of http.DefaultClient.
func (e *eval) defaultValue(fn *ssa.Function, c ssa.CallInstruction) *DefaultUse {
	com := c.Common()
	if _, builtin := com.Value.(*ssa.Builtin); builtin || com.IsInvoke() {
		return nil
	}
	obj, via := e.defaultFunc(com.Value, 0)
	if obj == nil {
		return nil
	}
	d := &DefaultUse{Fn: fn, Call: c, What: deadlines.FuncName(obj), Via: via}
	d.Path = []trace.Step{e.step(trace.Outbound, c.Pos(), fn, d.What)}
	return d
}

// defaultFunc is the function that calls through http.DefaultClient and that v can only
// be, with the variable or field that holds it.
func (e *eval) defaultFunc(v ssa.Value, depth int) (obj *types.Func, via string) {
	if ofCopy(v) {
		return nil, ""
	}
	for _, l := range e.x.Resolve(v) {
		var stores []*ssa.Store
		switch l.Kind {
		case flow.Func:
			obj = e.defaultMethod(l.Value)
		case flow.Field:
			if !l.Var.Exported() {
				stores, via = e.x.FieldStores(l.Var), l.Var.Name()
			}
		case flow.Global:
			if g := l.Value.(*ssa.Global); g.Pkg == e.x.SSA.Pkg && g.Object() != nil && !g.Object().Exported() {
				stores, via = e.x.GlobalStores(g), g.Name()
			}
		}
		if l.Kind != flow.Func {
			obj = nil
		}
		for _, st := range stores {
			if depth > 2 {
				return nil, ""
			}
			if obj, _ = e.defaultFunc(st.Val, depth+1); obj == nil {
				return nil, ""
			}
		}
		if obj == nil {
			return nil, ""
		}
	}
	return obj, via
}

// defaultMethod is the function value v, where it calls through http.DefaultClient.
func (e *eval) defaultMethod(v ssa.Value) *types.Func {
	fn := funcOf(v)
	if fn == nil {
		return nil
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" {
		return nil
	}
	if mc, ok := v.(*ssa.MakeClosure); ok && len(mc.Bindings) == 1 {
		if _, only := e.onlyDefault(mc.Bindings[0]); !only {
			return nil
		}
		return obj
	}
	if e.callsDefault(obj) {
		return obj
	}
	return nil
}

// defaultHanded is a use where the call hands http.DefaultClient to a function that calls
// through it.
func (e *eval) defaultHanded(fn *ssa.Function, c flow.Site) *DefaultUse {
	f := e.fact(c.Fn)
	if f == nil || len(f.Uses) == 0 {
		return nil
	}
	d := &DefaultUse{Fn: fn, Call: c.CallInstruction, What: deadlines.FuncName(c.Fn)}
	as := ssacall.Args(c.Common())
	for _, u := range f.Uses {
		if !u.Now || u.Client.Kind != RefParam || u.Client.Path != "" || u.Client.Param >= len(as) {
			continue
		}
		via, ok := e.onlyDefault(as[u.Client.Param])
		if !ok {
			continue
		}
		d.Via = via
		d.Host = e.subst(u.URL, as).host()
		d.Path = trace.Join([]trace.Step{e.step(trace.Call, d.Call.Pos(), d.Fn, d.What)}, u.Path)
		return d
	}
	return nil
}

// onlyDefault tells whether the client v can be nothing but http.DefaultClient, and by
// which variable or field it is known here.
func (e *eval) onlyDefault(v ssa.Value) (via string, ok bool) {
	if ofCopy(v) {
		return "", false
	}
	seen := false
	for _, l := range e.x.Resolve(v) {
		name := ""
		switch l.Kind {
		case flow.Global:
			g := l.Value.(*ssa.Global)
			if isDefault(g) == defaultClient {
				break
			}
			if g.Pkg != e.x.SSA.Pkg || g.Object() == nil || !e.allDefault(e.x.GlobalStores(g)) {
				return "", false
			}
			name = g.Name()
		case flow.Field:
			if l.Var.Exported() || !e.allDefault(e.x.FieldStores(l.Var)) {
				return "", false
			}
			name = l.Var.Name()
		case flow.Call:
			if !e.defaultResult(l.Value.(*ssa.Call), l.Result, defaultClient) {
				return "", false
			}
		default:
			return "", false
		}
		seen, via = true, name
	}
	return via, seen
}

// ofCopy tells whether v is a field of a struct that came into a variable as a whole, as a
// parameter does: what was in the field before is the caller's.
func ofCopy(v ssa.Value) bool {
	ld, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := ld.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	alloc, ok := fa.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
			if _, zero := st.Val.(*ssa.Const); !zero {
				return true
			}
		}
	}
	return false
}

func (e *eval) allDefault(stores []*ssa.Store) bool {
	if e.depth > 3 {
		return false
	}
	e.depth++
	defer func() { e.depth-- }()
	for _, st := range stores {
		if _, ok := e.onlyDefault(st.Val); !ok {
			return false
		}
	}
	return len(stores) > 0
}

// isDefault names the process-wide default that g is, or is empty.
func isDefault(g *ssa.Global) string {
	if g.Pkg == nil || g.Pkg.Pkg.Path() != "net/http" {
		return ""
	}
	switch g.Name() {
	case "DefaultClient":
		return defaultClient
	case "DefaultTransport":
		return defaultTransport
	}
	return ""
}

func (e *eval) defaultResult(c *ssa.Call, result int, name string) bool {
	obj, _ := ssacall.Target(c.Common())
	f := e.fact(obj)
	if f == nil {
		return false
	}
	for _, r := range f.Results {
		if r.Index == result && r.Kind == ResultDefault && r.Name == name {
			return true
		}
	}
	return false
}
