package missingdeadline

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// servers reports HTTP servers that wait for ever for a request's header.
func (c *checker) servers(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		if deadlines.TestHelper(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Alloc:
					if isServer(in.Type()) {
						c.server(in, fn, p)
					}
				case ssa.CallInstruction:
					c.serve(in, fn)
				}
			}
		}
	}
	for _, name := range p.Index.SSA.Pkg.Pkg.Scope().Names() {
		if g, ok := p.Index.SSA.Pkg.Members[name].(*ssa.Global); ok && isServer(g.Type()) {
			c.server(g, nil, p)
		}
	}
}

func isServer(t types.Type) bool {
	ptr, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Server" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// server judges the http.Server at v.
func (c *checker) server(v ssa.Value, fn *ssa.Function, p *deadlines.Package) {
	if local(field(v, "Addr")) || copied(v) || c.handedOut(v) {
		return
	}
	f := rule.Finding{
		Pos:        v.Pos(),
		Kind:       "server",
		Severity:   finding.Warning,
		Confidence: finding.High,
		Trace:      []trace.Step{c.eval.Step(trace.Make, v.Pos(), fn, "http.Server")},
	}
	switch {
	case !c.eval.Bounds(v):
		f.Message = "http.Server sets neither ReadHeaderTimeout nor ReadTimeout: a peer that sends its header slowly, or never, holds a connection for ever; set ReadHeaderTimeout, and IdleTimeout"
	case len(field(v, "WriteTimeout"))+len(field(v, "IdleTimeout"))+len(field(v, "ReadTimeout")) == 0 && shortAnswers(p):
		f.Confidence = finding.Low
		f.Message = "http.Server sets neither WriteTimeout nor IdleTimeout and none of the handlers here streams: a peer that reads slowly, or falls silent, holds a connection for ever; set IdleTimeout, and WriteTimeout above the longest handler's own deadline"
	default:
		return
	}
	c.report(f)
}

// handedOut tells whether the server goes through a function outside the program that
// returns a server: it may set what is missing here.
func (c *checker) handedOut(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, ref := range *refs {
		call, ok := ref.(*ssa.Call)
		if ok && isServer(call.Type()) && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Pkg != c.ssa.Get().Pkg {
			return true
		}
	}
	return false
}

// copied tells whether v only holds a copy of another server.
func copied(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			_, zero := st.Val.(*ssa.Const)
			return !zero
		}
	}
	return false
}

// field returns what is stored into the named field of the struct at v.
func field(v ssa.Value, name string) []ssa.Value {
	st, ok := v.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for i := range st.NumFields() {
		if st.Field(i).Name() != name {
			continue
		}
		for _, s := range flow.StoresTo(v, st.Field(i)) {
			out = append(out, s.Val)
		}
	}
	return out
}

// local tells whether an address can only be reached from the machine itself.
func local(addrs []ssa.Value) bool {
	for _, v := range addrs {
		s, ok := flow.TextStart(v)
		if !ok {
			return false
		}
		if !strings.HasPrefix(s, "127.") && !strings.HasPrefix(s, "localhost") && !strings.HasPrefix(s, "[::1]") {
			return false
		}
	}
	return len(addrs) > 0
}

// shortAnswers tells whether the package has handlers and none of them is seen to
// stream, hand over its connection, proxy or profile, which all take as long as they take.
func shortAnswers(p *deadlines.Package) bool {
	for _, imp := range p.Index.SSA.Pkg.Pkg.Imports() {
		switch imp.Path() {
		case "net/http/pprof", "net/http/httputil", "github.com/gorilla/websocket", "golang.org/x/net/websocket", "github.com/coder/websocket", "nhooyr.io/websocket":
			return false
		}
	}
	handlers := false
	for _, fn := range p.Index.SSA.Funcs {
		handlers = handlers || deadlines.Handler(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok && streams(c.Common()) {
					return false
				}
			}
		}
	}
	return handlers
}

func streams(c *ssa.CallCommon) bool {
	name := ""
	if c.IsInvoke() {
		name = c.Method.FullName()
	} else if fn := c.StaticCallee(); fn != nil && fn.Object() != nil {
		name = fn.Object().(*types.Func).FullName()
	}
	switch name {
	case "(net/http.Flusher).Flush", "(*net/http.ResponseController).Flush", "(net/http.Hijacker).Hijack",
		"(*net/http.ResponseController).Hijack", "io.Copy", "io.CopyN", "net/http.ServeContent", "net/http.ServeFile", "net/http.FileServer":
		return true
	}
	return false
}

// serve judges the functions that serve with an http.Server of their own.
func (c *checker) serve(in ssa.CallInstruction, fn *ssa.Function) {
	com := in.Common()
	callee := com.StaticCallee()
	if callee == nil || callee.Object() == nil {
		return
	}
	obj, ok := callee.Object().(*types.Func)
	if !ok {
		return
	}
	for _, en := range c.cat.Func(obj, nil) {
		if en.Kind != catalogue.KindServer || en.Does != "serve" || en.Wait != catalogue.WaitForever {
			continue
		}
		if local(addresses(com)) {
			return
		}
		name := deadlines.FuncName(obj)
		c.report(rule.Finding{
			Pos:        in.Pos(),
			Kind:       "server",
			Severity:   finding.Warning,
			Confidence: finding.High,
			Message:    fmt.Sprintf("%s serves with no timeout at all: a peer that sends its header slowly, or never, holds a connection for ever; serve with an http.Server that sets ReadHeaderTimeout", name),
			Trace:      []trace.Step{c.eval.Step(trace.Call, in.Pos(), fn, name)},
		})
		return
	}
}

// addresses returns the string arguments of a call.
func addresses(c *ssa.CallCommon) []ssa.Value {
	var out []ssa.Value
	for _, a := range c.Args {
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Kind() == types.String {
			return append(out, a)
		}
	}
	return out
}
