package deadlines

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// Handler tells whether fn itself serves a request: an HTTP handler in the standard
// form or in that of a framework, or a method of a gRPC service.
func Handler(fn *ssa.Function) bool {
	for i := range fn.Params {
		if handlerParam(fn, i) {
			return true
		}
	}
	return grpcMethod(fn)
}

// InHandler tells whether fn is a handler or stands in one: a literal that is handed to a
// router runs for each request, wherever the router is filled.
func InHandler(fn *ssa.Function) bool {
	for f := fn; f != nil; f = f.Parent() {
		if Handler(f) {
			return true
		}
	}
	return false
}

// frameworkContexts are the request contexts of web frameworks: "pkg.T".
var frameworkContexts = map[string]bool{
	"github.com/gin-gonic/gin.Context":       true,
	"github.com/labstack/echo/v4.Context":    true,
	"github.com/labstack/echo/v5.Context":    true,
	"github.com/gofiber/fiber/v2.Ctx":        true,
	"github.com/gofiber/fiber/v3.Ctx":        true,
	"github.com/valyala/fasthttp.RequestCtx": true,
}

// frameworkContext tells whether t, or what it points to, is one of them. Nearly all types
// have another name.
func frameworkContext(t types.Type) bool {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if !ok {
		return false
	}
	switch n.Obj().Name() {
	case "Context", "Ctx", "RequestCtx":
		return !gotype.IsContext(n) && frameworkContexts[gotype.Name(n)]
	}
	return false
}

// HandlerParam tells whether the i-th parameter of fn is the request of a handler.
func HandlerParam(fn *ssa.Function, i int) bool { return handlerParam(fn, i) }

// handlerParam tells whether the i-th parameter is the request of a handler.
func handlerParam(fn *ssa.Function, i int) bool {
	if i < 0 || i >= len(fn.Params) {
		return false
	}
	t := fn.Params[i].Type()
	if frameworkContext(t) {
		return true
	}
	if !gotype.Is(t, "net/http", "Request") {
		return false
	}
	for _, p := range fn.Params {
		if gotype.Is(p.Type(), "net/http", "ResponseWriter") {
			return true
		}
	}
	return false
}

// grpcMethod tells whether fn is a method of a type that embeds the Unimplemented…Server
// which protoc-gen-go-grpc makes, and has the form of a service method.
func grpcMethod(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Object() == nil || !fn.Object().Exported() {
		return false
	}
	sig := fn.Signature
	if sig.Params().Len() != 2 || sig.Results().Len() != 2 || !gotype.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	if protoMessage(sig.Params().At(1).Type()) && protoMessage(sig.Results().At(0).Type()) {
		return true // in its form a method of a service; a stub's takes call options, too
	}
	st, ok := gotype.Deref(recv.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Embedded() && (strings.HasPrefix(f.Name(), "Unimplemented") || strings.HasPrefix(f.Name(), "Unsafe")) && strings.HasSuffix(f.Name(), "Server") {
			return true
		}
	}
	return false
}

// protoMessage tells whether t is a message of protocol buffers.
func protoMessage(t types.Type) bool {
	if _, ptr := types.Unalias(t).(*types.Pointer); !ptr {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ProtoReflect")
	if obj == nil {
		obj, _, _ = types.LookupFieldOrMethod(t, true, nil, "ProtoMessage")
	}
	_, ok := obj.(*types.Func)
	return ok
}

// commandContexts are what command-line libraries hand to a command: "pkg.T".
var commandContexts = map[string]bool{
	"github.com/spf13/cobra.Command":                true,
	"github.com/urfave/cli.Context":                 true,
	"github.com/urfave/cli/v2.Context":              true,
	"github.com/urfave/cli/v3.Command":              true,
	"github.com/alecthomas/kingpin/v2.ParseContext": true,
	"github.com/alecthomas/kong.Context":            true,
}

func commandContext(p *ssa.Parameter) bool {
	n, ok := types.Unalias(gotype.Deref(p.Type())).(*types.Named)
	if !ok {
		return false
	}
	switch n.Obj().Name() {
	case "Command", "Context", "ParseContext":
		return !gotype.IsContext(n) && commandContexts[gotype.Name(n)]
	}
	return false
}

// StartUp tells whether fn runs once, at the start of a program or at a person's
// command: main, an initialiser, a command of a command-line library.
func StartUp(fn *ssa.Function) bool {
	if InHandler(fn) {
		return false
	}
	for f := fn; f != nil; f = f.Parent() {
		if slices.ContainsFunc(f.Params, commandContext) {
			return true
		}
	}
	named := flow.Named(fn)
	if named.Signature.Recv() != nil {
		return false
	}
	name := named.Name()
	return name == "init" || strings.HasPrefix(name, "init#") || name == "main" && named.Pkg.Pkg.Name() == "main"
}

// TestHelper tells whether fn belongs to tests: it takes a testing.TB or one of its
// kin, or stands in a package or file that only tests use.
func TestHelper(fn *ssa.Function) bool {
	return TakesTest(fn) || fn.Pkg != nil && outside.TestPath(fn.Pkg.Pkg.Path())
}

// TakesTest tells whether fn, or a function around it, takes a testing.TB or one of its kin.
// Where the package is known to be none of tests, it is TestHelper.
func TakesTest(fn *ssa.Function) bool {
	for f := fn; f != nil; f = f.Parent() {
		for _, p := range f.Params {
			if gotype.In(p.Type(), "testing", "T", "B", "F", "TB", "M") {
				return true
			}
		}
	}
	return false
}
