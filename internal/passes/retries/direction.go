package retries

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/layers"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A way is how a repeated function asks for another attempt.
type way struct {
	again catalogue.Again
	stops []string // functions that mark an error as final
	pkg   string   // the package of the library, whose other functions mark an error as worth it
}

// wayOf is the way of a library's layer, set up by the call c.
func wayOf(c ssa.CallInstruction, l layers.Layer) way {
	w := way{again: l.Again}
	if l.Entry != nil {
		w.stops = l.Entry.StopErrors
	}
	if obj, _ := ssacall.Target(c.Common()); obj != nil {
		w.pkg = gotype.Path(obj)
	}
	return w
}

// op returns the chains of a repeated function: of the calls whose failure makes it ask
// for another attempt.
func (e *Eval) op(v ssa.Value, w way) []*item {
	if w.again == catalogue.AgainConflict {
		return nil // reads again and tries to write: an optimistic lock
	}
	var out []*item
	for _, l := range e.written(v) {
		fn, bound := e.body(l)
		if fn == nil {
			return e.unseen(v, w)
		}
		for _, s := range e.x.Sites(fn) {
			c, ok := s.CallInstruction.(*ssa.Call)
			if !ok || !goesRound(fn, c, w) {
				continue
			}
			items := e.call(fn, s)
			if len(items) > 0 && e.mayLoop(fn, c) {
				items = e.inLoops(fn, c, items)
			}
			for _, it := range items {
				if bound != nil && (it.end == nil || it.end.Parent() == fn) {
					it = e.fold(it, bound)
				}
				out = append(out, unbound(it, fn, func() string { return name(fn) }))
			}
		}
	}
	return e.worst(out)
}

// written resolves a function value, also through the function of the package that returns
// it.
func (e *Eval) written(v ssa.Value) []flow.Leaf {
	var out []flow.Leaf
	for _, l := range e.resolve(v) {
		c, ok := l.Value.(*ssa.Call)
		if !ok || l.Kind != flow.Call {
			out = append(out, l)
			continue
		}
		fn := c.Call.StaticCallee()
		if fn == nil || fn.Pkg != e.x.SSA.Pkg {
			out = append(out, l)
			continue
		}
		for _, r := range ssacall.Returned(fn, l.Result) {
			out = append(out, e.resolve(r)...)
		}
	}
	return out
}

// unseen returns the chains of a repeated function whose body does not show how it asks
// for another attempt.
func (e *Eval) unseen(v ssa.Value, w way) []*item {
	switch w.again {
	case catalogue.AgainDone, catalogue.AgainPoll:
		if out := e.handedOn(v); out != nil || w.again == catalogue.AgainPoll {
			return out
		}
		return e.value(v, "")
	case catalogue.AgainError:
		return e.value(v, "")
	}
	return nil
}

// handedOn returns the chain of a condition that is a parameter: who hands it in decides
// what it means.
func (e *Eval) handedOn(v ssa.Value) []*item {
	leaves := e.resolve(v)
	if len(leaves) != 1 || leaves[0].Kind != flow.Param {
		return nil
	}
	it := ending(leaves[0].Value.(*ssa.Parameter), "")
	it.Polls = true
	return []*item{it}
}

// body returns the function of the package that a function value is, with the receiver
// that is bound to it.
func (e *Eval) body(l flow.Leaf) (fn *ssa.Function, bound []ssa.Value) {
	if l.Kind != flow.Func {
		return nil, nil
	}
	fn, _ = l.Value.(*ssa.Function)
	if mc, ok := l.Value.(*ssa.MakeClosure); ok {
		fn = mc.Fn.(*ssa.Function)
		if ssacall.Bound(fn) {
			obj, _ := fn.Object().(*types.Func)
			if obj == nil || obj.Pkg() != e.pass.Pkg {
				return nil, nil
			}
			fn, bound = e.x.SSA.Pkg.Prog.FuncValue(obj.Origin()), mc.Bindings
		}
	}
	if fn != nil {
		fn = flow.Origin(fn)
	}
	if fn == nil || fn.Blocks == nil {
		return nil, nil
	}
	return fn, bound
}

// goesRound tells whether fn asks for another attempt when the call c in it fails. Where c
// does not tell an error, its failure shows elsewhere.
func goesRound(fn *ssa.Function, c *ssa.Call, w way) bool {
	failed := failure(c)
	if failed == nil {
		return !silent(c) && (w.again == catalogue.AgainError || asks(fn, w))
	}
	region := failing(failed)
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		inside := slices.ContainsFunc(region, func(f *ssa.BasicBlock) bool { return f.Dominates(b) })
		if (inside || len(region) == 0 || derives(r, failed)) && w.repeats(r, failed, inside || len(region) == 0) {
			return true
		}
	}
	return false
}

// silent tells whether the call, which gives no error, gives nothing else either that could
// tell that it failed, as a constructor does.
func silent(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	for v := range res.Variables() {
		if _, ok := v.Type().Underlying().(*types.Basic); ok || gotype.Is(v.Type(), "net/http", "Response") {
			return false
		}
	}
	return res.Len() > 0
}

// asks tells whether any way out of fn asks for another attempt.
func asks(fn *ssa.Function, w way) bool {
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && w.repeats(r, nil, true) {
			return true
		}
	}
	return false
}

