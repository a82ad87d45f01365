package deadlines

import (
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

func (e *Eval) contextParam(p *ssa.Parameter) []Source {
	fn := p.Parent()
	i := ssacall.ParamIndex(p)
	if fn.Parent() == nil {
		return []Source{{Kind: Caller, Param: i, Fn: fn}}
	}
	if handlerParam(fn, i) {
		return []Source{{Kind: Caller, Param: i, Fn: fn}}
	}
	var out []Source
	for _, use := range e.uses(fn) {
		out = merge(out, e.literalParam(use, fn, i))
	}
	return out
}

// A use is a call that gets, or calls, a function literal. arg is the parameter the
// literal is passed as, or NoParam where it is called itself.
type use struct {
	call ssa.CallInstruction
	arg  int
}

// uses returns the calls that get the literal fn. A literal that goes elsewhere, into a
// field or a result, has none.
func (e *Eval) uses(fn *ssa.Function) []use {
	out, ok := e.used[fn]
	if !ok {
		out = e.findUses(fn)
		e.used[fn] = out // each literal asks for those around it
	}
	return out
}

func (e *Eval) findUses(fn *ssa.Function) []use {
	var out []use
	for _, v := range e.literalValues(fn) {
		refs := v.Referrers()
		if refs == nil {
			continue
		}
		for _, ref := range *refs {
			c, ok := ref.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if c.Common().Value == v {
				out = append(out, use{c, NoParam})
			}
			for i, a := range ssacall.Args(c.Common()) {
				if a == v {
					out = append(out, use{c, i})
				}
			}
		}
	}
	return out
}

// literalValues returns the values that stand for the literal fn: the function itself,
// the closures made from it, their conversions to named func types, and the reads of a
// variable that it is kept in, in the function and in the literals that share it.
func (e *Eval) literalValues(fn *ssa.Function) []ssa.Value {
	out := []ssa.Value{fn}
	for _, mc := range e.x.Literals(fn) {
		out = append(out, mc)
	}
	for i := 0; i < len(out) && len(out) < maxLiteralValues; i++ {
		refs := out[i].Referrers()
		if refs == nil {
			continue
		}
		for _, ref := range *refs {
			switch ref := ref.(type) {
			case *ssa.ChangeType:
				out = append(out, ref)
			case *ssa.Store:
				if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == out[i] {
					out = append(out, reads(cell, 0)...)
				}
			}
		}
	}
	return out
}

// maxLiteralValues bounds the search for where a literal goes.
const maxLiteralValues = 32

// reads returns the reads of a variable, in its function and in the literals that
// capture it.
func reads(cell ssa.Value, depth int) []ssa.Value {
	var out []ssa.Value
	if cell.Referrers() == nil || depth > 4 {
		return nil
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			out = append(out, ref)
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == cell {
					out = append(out, reads(ref.Fn.(*ssa.Function).FreeVars[i], depth+1)...)
				}
			}
		}
	}
	return out
}

// literalParam returns what the i-th parameter of the literal lit is at one use of it.
func (e *Eval) literalParam(u use, lit *ssa.Function, i int) []Source {
	c := u.call.Common()
	if u.arg == NoParam {
		if i < len(c.Args) {
			return e.Context(c.Args[i])
		}
		return unknown
	}
	k := callee(c)
	if k.Obj == nil {
		return unknown
	}
	if f := e.fact(k.Obj); f != nil {
		for _, r := range f.Runs {
			if r.Param == u.arg && r.Arg == i {
				return e.result(r.Kind, r.From, c, u.call.Parent())
			}
		}
	}
	for _, en := range e.cat.Func(k.Obj, k.Recv) {
		if en.Kind != catalogue.KindRetry && en.Kind != catalogue.KindBreaker && en.Kind != catalogue.KindLimiter {
			continue
		}
		if v := ssacall.At(c, en.Ctx); v != nil && gotype.IsContext(v.Type()) {
			return e.Context(v)
		}
	}
	return unknown
}
