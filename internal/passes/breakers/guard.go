package breakers

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A breaker written by hand has a method that says whether a call may go out now, which
// looks at the clock and at what other methods of the same type write down about the calls
// that went out. A limiter looks at the clock as well, but nobody tells it how a call went:
// that is asked where the guard is called.

// reports returns the methods of fn's type that write what fn, which asks for leave, reads.
func (e *eval) reports(fn *ssa.Function, obj *types.Func) []string {
	if !guardForm(obj.Signature()) {
		return nil
	}
	n, ok := types.Unalias(gotype.Deref(obj.Signature().Recv().Type())).(*types.Named)
	if !ok {
		return nil
	}
	read := &touched{}
	read.read(fn, 0)
	if !read.clock || len(read.fields) == 0 {
		return nil
	}
	var out []string
	for i := range n.NumMethods() {
		m := n.Method(i)
		if m == obj.Origin() || guardForm(m.Signature()) && isBool(m.Signature().Results().At(0).Type()) {
			continue
		}
		body := fn.Prog.FuncValue(m)
		if body == nil || len(body.Blocks) == 0 {
			continue
		}
		w := &touched{}
		w.write(body, 0)
		if slices.ContainsFunc(w.fields, read.has) {
			out = append(out, m.Name())
		}
	}
	slices.Sort(out)
	return out
}

// touched is what a method does to the fields of its receiver.
type touched struct {
	fields []*types.Var
	clock  bool
}

func (t *touched) add(v *types.Var) {
	if !slices.Contains(t.fields, v) {
		t.fields = append(t.fields, v)
	}
}

func (t *touched) has(v *types.Var) bool { return slices.Contains(t.fields, v) }

func ownField(fn *ssa.Function, v ssa.Value) (*types.Var, bool) {
	fa, ok := v.(*ssa.FieldAddr)
	if !ok || len(fn.Params) == 0 || fa.X != fn.Params[0] {
		return nil, false
	}
	return flow.FieldVar(fa), true
}

// read collects the fields that fn reads, and whether it looks at the clock.
func (t *touched) read(fn *ssa.Function, depth int) {
	if depth > 3 {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if f, ok := ownField(fn, in.X); ok && in.Op == token.MUL {
					t.add(f)
				}
			case *ssa.Call:
				t.readCall(fn, in, depth)
			}
		}
	}
}

func (t *touched) readCall(fn *ssa.Function, c *ssa.Call, depth int) {
	obj, _ := ssacall.Target(c.Common())
	if obj == nil || obj.Pkg() == nil {
		t.clock = t.clock || gotype.Is(c.Type(), "time", "Time")
		return
	}
	switch obj.Pkg().Path() {
	case "time":
		t.clock = t.clock || slices.Contains([]string{"Now", "Since", "Until"}, obj.Name())
	case "sync/atomic":
		for _, a := range c.Call.Args {
			if f, ok := ownField(fn, a); ok {
				t.add(f)
			}
		}
	}
	if gotype.Is(c.Type(), "time", "Time") && obj.Name() == "Now" {
		t.clock = true
	}
	if g := sameReceiver(fn, c); g != nil {
		t.read(g, depth+1)
	}
}

// sameReceiver returns the method that fn calls on its own receiver.
func sameReceiver(fn *ssa.Function, c ssa.CallInstruction) *ssa.Function {
	g := c.Common().StaticCallee()
	if g == nil || g.Signature.Recv() == nil || len(fn.Params) == 0 || len(c.Common().Args) == 0 || c.Common().Args[0] != fn.Params[0] {
		return nil
	}
	return flow.Origin(g)
}

// write collects the fields that fn writes.
func (t *touched) write(fn *ssa.Function, depth int) {
	if depth > 3 {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if f, ok := ownField(fn, in.Addr); ok {
					t.add(f)
				}
			case *ssa.Call:
				obj, _ := ssacall.Target(in.Common())
				if obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "sync/atomic" && obj.Name() != "Load" && len(in.Call.Args) > 0 {
					if f, ok := ownField(fn, in.Call.Args[0]); ok {
						t.add(f)
					}
				}
				if g := sameReceiver(fn, in); g != nil {
					t.write(g, depth+1)
				}
			}
		}
	}
}

// guarded tells whether the function around the guard call c tells the same breaker how
// the call went that it asked leave for: one of the reports is called on the same value,
// and gets the error or stands where an error is known.
func (e *eval) guarded(c ssa.CallInstruction, reports []string) bool {
	recv := ssacall.Receiver(c.Common())
	if recv == nil {
		return false
	}
	home := e.place(recv)
	for _, g := range flow.WithLiterals(flow.Named(c.Parent())) {
		for _, r := range e.x.Sites(g) {
			if r.Fn == nil || !slices.Contains(reports, r.Fn.Name()) {
				continue
			}
			to := ssacall.Receiver(r.Common())
			if to == nil || e.place(to) != home || !types.Identical(to.Type(), recv.Type()) {
				continue
			}
			if tellsOutcome(r.CallInstruction) {
				return true
			}
		}
	}
	return false
}

// place names the variable or field that v is read from.
func (e *eval) place(v ssa.Value) any {
	for _, l := range e.x.Resolve(v) {
		switch {
		case l.Var != nil:
			return l.Var
		case l.Value != nil:
			return l.Value
		}
	}
	return v
}

// tellsOutcome tells whether the call r of a method gets an error or whether there was
// one, or stands on a branch that knows of one.
func tellsOutcome(r ssa.CallInstruction) bool {
	for _, a := range ssacall.Args(r.Common())[1:] {
		if gotype.IsError(a.Type()) || isBool(a.Type()) {
			return true
		}
	}
	return onErrorBranch(r.Block())
}

// onErrorBranch tells whether a block is only reached by way of a test of an error.
func onErrorBranch(b *ssa.BasicBlock) bool {
	for ; b != nil; b = b.Idom() {
		d := b.Idom()
		if d == nil || len(d.Instrs) == 0 {
			continue
		}
		i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if ok && errorTest(i.Cond) && (d.Succs[0].Dominates(b) && len(d.Succs[0].Preds) == 1 || d.Succs[1].Dominates(b) && len(d.Succs[1].Preds) == 1) {
			return true
		}
	}
	return false
}

// errorTest tells whether a condition compares an error with nil.
func errorTest(v ssa.Value) bool {
	b, ok := v.(*ssa.BinOp)
	return ok && (b.Op == token.NEQ || b.Op == token.EQL) && (gotype.IsError(b.X.Type()) || gotype.IsError(b.Y.Type()))
}
