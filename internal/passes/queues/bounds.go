package queues

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// bounded tells whether anything in the package bounds a container whatever fills it: its
// length is compared with a limit, or what is too old is dropped.
func (e *eval) bounded(c *container) bool {
	for _, v := range c.lens {
		if e.compared(v, 0) {
			return true
		}
	}
	if len(c.by(unclear)) > 0 {
		return true
	}
	for _, d := range c.by(head, tail, remove, reset) {
		if d.op != reset && e.readsClock(d.fn) {
			return true
		}
	}
	return false
}

// compared tells whether a length, through arithmetic and returns, is compared with
// something that can be a limit.
func (e *eval) compared(v ssa.Value, depth int) bool {
	if depth > 6 || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			if comparison(ref.Op) {
				if e.limit(ref, v) {
					return true
				}
			} else if e.compared(ref, depth+1) {
				return true
			}
		case *ssa.Convert:
			if e.compared(ref, depth+1) {
				return true
			}
		case *ssa.Phi:
			if e.compared(ref, depth+1) {
				return true
			}
		case *ssa.Store:
			_, sum := v.(*ssa.BinOp) // of all that ever was
			if fa, ok := ref.Addr.(*ssa.FieldAddr); ok && !sum && ref.Val == v && e.fieldCompared(flow.FieldVar(fa), depth) {
				return true
			}
			if a, ok := ref.Addr.(*ssa.Alloc); ok {
				for _, r := range *a.Referrers() {
					if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL && e.compared(u, depth+1) {
						return true
					}
				}
			}
		case *ssa.Call:
			if e.told(ref) {
				return true
			}
		case *ssa.Return:
			if e.callersCompare(ref, v, depth) {
				return true
			}
		}
	}
	return false
}

// callersCompare tells whether a caller of the function that returns v compares it.
func (e *eval) callersCompare(ret *ssa.Return, v ssa.Value, depth int) bool {
	i := slices.Index(ret.Results, v)
	for _, c := range e.callers(ret.Parent()) {
		call, ok := c.(*ssa.Call)
		if !ok {
			continue
		}
		if len(ret.Results) == 1 {
			if e.compared(call, depth+1) {
				return true
			}
			continue
		}
		for _, ref := range *call.Referrers() {
			if x, ok := ref.(*ssa.Extract); ok && x.Index == i && e.compared(x, depth+1) {
				return true
			}
		}
	}
	return false
}

func comparison(op token.Token) bool { return order(op) || op == token.EQL || op == token.NEQ }

// limit tells whether a length is compared with something that can be a limit: more than
// zero or one, and no index that runs through the container.
func (e *eval) limit(cmp *ssa.BinOp, v ssa.Value) bool {
	other := cmp.X
	if other == v {
		other = cmp.Y
	}
	if n, ok := constInt(other); ok {
		if n > 1 {
			return true
		}
		// Filled only while it is empty.
		return n == 0 && false
	}
	if e.counts(other) {
		return false
	}
	return !e.alwaysOff(other)
}

// counts tells whether v counts: an index, not a limit.
func (e *eval) counts(v ssa.Value) bool {
	if b, ok := v.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
		v = b.X
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return false
	}
	for _, edge := range phi.Edges {
		if b, ok := edge.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) && b.X == phi {
			return true
		}
	}
	return false
}

