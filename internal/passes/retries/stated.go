package retries

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/statement"
)

// stated is what repeats where only the owner knows it.
const stated = "stated"

// statedFor returns the attempts that the owner states of the expression at pos, or of one
// of the objects.
func (e *Eval) statedFor(pos token.Pos, objs ...types.Object) (attempts.Number, bool) {
	if e.owner == nil {
		return attempts.Number{}, false
	}
	s, ok := e.owner.Find(statement.Retry, pos, objs...)
	if !ok {
		return attempts.Number{}, false
	}
	if s.Attempts == statement.Unbounded {
		return attempts.Forever, true
	}
	return attempts.Of(s.Attempts), true
}

// stated puts the layer around the chains of the call c that its owner states of it, of
// the function called, or of the field that holds the client.
func (e *Eval) stated(fn *ssa.Function, c flow.Site, items []*item) []*item {
	if len(items) == 0 || e.owner == nil {
		return items
	}
	obj := c.Fn
	var objs []types.Object
	if obj != nil && (obj.Pkg() != e.pass.Pkg || c.Common().IsInvoke()) {
		objs = append(objs, obj) // a function of this package has it in its chains
	}
	if r := ssacall.Receiver(c.Common()); r != nil {
		for _, l := range e.resolve(r) {
			if l.Kind == flow.Field {
				objs = append(objs, l.Var)
			}
		}
	}
	n, ok := e.statedFor(c.Pos(), objs...)
	if !ok {
		return items
	}
	for i, it := range items {
		if it.added > 0 && !it.Factors[0].Attempts.Repeats() {
			// The call repeats as often as a setting says, and the owner knows the setting.
			out := *it
			out.Factors = append([]Factor{{In: it.Factors[0].In, By: it.Factors[0].By, Attempts: n}}, it.Factors[1:]...)
			items[i] = &out
			continue
		}
		in := name(fn)
		if obj != nil {
			in = e.calleeName(obj)
		}
		added := it.added
		items[i] = e.around(it, Factor{In: in, By: stated, Attempts: n}, nil, e.step(c.Pos(), fn, stated+" ×"+n.String()))
		items[i].added = added + 1
	}
	return items
}

// statedOf puts the layer around the chains of fn that its owner states of fn.
func (e *Eval) statedOf(fn *ssa.Function, items []*item) []*item {
	obj := fn.Object()
	if obj == nil || fn.Parent() != nil {
		return items
	}
	n, ok := e.statedFor(token.NoPos, obj)
	if !ok {
		return items
	}
	for i, it := range items {
		items[i] = e.around(it, Factor{In: name(fn), By: stated, Attempts: n}, nil, e.step(obj.Pos(), fn, stated+" ×"+n.String()))
	}
	return items
}

// loopAttempts is how often the loop goes round: what it counts itself, what the back-off
// object says that paces it, or what its owner states of it, or of the field that decides,
// where source doesn't show a number.
func (e *Eval) loopAttempts(l *loops.Loop) attempts.Number {
	n := l.Attempts
	if p, ok := e.paced(l); ok {
		n = p
	}
	if n.Repeats() || e.owner == nil {
		return n
	}
	if s, ok := e.statedFor(l.Pos); ok {
		return s
	}
	for _, f := range e.compared(l) {
		if s, ok := e.statedFor(token.NoPos, f); ok {
			return s
		}
	}
	return n
}

// paced is how often a loop goes round that counts nothing itself, and that a library's
// back-off object paces.
func (e *Eval) paced(l *loops.Loop) (attempts.Number, bool) {
	switch l.Attempts.Kind {
	case attempts.Unknown, attempts.Unbounded:
	default:
		return attempts.Number{}, false
	}
	for _, b := range l.Fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			r := ssacall.Receiver(c.Common())
			if r == nil || slices.Contains(l.Ops, ssa.CallInstruction(c)) || !e.lay.Holds(r.Type()) {
				continue
			}
			if ls := e.lay.Client(r).Layers; len(ls) == 1 && ls[0].Entry != nil && ls[0].Entry.Mode == "policy" {
				return ls[0].Attempts, true
			}
		}
	}
	return attempts.Number{}, false
}

// compared returns the fields whose values the conditions in the loop compare, in source
// order.
func (e *Eval) compared(l *loops.Loop) []types.Object {
	var out []types.Object
	for _, b := range l.Fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			op, ok := in.(*ssa.BinOp)
			if !ok {
				continue
			}
			for _, v := range []ssa.Value{op.X, op.Y} {
				for _, leaf := range e.resolve(v) {
					if leaf.Kind == flow.Field {
						out = append(out, leaf.Var)
					}
				}
			}
		}
	}
	return out
}
