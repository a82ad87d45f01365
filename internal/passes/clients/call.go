package clients

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// eachInstr visits the instructions of fn and of the literals inside it.
func eachInstr(fn *ssa.Function, visit func(g *ssa.Function, in ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			visit(fn, in)
		}
	}
	for _, lit := range fn.AnonFuncs {
		eachInstr(lit, visit)
	}
}

// entry returns the first entry of a kind for a call, or nil.
func (e *eval) entry(c *ssa.CallCommon, kind catalogue.Kind) *catalogue.Entry {
	fn, recv := ssacall.Target(c)
	if fn == nil {
		return nil
	}
	if c.IsInvoke() && kind == catalogue.KindOutbound && doMethod(fn) {
		fn, recv = doOf(fn), nil
	}
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind == kind {
			return en
		}
	}
	return nil
}

// short names a type or symbol as a reader writes it: http.Client for net/http.Client.
func short(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// FuncName names the declared function that fn is or stands in.
func FuncName(fn *ssa.Function) string {
	named := flow.Named(fn)
	if obj, ok := named.Object().(*types.Func); ok {
		return deadlines.FuncName(obj)
	}
	return named.Name()
}

// step makes a step at pos in fn.
func (e *eval) step(kind trace.Kind, pos token.Pos, fn *ssa.Function, note string) trace.Step {
	s := trace.Step{Kind: kind, Pkg: e.pass.Pkg.Path(), Note: note}
	if fn != nil {
		s.Func = FuncName(fn)
	}
	if pos.IsValid() {
		p := e.pass.Fset.Position(pos)
		s.File, s.Line, s.Col = filepath.Base(p.Filename), p.Line, p.Column
	}
	return s
}

// place gives pos as a place that other packages understand.
func (e *eval) place(pos token.Pos) Place {
	p := e.pass.Fset.Position(pos)
	return Place{Pkg: e.pass.Pkg.Path(), File: filepath.Base(p.Filename), Line: p.Line, Col: p.Column}
}

// ClientType tells whether t is a client whose calls name their host each time.
func ClientType(t types.Type) bool { return clientType(t) }

// URLType tells whether a value of type t is, or carries, a URL.
func URLType(t types.Type) bool { return urlType(t) }

// DoMethod tells whether fn has the name and form of (*http.Client).Do.
func DoMethod(fn *types.Func) bool { return doMethod(fn) }

// URL says where the URL v, or the request for one, comes from. It names nothing where
// that is not known, or where the package holds nothing of interest.
func (p *Package) URL(v ssa.Value) Ref {
	if p.Index == nil || v == nil {
		return Ref{}
	}
	return p.eval.url(v)
}
