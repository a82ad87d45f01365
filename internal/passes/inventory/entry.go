package inventory

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/inventory"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// entry says what calls fn from outside the program, as its form shows.
func (c *collector) entry(fn *ssa.Function) inventory.Kind {
	if deadlines.StartUp(fn) {
		if top := fn.Parent() == nil && fn.Signature.Recv() == nil; top && (fn.Name() == "main" || fn.Name() == "init") {
			if c.out.Main {
				return inventory.Main
			}
			return ""
		}
		if c.valued[fn] {
			return inventory.Command
		}
		return ""
	}
	if !deadlines.Handler(fn) {
		return ""
	}
	request := -1
	for i := range fn.Params {
		if deadlines.HandlerParam(fn, i) {
			request = i
			break
		}
	}
	if request < 0 {
		return inventory.GRPC
	}
	// What only takes a request and its answer along is a helper, unless somebody keeps it.
	if fn.Parent() != nil || c.valued[fn] || fn.Name() == "ServeHTTP" || exactly(fn) && exported(fn) {
		return inventory.HTTP
	}
	return ""
}

func exported(fn *ssa.Function) bool { return fn.Object() != nil && fn.Object().Exported() }

// exactly tells whether fn has the form of a handler and nothing more.
func exactly(fn *ssa.Function) bool {
	n, results := fn.Signature.Params().Len(), fn.Signature.Results().Len()
	return n == 2 && results == 0 || n == 1 && results <= 1
}

// methods are the names by which routers name the methods of HTTP.
var methods = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "ANY"}

// register notes the functions that a call of a server or router, or of a library that runs
// jobs, is handed, with the route.
func (c *collector) register(call ssa.CallInstruction) {
	com := call.Common()
	obj, recv := ssacall.Target(com)
	if obj == nil {
		return
	}
	kind := inventory.Kind("")
	for _, en := range c.cat.Func(obj, recv) {
		if en.Kind != catalogue.KindServer {
			continue
		}
		switch {
		case en.Does == "job":
			kind = inventory.Job
		case en.Does != "register":
		case en.Family == "grpc" && !en.Handler.Stated():
			c.service(com)
		case slices.Contains([]string{"messaging", "cloud", "saas"}, en.Family):
			kind = inventory.Consumer
		default:
			kind = inventory.HTTP
		}
	}
	route := routeOf(com, obj.Name())
	if kind == "" && route == "" {
		return
	}
	for _, a := range com.Args {
		for _, f := range handlers(a, 0) {
			k := kind
			if k == "" && deadlines.Handler(f) {
				k = inventory.HTTP
			}
			key := id(f) + " " + route
			if k == "" || c.routes[key] {
				continue
			}
			c.routes[key] = true
			c.out.Routes = append(c.out.Routes, inventory.Registration{Func: id(f), Route: route, Kind: k})
		}
	}
}

// atStart notes the functions that an initialiser registers: the program runs them by their
// name.
func (c *collector) atStart(call ssa.CallInstruction) {
	in := flow.Named(call.Parent())
	if in.Signature.Recv() != nil || in.Name() != "init" && !strings.HasPrefix(in.Name(), "init#") {
		return
	}
	for _, a := range call.Common().Args {
		f := function(a)
		if f == nil || f.Parent() != nil || ssacall.Bound(f) || f.Signature.Params().Len()+f.Signature.Results().Len() > 1 || c.routes[id(f)] {
			continue
		}
		c.routes[id(f)] = true
		c.out.Routes = append(c.out.Routes, inventory.Registration{Func: id(f), Kind: inventory.Command})
	}
}

// service notes the methods of a gRPC service that is registered.
func (c *collector) service(com *ssa.CallCommon) {
	for _, a := range com.Args {
		mi, ok := a.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, m := range c.methodsOf(mi) {
			if !c.routes[m] {
				c.routes[m] = true
				c.out.Routes = append(c.out.Routes, inventory.Registration{Func: m, Kind: inventory.GRPC})
			}
		}
	}
}

// embedsStub tells whether a method's type embeds what protoc-gen-go-grpc makes for those
// that serve.
func embedsStub(fn *ssa.Function) bool {
	if fn.Signature.Recv() == nil {
		return false
	}
	st, ok := gotype.Deref(fn.Signature.Recv().Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Embedded() && (strings.HasPrefix(f.Name(), "Unimplemented") || strings.HasPrefix(f.Name(), "Unsafe")) && strings.HasSuffix(f.Name(), "Server") {
			return true
		}
	}
	return false
}

// handlers lists the functions in v, or that a function which wraps one is handed.
func handlers(v ssa.Value, depth int) []*ssa.Function {
	if f := function(v); f != nil {
		return []*ssa.Function{f}
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth > 3 {
		return nil
	}
	var out []*ssa.Function
	for _, a := range call.Call.Args {
		out = append(out, handlers(a, depth+1)...)
	}
	return out
}

// routeOf is the route that the call's constant texts say: "POST /orders".
func routeOf(com *ssa.CallCommon, callee string) string {
	var method, path string
	if m := strings.ToUpper(callee); slices.Contains(methods, m) {
		method = m
	}
	for _, a := range com.Args {
		k, ok := a.(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			continue
		}
		s := constant.StringVal(k.Value)
		switch {
		case slices.Contains(methods, s):
			method = s
		case path == "" && strings.Contains(s, "/"):
			path = s
		}
	}
	if path == "" {
		return ""
	}
	return strings.TrimSpace(method + " " + path)
}
