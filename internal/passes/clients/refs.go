package clients

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// clientTypes are the clients whose calls name their host each time.
var clientTypes = map[string]bool{
	"net/http.Client":                                true,
	"github.com/go-resty/resty/v2.Client":            true,
	"resty.dev/v3.Client":                            true,
	"github.com/hashicorp/go-retryablehttp.Client":   true,
	"github.com/gojek/heimdall/v7/httpclient.Client": true,
	"github.com/gojek/heimdall/v7/hystrix.Client":    true,
	"github.com/valyala/fasthttp.Client":             true,
	"github.com/imroc/req/v3.Client":                 true,
	"github.com/sethgrid/pester.Client":              true,
	"github.com/dghubble/sling.Sling":                false, // has one base URL
}

func clientType(t types.Type) bool { return clientTypes[gotype.Name(t)] || doer(t) }

// doer tells whether t is an interface that a program has for http.Client: one with the
// method Do.
func doer(t types.Type) bool {
	iface, ok := types.Unalias(t).Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for i := range iface.NumMethods() {
		if doMethod(iface.Method(i)) {
			return true
		}
	}
	return false
}

// doMethod tells whether fn has the name and form of (*http.Client).Do.
func doMethod(fn *types.Func) bool {
	if fn.Name() != "Do" {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && !sig.Variadic() &&
		gotype.Name(sig.Params().At(0).Type()) == "net/http.Request" &&
		gotype.Name(sig.Results().At(0).Type()) == "net/http.Response" && gotype.IsError(sig.Results().At(1).Type())
}

// doOf is (*http.Client).Do, for a method of the same form.
func doOf(fn *types.Func) *types.Func {
	req, ok := types.Unalias(gotype.Deref(fn.Signature().Params().At(0).Type())).(*types.Named)
	if !ok {
		return nil
	}
	client := req.Obj().Pkg().Scope().Lookup("Client")
	if client == nil {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(client.Type(), true, req.Obj().Pkg(), "Do")
	do, _ := m.(*types.Func)
	return do
}

// client says which client v is: one made in this package, a parameter, a field of
// something, a package variable, or what an accessor gives.
func (e *eval) client(v ssa.Value) Ref { return e.clientAt(v, 0) }

func (e *eval) clientAt(v ssa.Value, depth int) Ref {
	if depth > maxPath {
		return Ref{}
	}
	var out Ref
	fallback := false
	for _, l := range e.x.Resolve(v) {
		if l.Kind == flow.Const {
			continue
		}
		r := e.clientLeaf(l, depth)
		if r == (Ref{Kind: RefNamed, Name: "net/http.DefaultClient"}) && !fallback {
			fallback = true // what stands in for nil, where there is anything else
			continue
		}
		if r.Kind == RefNone || out.Kind != RefNone && r != out {
			return Ref{}
		}
		out = r
	}
	if out.Kind == RefNone && fallback {
		return Ref{Kind: RefNamed, Name: "net/http.DefaultClient"}
	}
	return out
}

func (e *eval) clientLeaf(l flow.Leaf, depth int) Ref {
	switch l.Kind {
	case flow.Alloc:
		if e.isClient(l.Value.Type()) {
			return e.graph.made(l.Value, l.Fn, short(gotype.Name(l.Value.Type())))
		}
	case flow.FieldAddr, flow.Field:
		return e.base(l.Base, depth+1).field(fieldName(l))
	case flow.Call:
		return e.clientCall(l.Value.(*ssa.Call), l.Result, depth)
	default:
		return e.baseLeaf(l, depth)
	}
	return Ref{}
}

func (e *eval) clientCall(c *ssa.Call, result, depth int) Ref {
	com := c.Common()
	obj, _ := ssacall.Target(com)
	if obj == nil {
		return Ref{}
	}
	if r := ssacall.Receiver(com); r != nil && types.Identical(r.Type(), c.Type()) && e.fact(obj) == nil {
		return e.clientAt(r, depth+1) // a builder: client.SetTimeout(…)
	}
	if e.entry(com, catalogue.KindClientNew) != nil {
		return e.graph.made(c, c.Parent(), deadlines.FuncName(obj))
	}
	if f := e.fact(obj); f != nil {
		for _, r := range f.Results {
			if r.Index != result {
				continue
			}
			switch {
			case r.Kind == ResultClient, r.Kind == ResultFresh && !r.Make.Pool:
				return e.graph.made(c, c.Parent(), deadlines.FuncName(obj))
			case r.Kind == ResultDefault && r.Name == defaultClient:
				return Ref{Kind: RefNamed, Name: "net/http.DefaultClient"}
			}
		}
	}
	return e.callRef(c, result, depth)
}

// callRef is what a call gives by the fact of its callee, or, for an accessor of an
// interface of the program, the accessor itself.
func (e *eval) callRef(c *ssa.Call, result, depth int) Ref {
	com := c.Common()
	obj, _ := ssacall.Target(com)
	if obj == nil {
		return Ref{}
	}
	as := ssacall.Args(com)
	if f := e.fact(obj); f != nil {
		for _, r := range f.Results {
			if r.Index != result || r.Kind != ResultRef {
				continue
			}
			if r.Ref.Kind != RefParam {
				return r.Ref
			}
			if r.Ref.Param < len(as) {
				return e.base(as[r.Ref.Param], depth+1).path(r.Ref.Path)
			}
		}
		return Ref{}
	}
	if com.IsInvoke() && obj.Pkg() != nil && outside.InProgram(e.pass, obj.Pkg().Path()) && len(as) == 1 {
		return Ref{Kind: RefNamed, Name: fmt.Sprintf("(%s).%s", gotype.Name(com.Value.Type()), obj.Name())}
	}
	return Ref{}
}

// base says what a struct is that may hold a client or a URL.
func (e *eval) base(v ssa.Value, depth int) Ref {
	if depth > maxPath {
		return Ref{}
	}
	var out Ref
	for _, l := range e.x.Resolve(v) {
		if l.Kind == flow.Const {
			continue
		}
		r := e.baseLeaf(l, depth)
		if r.Kind == RefNone || out.Kind != RefNone && r != out {
			return Ref{}
		}
		out = r
	}
	return out
}

func (e *eval) baseLeaf(l flow.Leaf, depth int) Ref {
	switch l.Kind {
	case flow.Param:
		if p := l.Value.(*ssa.Parameter); p.Parent().Parent() == nil {
			return Ref{Kind: RefParam, Param: ssacall.ParamIndex(p)}
		}
	case flow.Global, flow.GlobalAddr:
		g := l.Value.(*ssa.Global)
		return Ref{Kind: RefNamed, Name: g.Pkg.Pkg.Path() + "." + g.Name()}
	case flow.Field, flow.FieldAddr:
		return e.base(l.Base, depth+1).field(fieldName(l))
	case flow.Call:
		return e.callRef(l.Value.(*ssa.Call), l.Result, depth)
	case flow.Alloc:
		if _, ok := gotype.Deref(l.Value.Type()).Underlying().(*types.Struct); ok {
			return Ref{Kind: RefMade, Name: e.pass.Fset.Position(l.Value.Pos()).String()}
		}
	}
	return Ref{}
}