// failure returns the error that a call gives, or that a method of what it gives tells, as in
// rdb.Get(ctx, key).Result(), or nil.
func failure(c *ssa.Call) ssa.Value {
	for range 4 { // results of results
		if gotype.IsError(c.Type()) {
			return c
		}
		if c.Referrers() == nil {
			return nil
		}
		var next *ssa.Call
		for _, ref := range *c.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Extract:
				if gotype.IsError(ref.Type()) {
					return ref
				}
			case *ssa.Call:
				if ssacall.Receiver(&ref.Call) == c {
					next = ref
				}
			}
		}
		if next == nil {
			return nil
		}
		c = next
	}
	return nil
}

// failing returns the blocks to which control goes where the error is not nil.
func failing(failed ssa.Value) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, v := range sameError(failed) {
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			cmp, ok := ref.(*ssa.BinOp)
			if !ok || !ssacall.IsNil(cmp.X) && !ssacall.IsNil(cmp.Y) || cmp.Referrers() == nil {
				continue
			}
			for _, use := range *cmp.Referrers() {
				if branch, ok := use.(*ssa.If); ok {
					i := 0
					if cmp.Op == token.EQL {
						i = 1
					}
					out = append(out, branch.Block().Succs[i])
				}
			}
		}
	}
	return out
}

// sameError returns the error with the reads of the variable that it is put into.
func sameError(failed ssa.Value) []ssa.Value {
	out := []ssa.Value{failed}
	if failed.Referrers() == nil {
		return out
	}
	for _, ref := range *failed.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Phi:
			out = append(out, ref)
		case *ssa.Store:
			if ref.Val != failed || ref.Addr.Referrers() == nil {
				continue
			}
			for _, read := range *ref.Addr.Referrers() {
				if u, ok := read.(*ssa.UnOp); ok && u.Op == token.MUL {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// derives tells whether a result is the error, or is made of it.
func derives(r *ssa.Return, failed ssa.Value) bool {
	return slices.ContainsFunc(r.Results, func(v ssa.Value) bool { return madeOf(written(r, v), failed, 0) })
}

func madeOf(v, failed ssa.Value, depth int) bool {
	if v == failed || slices.Contains(sameError(failed), v) {
		return true
	}
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(x ssa.Value) bool { return madeOf(x, failed, depth+1) })
	case *ssa.Extract:
		return madeOf(v.Tuple, failed, depth+1)
	case *ssa.MakeInterface:
		return madeOf(v.X, failed, depth+1)
	case *ssa.ChangeInterface:
		return madeOf(v.X, failed, depth+1)
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, func(x ssa.Value) bool { return madeOf(x, failed, depth+1) })
	}
	return false
}

// repeats tells whether a return asks for another attempt. certain says that it is only
// reached where the call failed.
func (w way) repeats(r *ssa.Return, failed ssa.Value, certain bool) bool {
	var err, done ssa.Value
	for _, v := range r.Results {
		v = written(r, v)
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
			done = v
		}
	}
	if n := len(r.Results); n > 0 {
		err = written(r, r.Results[n-1])
	}
	switch {
	case err == nil:
		return false
	case w.again == catalogue.AgainDone || w.again == catalogue.AgainPoll:
		return isNil(err) && done != nil && !isTrue(done) && certain
	case w.again == catalogue.AgainMarked && done != nil:
		return !isFalse(done)
	case w.again == catalogue.AgainMarked:
		return w.marked(err, 0)
	}
	return !isNil(err) && !w.final(err, 0) && (failed == nil || certain || madeOf(err, failed, 0))
}

// written returns the value that the return statement of r has for the result v. In a
// function that defers calls it is put into a variable first, and read after they ran.
func written(r *ssa.Return, v ssa.Value) ssa.Value {
	read, ok := v.(*ssa.UnOp)
	if !ok || read.Op != token.MUL {
		return v
	}
	for _, in := range slices.Backward(r.Block().Instrs) {
		if st, ok := in.(*ssa.Store); ok && st.Addr == read.X {
			return st.Val
		}
	}
	return v
}

func isNil(v ssa.Value) bool { return ssacall.IsNil(v) }

func isTrue(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value)
}

func isFalse(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && !constant.BoolVal(k.Value)
}

// final tells whether an error is marked as one that ends the attempts, or is none.
func (w way) final(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return depth < 4 && !slices.ContainsFunc(v.Edges, func(x ssa.Value) bool { return !isNil(x) && !w.final(x, depth+1) })
	case *ssa.MakeInterface:
		return w.final(v.X, depth)
	case *ssa.Call:
		obj, _ := ssacall.Target(v.Common())
		return obj != nil && (slices.Contains(w.stops, gotype.Path(obj)+"."+obj.Name()) || w.again == catalogue.AgainError && w.pkg != "" && gotype.Path(obj) == w.pkg)
	}
	return false
}

// marked tells whether an error may be marked as worth another attempt.
func (w way) marked(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return depth < 4 && slices.ContainsFunc(v.Edges, func(x ssa.Value) bool { return w.marked(x, depth+1) })
	case *ssa.MakeInterface:
		return w.marked(v.X, depth)
	case *ssa.Call:
		obj, _ := ssacall.Target(v.Common())
		return obj != nil && gotype.Path(obj) == w.pkg && !strings.HasPrefix(obj.Name(), "Non") && !slices.Contains(w.stops, gotype.Path(obj)+"."+obj.Name())
	}
	return false
}
