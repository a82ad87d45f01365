package layers

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// call is what the result of a call says.
func (e *Eval) call(c *ssa.Call, result int) *saying {
	s := e.made(c, result)
	obj := extracted(c, result)
	if obj == nil {
		return s
	}
	out := s.clone()
	out.after(e.effects(obj, nil))
	return out
}

// extracted returns the value that stands for one result of a call, or nil.
func extracted(c *ssa.Call, result int) ssa.Value {
	if _, ok := c.Type().(*types.Tuple); !ok {
		return c
	}
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == result {
			return x
		}
	}
	return nil
}

// made is what a call itself makes.
func (e *Eval) made(c *ssa.Call, result int) *saying {
	com := c.Common()
	if b, ok := com.Value.(*ssa.Builtin); ok {
		s := &saying{}
		if b.Name() == "append" {
			for _, a := range com.Args {
				s.after(e.said(a))
			}
		}
		return s
	}
	fn, recv := ssacall.Target(com)
	if fn == nil {
		return e.calledValue(c, result)
	}
	if conn := stubOf(com, fn); conn != nil {
		return e.said(conn)
	}
	if fn.Pkg() != nil && outside.InProgram(e.pass, fn.Pkg().Path()) {
		return e.ownCall(c, fn, result)
	}
	s := e.library(com, fn)
	if set, ok := e.setter(fn, com, c.Pos()); ok {
		s.after(set)
	}
	if en := maker(e.cat.Func(fn, recv)); en != nil {
		s.make(spec{name: en.LayerName(), entry: en, pos: c.Pos()})
	}
	return s
}

// library is what the receiver and the arguments of a library's function bring.
func (e *Eval) library(com *ssa.CallCommon, fn *types.Func) *saying {
	s := &saying{}
	args := ssacall.Args(com)
	if way := onTheWay(fn); way != "" {
		return e.interceptors(args, way)
	}
	for _, a := range args {
		s.after(e.argument(a))
	}
	return s
}

// argument is what an argument says, which may be kept in an interface that says less
// than the value.
func (e *Eval) argument(a ssa.Value) *saying {
	t := a.Type()
	if mi, ok := a.(*ssa.MakeInterface); ok && !e.relevant(t) {
		t = mi.X.Type()
	}
	if !e.relevant(t) {
		return nil
	}
	return e.said(a)
}

// calledValue is what a call of a function value returns.
func (e *Eval) calledValue(c *ssa.Call, result int) *saying {
	var all []*saying
	for _, l := range e.x.Resolve(c.Call.Value) {
		fn := functionOf(l)
		if fn == nil || fn.Blocks == nil {
			return e.lost(resultType(c, result))
		}
		for _, v := range ssacall.Returned(fn, result) {
			all = append(all, e.bound(e.said(v), fn, c.Call.Args))
		}
	}
	return either(all)
}

func functionOf(l flow.Leaf) *ssa.Function {
	switch v := l.Value.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	}
	return nil
}

func resultType(c *ssa.Call, result int) types.Type {
	if t, ok := c.Type().(*types.Tuple); ok {
		return t.At(result).Type()
	}
	return c.Type()
}

// ownCall is what a function of the program returns.
func (e *Eval) ownCall(c *ssa.Call, fn *types.Func, result int) *saying {
	com := c.Common()
	t := resultType(c, result)
	if !e.relevant(t) {
		return &saying{}
	}
	if callee := com.StaticCallee(); callee != nil {
		callee = flow.Origin(callee)
		if callee.Pkg == e.x.SSA.Pkg && callee.Blocks != nil {
			var all []*saying
			for _, v := range ssacall.Returned(callee, result) {
				all = append(all, e.bound(e.said(v), callee, ssacall.Args(com)))
			}
			return madeAt(either(all), c, callee)
		}
	}
	if val, ok := e.facts.Result(fn.Origin(), result); ok {
		return e.fromFacts(val, com, fn)
	}
	return e.lost(t)
}

// madeAt is what the call c of callee returns. A layer of the program's own that callee
// only makes is set up where callee is called.
func madeAt(s *saying, c *ssa.Call, callee *ssa.Function) *saying {
	out := s.clone()
	for i := range out.specs {
		sp := &out.specs[i]
		if sp.made && sp.entry == nil && sp.in == callee {
			sp.pos, sp.in = c.Pos(), flow.Origin(c.Parent())
		}
	}
	return out
}

// bound puts the arguments of a call of fn in the place of fn's parameters.
func (e *Eval) bound(s *saying, fn *ssa.Function, args []ssa.Value) *saying {
	out := s.clone()
	for i := range out.specs {
		out.specs[i].counts = e.boundCounts(out.specs[i].counts, fn, args)
	}
	if s.from.fn == fn && s.from.index < len(args) {
		out.from = home{}
		given := e.said(args[s.from.index])
		out.open, out.inner = false, false
		out.below(given)
	}
	return out
}

// boundCounts puts arguments in the place of parameters. Add is what the setting did to the
// number; it is done to what the argument is.
func (e *Eval) boundCounts(in []count, fn *ssa.Function, args []ssa.Value) []count {
	var out []count
	for _, c := range in {
		if c.n.Kind != attempts.FromParam || c.fn != fn || c.n.Param >= len(args) {
			out = union(out, []count{c})
			continue
		}
		for _, a := range e.numbers(args[c.n.Param]) {
			a.n = a.n.Plus(c.n.Add)
			out = union(out, []count{a})
		}
	}
	return out
}

// fromFacts is what a value known through facts says. com is the call that returns it, or
// nil.
func (e *Eval) fromFacts(val Value, com *ssa.CallCommon, fn *types.Func) *saying {
	s := &saying{open: !val.Known, inner: !val.Known}
	var args []ssa.Value
	if com != nil {
		args = ssacall.Args(com)
	}
	for _, l := range val.Layers {
		s.specs = append(s.specs, e.fromLayer(l, args))
	}
	if val.Param != NoParam && val.Param < len(args) {
		s.below(e.said(args[val.Param]))
	}
	return s
}

func (e *Eval) fromLayer(l Layer, args []ssa.Value) spec {
	sp := spec{
		name: l.Name, entry: l.Entry, made: true, pos: l.Pos, stops: l.Stops, preset: l.Default,
		pause: triOf(l.Pauses), jitter: triOf(l.Jitter), ctx: triOf(l.Ctx), only: l.Methods,
	}
	if l.Attempts.Kind != attempts.FromParam {
		sp.counts = []count{{n: l.Attempts}}
		return sp
	}
	if l.Attempts.Param < len(args) {
		for _, a := range e.numbers(args[l.Attempts.Param]) {
			a.n = a.n.Plus(l.Attempts.Add)
			sp.counts = union(sp.counts, []count{a})
		}
		return sp
	}
	sp.counts = []count{{n: attempts.Setting("")}}
	return sp
}

// triOf is what a flag of a layer says that came through Facts: those that are not kept
// there are unset, and nothing is said of them.
func triOf(b bool) tri {
	if b {
		return yes
	}
	return unsaid
}

// stubOf returns the connection that a generated constructor makes a stub over, or nil.
func stubOf(com *ssa.CallCommon, fn *types.Func) ssa.Value {
	sig := fn.Signature()
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 || len(com.Args) != 1 {
		return nil
	}
	switch gotype.Name(sig.Params().At(0).Type()) {
	case "google.golang.org/grpc.ClientConnInterface", "google.golang.org/grpc.ClientConn":
	default:
		return nil
	}
	if !types.IsInterface(sig.Results().At(0).Type()) {
		return nil
	}
	return com.Args[0]
}
