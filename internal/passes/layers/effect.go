package layers

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// An effect is what one instruction says about a value that it uses.
type effect struct {
	at   ssa.Instruction
	says *saying
}

// effects returns what the uses of the object at v, under all its names, say about it: the
// fields that are set, the setters that are called, the functions of the package that it
// is handed to. stack holds the functions entered on the way.
func (e *Eval) effects(v ssa.Value, stack []*ssa.Function) *saying {
	if _, unnamed := gotype.Deref(v.Type()).(*types.Struct); !unnamed && !e.relevant(v.Type()) {
		return &saying{}
	}
	var all []effect
	for _, a := range e.x.Aliases(v) {
		if a != v && e.apart(a) {
			continue
		}
		for _, use := range e.x.Uses(a) {
			if s := e.effect(a, use, stack); s != nil && (len(s.specs) > 0 || s.open || s.inner) {
				all = append(all, effect{use, s})
			}
		}
	}
	here := v.Parent()
	slices.SortStableFunc(all, func(a, b effect) int {
		return cmp.Or(order(b.at.Parent() == here)-order(a.at.Parent() == here), cmp.Compare(place(a.at), place(b.at)))
	})
	out := &saying{}
	for i, ef := range all {
		if e.overwritten(v, ef, all[i+1:]) {
			continue
		}
		if e.sure(v, ef.at) {
			out.after(ef.says)
		} else {
			out.after(e.elsewhere(ef.says).perhaps())
		}
	}
	return out
}

// overwritten tells whether a later one of the effects always sets the same field of the
// object at v anew. What it kept of the old value, it says itself.
func (e *Eval) overwritten(v ssa.Value, ef effect, later []effect) bool {
	fa, ok := ef.at.(*ssa.FieldAddr)
	if !ok || !carries(flow.FieldVar(fa).Type(), e.pass.Pkg) {
		return false
	}
	return slices.ContainsFunc(later, func(o effect) bool {
		at, ok := o.at.(*ssa.FieldAddr)
		return ok && at.X == fa.X && at.Field == fa.Field && before(fa, at) && e.sure(v, at)
	})
}

func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// place orders the instructions of one function.
func place(in ssa.Instruction) int {
	for i, other := range in.Block().Instrs {
		if other == in {
			return in.Block().Index<<16 + i
		}
	}
	return 0
}

// sure tells whether the instruction at takes effect whenever the object at v is used: it
// stands in the same function, and before some use that hands v on.
func (e *Eval) sure(v ssa.Value, at ssa.Instruction) bool {
	fn := v.Parent()
	if fn == nil { // a package variable: its initialiser
		return at.Parent().Name() == "init"
	}
	if at.Parent() != fn {
		return false
	}
	in, ok := v.(ssa.Instruction)
	if !ok || in.Block() == at.Block() { // a parameter of an option: its first block
		return ok || at.Block().Index == 0
	}
	after := false
	for _, a := range e.x.Aliases(v) {
		for _, use := range e.x.Uses(a) {
			if use == at || use.Parent() != fn || !handsOver(use, a) || before(use, at) {
				continue
			}
			if !before(at, use) {
				return false
			}
			after = true
		}
	}
	return after
}

// before tells whether a runs before b in every run in which b does.
func before(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return place(a) < place(b)
	}
	return a.Block().Dominates(b.Block())
}

// handsOver tells whether the instruction gives v to somebody.
func handsOver(in ssa.Instruction, v ssa.Value) bool {
	switch in := in.(type) {
	case ssa.CallInstruction, *ssa.Return, *ssa.MakeInterface, *ssa.MakeClosure:
		return true
	case *ssa.Store:
		return in.Val == v
	case *ssa.UnOp:
		return in.Op == token.MUL
	}
	return false
}

// effect is what one use of a says about it, or nil.
func (e *Eval) effect(a ssa.Value, use ssa.Instruction, stack []*ssa.Function) *saying {
	switch use := use.(type) {
	case *ssa.FieldAddr:
		if use.X == a {
			return e.fieldEffect(use)
		}
	case ssa.CallInstruction:
		return e.callEffect(a, use, stack)
	}
	return nil
}

// fieldEffect is what the stores into a field say.
func (e *Eval) fieldEffect(fa *ssa.FieldAddr) *saying {
	f := flow.FieldVar(fa)
	knobs := e.cat.Knobs("field:" + fieldPath(fa))
	s := &saying{}
	for _, ref := range *fa.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Addr != fa {
			continue
		}
		for _, k := range knobs {
			s.apply(e.knob(k, []ssa.Value{st.Val}, st.Pos()))
		}
		if len(knobs) == 0 && e.relevant(f.Type()) {
			s.after(e.said(st.Val))
		}
	}
	if _, nested := f.Type().Underlying().(*types.Struct); nested && len(knobs) == 0 {
		s.after(e.effects(fa, nil))
	}
	return s
}

// fieldPath spells a field as the catalogue does: pkg.T.F, and pkg.T.F.G where F is a
// struct without a name.
func fieldPath(fa *ssa.FieldAddr) string {
	owner := gotype.Name(fa.X.Type())
	if owner == "" {
		if up, ok := fa.X.(*ssa.FieldAddr); ok {
			owner = fieldPath(up)
		}
	}
	return owner + "." + flow.FieldVar(fa).Name()
}

// callEffect is what a call that gets a says about it.
func (e *Eval) callEffect(a ssa.Value, c ssa.CallInstruction, stack []*ssa.Function) *saying {
	com := c.Common()
	fn, _ := ssacall.Target(com)
	if fn == nil {
		return nil
	}
	if ssacall.Receiver(com) == a {
		if s, ok := e.setter(fn, com, c.Pos()); ok {
			return s
		}
	}
	callee := com.StaticCallee()
	if callee == nil {
		return nil
	}
	callee = flow.Origin(callee)
	if callee.Pkg != e.x.SSA.Pkg || callee.Blocks == nil || slices.Contains(stack, callee) || len(stack) > 4 {
		return nil
	}
	s := &saying{}
	args := ssacall.Args(com)
	for i, arg := range args {
		if arg == a && i < len(callee.Params) {
			s.after(e.bound(e.effects(callee.Params[i], append(stack, callee)), callee, args))
		}
	}
	return s
}

// setter is what a call of the library's function fn says by itself.
func (e *Eval) setter(fn *types.Func, com *ssa.CallCommon, pos token.Pos) (*saying, bool) {
	if !e.cat.Knows(gotype.Path(fn)) {
		return nil, false // before its name is spelled
	}
	knobs := e.cat.Knobs("func:" + catalogue.Name(fn))
	if len(knobs) == 0 {
		return nil, false
	}
	args := com.Args
	if !com.IsInvoke() && com.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	s := &saying{}
	for _, k := range knobs {
		switch k.Means {
		case catalogue.MeansOptions:
			for _, a := range args {
				s.after(e.said(a))
			}
		case catalogue.MeansGRPC:
			e.serviceConfig(s, k, args, pos)
		default:
			s.apply(e.knob(k, args, pos))
		}
	}
	return s, true
}
