package inventory

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

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

// connection tells whether a function is a method of what another call has opened: a network
// connection, a stream, the rows of a query.
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
	case "database/sql", "github.com/jackc/pgx/v5":
		return strings.HasSuffix(name, ".Rows")
	}
	return false
}