// alwaysOff tells whether a limit is a field that is zero wherever this package sets it,
// and that nobody else can set.
func (e *eval) alwaysOff(v ssa.Value) bool {
	for _, l := range e.x.Resolve(v) {
		switch l.Kind {
		case flow.Const:
			if l.Value == nil {
				continue
			}
			if n, ok := constInt(l.Value); !ok || n > 0 {
				return false
			}
		case flow.Field:
			if l.Var.Exported() || l.Var.Pkg() != e.pass.Pkg || !e.storesOff(l.Var) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (e *eval) storesOff(f *types.Var) bool {
	for _, st := range e.x.FieldStores(f) {
		for _, l := range e.x.Resolve(st.Val) {
			switch l.Kind {
			case flow.Const:
				if l.Value == nil {
					continue
				}
				if n, ok := constInt(l.Value); !ok || n > 0 {
					return false
				}
			case flow.Param:
				if !e.argsOff(l.Value.(*ssa.Parameter)) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// argsOff tells whether all that is passed as a parameter, by callers that can all be
// seen, is zero or less.
func (e *eval) argsOff(p *ssa.Parameter) bool {
	fn := p.Parent()
	if fn.Object() == nil || fn.Object().Exported() {
		return false
	}
	i := ssacall.ParamIndex(p)
	callers := e.x.Callers(fn)
	for _, c := range callers {
		as := ssacall.Args(c.Common())
		if i >= len(as) {
			return false
		}
		if n, ok := constInt(as[i]); !ok || n > 0 {
			return false
		}
	}
	return len(callers) > 0
}

// admitted tells whether a fill only runs when a counter, a key or a state that the
// function changes lets it, in its function or in a caller.
func (e *eval) admitted(q *container, f change, depth int) bool {
	r := region{fn: f.fn, keep: true}
	if e.guarded(r, f.at) || e.slotBefore(r, f.at) || e.whileEmpty(q, f.at) {
		return true
	}
	if depth >= 2 || f.fn.Parent() != nil || e.open(f.fn) || e.inLoop(f.fn) != "" {
		return false
	}
	callers := e.callers(f.fn)
	for _, c := range callers {
		if _, isGo := c.(*ssa.Go); isGo {
			return false
		}
		if flow.Named(c.Parent()) != f.fn && !e.admitted(q, change{fill, c, c.Parent()}, depth+1) {
			return false
		}
	}
	return len(callers) > 0
}

// open tells whether others than the package's own code can call fn by name.
func (e *eval) open(fn *ssa.Function) bool {
	obj := fn.Object()
	if obj == nil || !obj.Exported() || fn.Pkg.Pkg.Name() == "main" {
		return false
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return true
	}
	named, ok := gotype.Deref(recv.Type()).(*types.Named)
	return !ok || named.Obj().Exported() || len(e.callers(fn)) == 0
}

// slotBefore tells whether a slot is taken before in runs. A token that only wakes
// somebody up comes after.
func (e *eval) slotBefore(r region, in ssa.Instruction) bool {
	for _, op := range e.slotOps(r.fn) {
		if op == in || !e.reaches(op, in, e.inner(in.Block())) || e.idle(op, in) {
			continue
		}
		if c, ok := op.(*ssa.Call); ok {
			if f, _ := ssacall.Target(c.Common()); f != nil && (gotype.IsFunc(f, "(*sync.Cond).Wait") || gotype.IsFunc(f, "time.Sleep")) {
				continue
			}
		}
		return true
	}
	return false
}

// whileEmpty tells whether in runs only where the container is empty.
func (e *eval) whileEmpty(q *container, in ssa.Instruction) bool {
	b := in.Block()
	for d := b.Idom(); d != nil; d = d.Idom() {
		c, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := c.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		if n, isConst := constInt(cmp.Y); !isConst || n != 0 || !slices.Contains(q.lens, cmp.X) {
			continue
		}
		yes := d.Succs[0]
		if cmp.Op == token.NEQ || cmp.Op == token.GTR {
			yes = d.Succs[1]
		} else if cmp.Op != token.EQL {
			continue
		}
		if len(yes.Preds) == 1 && yes.Dominates(b) {
			return true
		}
	}
	return false
}

// cutAfter tells whether the function of a fill, or what it calls by name, also takes
// items out: one party does both.
func (e *eval) cutAfter(c *container, f change) bool {
	for _, d := range c.by(head, tail, reset, remove) {
		if flow.Named(d.fn) == flow.Named(f.fn) {
			return true
		}
		for _, call := range e.callers(flow.Named(d.fn)) {
			if _, isGo := call.(*ssa.Go); !isGo && flow.Named(call.Parent()) == flow.Named(f.fn) && (call.Parent() != f.fn || e.reaches(f.at, call, nil)) {
				return true
			}
		}
	}
	return false
}

// searched tells whether the function of a fill looks through the container first, as one
// that keeps each item once does.
func (e *eval) searched(c *container, f change) bool {
	found := false
	eachInstr(flow.Named(f.fn), func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Call:
			fn, _ := ssacall.Target(in.Common())
			if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "slices" && (strings.HasPrefix(fn.Name(), "Contains") || strings.HasPrefix(fn.Name(), "Index") || strings.HasPrefix(fn.Name(), "BinarySearch")) {
				found = true
			}
		case *ssa.UnOp:
			// A range over the container, before the fill.
			if in.Op == token.MUL && e.addrKeyOrNone(in.X) == c.key && e.ranged(in) && e.reaches(in, f.at, nil) {
				found = true
			}
		}
	})
	return found
}

func (e *eval) addrKeyOrNone(addr ssa.Value) string {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return e.keyOf(addr)
	}
	return ""
}

// ranged tells whether a slice that is read is gone through in a loop.
func (e *eval) ranged(v *ssa.UnOp) bool {
	for _, ref := range *v.Referrers() {
		if ia, ok := ref.(*ssa.IndexAddr); ok && e.inner(ia.Block()) != nil {
			return true
		}
	}
	return false
}

// readsClock tells whether fn compares times: it drops what is too old.
func (e *eval) readsClock(fn *ssa.Function) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok {
			return
		}
		switch e.full(c.Common()) {
		case "time.Since", "(time.Time).Before", "(time.Time).After", "(time.Time).Sub", "time.Until":
			found = true
		}
	})
	return found
}
