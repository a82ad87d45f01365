package deadlines

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/trace"
)

// targets returns the functions that a call can reach: the callee, or for a method of an
// interface, the methods of the types that implement it, of this package and of the
// packages of the program that it imports.
func (e *Eval) targets(k Callee) []*types.Func {
	if k.Recv == nil || !types.IsInterface(k.Recv) {
		return []*types.Func{k.Obj}
	}
	out, ok := e.reached[k.Obj]
	if !ok {
		out = e.implementations(k)
		e.reached[k.Obj] = out
	}
	return out
}

func (e *Eval) implementations(k Callee) []*types.Func {
	iface, ok := k.Recv.Underlying().(*types.Interface)
	if !ok || k.Obj.Pkg() == nil || k.Obj.Pkg() != e.pass.Pkg && e.cat.Owns(k.Obj.Pkg().Path()) {
		return nil
	}
	return e.impls.Of(iface, k.Obj.Name())
}

// concrete returns the entries of a catalogued type's method where the program's own
// interface stands before it: sqlc's DBTX before *sql.DB, a Doer before *http.Client.
func (e *Eval) concrete(k Callee) []*catalogue.Entry {
	out, ok := e.catalogs[k.Obj]
	if !ok {
		out = e.behind(k)
		e.catalogs[k.Obj] = out
	}
	return out
}

func (e *Eval) behind(k Callee) []*catalogue.Entry {
	iface, ok := k.Recv.Underlying().(*types.Interface)
	if !ok || k.Obj.Pkg() == nil || !outside.InProgram(e.pass, k.Obj.Pkg().Path()) {
		return nil
	}
	ptr, ok := e.stands[iface]
	if !ok {
		if e.receivers == nil {
			e.receivers = e.findReceivers()
		}
		if i := slices.IndexFunc(e.receivers, func(t *types.Pointer) bool { return types.Implements(t, iface) }); i >= 0 {
			ptr = e.receivers[i]
		}
		e.stands[iface] = ptr
	}
	if ptr == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(ptr, true, nil, k.Obj.Name())
	if m, ok := obj.(*types.Func); ok {
		return e.cat.Func(m, ptr)
	}
	return nil
}

// findReceivers returns the catalogued types of the package's imports that calls go to.
func (e *Eval) findReceivers() []*types.Pointer {
	out := []*types.Pointer{}
	for _, p := range e.pass.Pkg.Imports() {
		for _, name := range e.cat.Receivers(p.Path()) {
			tn, ok := p.Scope().Lookup(name[strings.LastIndexByte(name, '.')+1:]).(*types.TypeName)
			if ok && !types.IsInterface(tn.Type()) {
				out = append(out, types.NewPointer(tn.Type()))
			}
		}
	}
	return out
}

// step makes the step of a path that stands at the call c.
func (e *Eval) step(kind trace.Kind, c ssa.CallInstruction, note string) trace.Step {
	return e.Step(kind, c.Pos(), c.Parent(), note)
}

// Step makes a step at pos in fn.
func (e *Eval) Step(kind trace.Kind, pos token.Pos, fn *ssa.Function, note string) trace.Step {
	s := trace.Step{Kind: kind, Pkg: e.pass.Pkg.Path(), Note: note}
	if fn != nil {
		if obj, ok := flow.Named(fn).Object().(*types.Func); ok {
			s.Func = e.funcName(obj)
		} else {
			s.Func = flow.Named(fn).Name()
		}
	}
	if pos.IsValid() {
		p := e.pass.Fset.Position(pos)
		s.File, s.Line, s.Col = filepath.Base(p.Filename), p.Line, p.Column
	}
	return s
}

// inWorkerLoop tells whether the call stands in a loop that waits for a channel, or asks
// a context whether it is done, in each round: a worker that lives as long as its
// context.
func (e *Eval) inWorkerLoop(c ssa.CallInstruction) bool {
	start := c.Block()
	cyc := e.x.Cycles(start.Parent())
	if !cyc.In(start) {
		return false
	}
	for b := range cyc.With(start) { // order does not matter for a yes or no
		if waits(b) {
			return true
		}
	}
	return false
}

// reaches tells whether to can be reached from from by at least one edge; seen holds the
// blocks visited.
func reaches(from, to *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	found := false
	var walk func(b *ssa.BasicBlock)
	walk = func(b *ssa.BasicBlock) {
		for _, s := range b.Succs {
			if s == to {
				found = true
			}
			if !seen[s] {
				seen[s] = true
				walk(s)
			}
		}
	}
	walk(from)
	return found
}

func waits(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Select:
			return true
		case *ssa.UnOp:
			if in.Op == token.ARROW {
				return true
			}
		case *ssa.Call:
			if m := in.Call.Method; m != nil && gotype.IsContext(in.Call.Value.Type()) && (m.Name() == "Err" || m.Name() == "Done") {
				return true
			}
		}
	}
	return false
}
