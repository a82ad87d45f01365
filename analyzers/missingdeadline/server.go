package missingdeadline

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// servers reports HTTP servers that wait for ever for a request's header.
func (c *checker) servers(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		for _, a := range c.eval.HTTPAllocs(fn) {
			if gotype.PointerTo(a.Type(), "net/http", "Server") && !deadlines.TakesTest(fn) {
				c.server(a, fn, p)
			}
		}
		for _, s := range p.Index.Sites(fn) {
			if s.Fn != nil && !s.Common().IsInvoke() && slices.ContainsFunc(c.ofFunc(s.Fn).entries, serves) && !deadlines.TakesTest(fn) {
				c.serve(s.CallInstruction, s.Fn, fn)
			}
		}
	}
	c.embeddedServers(p)
	for _, name := range p.Index.SSA.Pkg.Pkg.Scope().Names() {
		if g, ok := p.Index.SSA.Pkg.Members[name].(*ssa.Global); ok && gotype.PointerTo(g.Type(), "net/http", "Server") && !copiedInto(p.Index.GlobalStores(g)) {
			c.server(g, nil, p)
		}
	}
}

// server judges the http.Server at v.
func (c *checker) server(v ssa.Value, fn *ssa.Function, p *deadlines.Package) {
	if local(c.eval.Stored(v, "Addr")) || copied(v) || c.handedOut(v) || c.servesLocally(v) {
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
		f.Fix = c.headerFix(v)
	case len(c.eval.Stored(v, "WriteTimeout"))+len(c.eval.Stored(v, "IdleTimeout"))+len(c.eval.Stored(v, "ReadTimeout")) == 0 && shortAnswers(p):
		f.Confidence = finding.Low
		f.Message = "http.Server sets neither WriteTimeout nor IdleTimeout and none of the handlers here streams: a peer that reads slowly, or falls silent, holds a connection for ever; set IdleTimeout, and WriteTimeout above the longest handler's own deadline"
	default:
		return
	}
	c.report(f)
}

// headerFix sets ReadHeaderTimeout where the server at v is a literal. A header is a few
// lines, which 5 s are plenty for, whatever the handlers do.
func (c *checker) headerFix(v ssa.Value) *finding.Fix {
	lit := literalAt(c.pass.Files, v.Pos())
	if lit == nil || !gotype.Is(c.pass.TypesInfo.TypeOf(lit), "net/http", "Server") {
		return nil
	}
	change := rule.NewChange(c.pass, "set ReadHeaderTimeout to 5 s")
	change.Field(lit, "ReadHeaderTimeout", "5 * "+change.Import(lit.Pos(), "time")+".Second")
	return change.Fix()
}

// literalAt gives the composite literal whose brace opens at pos.
func literalAt(files []*ast.File, pos token.Pos) *ast.CompositeLit {
	var found *ast.CompositeLit
	for _, f := range files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && lit.Lbrace == pos {
				found = lit
			}
			return found == nil && n != nil && n.Pos() <= pos && pos < n.End()
		})
	}
	return found
}

// handedOut tells whether the server goes through a function outside the program that
// returns a server: it may set what is missing here.
func (c *checker) handedOut(v ssa.Value) bool {
	for _, ref := range c.eval.Uses(v) {
		call, ok := ref.(*ssa.Call)
		if ok && gotype.PointerTo(call.Type(), "net/http", "Server") && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Pkg != c.ssa.Get().Pkg {
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

// local tells whether an address can only be reached from the machine itself.
func local(addrs []ssa.Value) bool {
	for _, v := range addrs {
		s, ok := flow.TextStart(v)
		if !ok {
			return false
		}
		if !loopback(s) {
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

// serves tells whether an entry says of a call that it serves for ever, with no timeout.
func serves(en *catalogue.Entry) bool {
	return en.Kind == catalogue.KindServer && en.Does == "serve" && en.Wait == catalogue.WaitForever
}

// serve judges the call of a function that serves with an http.Server of its own.
func (c *checker) serve(in ssa.CallInstruction, obj *types.Func, fn *ssa.Function) {
	com := in.Common()
	if local(addresses(com)) {
		return
	}
	name := deadlines.FuncName(obj)
	conf := finding.High
	if c.profiling(com) {
		conf = finding.Low
	}
	c.report(rule.Finding{
		Pos:        in.Pos(),
		Kind:       "server",
		Severity:   finding.Warning,
		Confidence: conf,
		Message:    fmt.Sprintf("%s serves with no timeout at all: a peer that sends its header slowly, or never, holds a connection for ever; serve with an http.Server that sets ReadHeaderTimeout", name),
		Trace:      []trace.Step{c.eval.Step(trace.Call, in.Pos(), fn, name)},
	})
}

// profiling tells whether a call serves the default mux of a package that brings the
// profiler and registers nothing else: a debug port.
func (c *checker) profiling(com *ssa.CallCommon) bool {
	imported := false
	for _, imp := range c.pass.Pkg.Imports() {
		imported = imported || imp.Path() == "net/http/pprof"
	}
	last := com.Args[len(com.Args)-1]
	k, ok := last.(*ssa.Const)
	return imported && ok && k.IsNil()
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

// copiedInto tells whether a variable gets its value whole from somewhere, as from a
// literal, which is judged instead.
func copiedInto(stores []*ssa.Store) bool {
	return slices.ContainsFunc(stores, func(st *ssa.Store) bool {
		_, zero := st.Val.(*ssa.Const)
		return !zero
	})
}
