package deadlines

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// A slot is what a pool, a semaphore, a limiter or a channel of replies gives to one
// caller at a time. Who waits for one waits for its other users, and nothing of its own
// ends that.

// slotCall judges the call of a catalogued limiter that waits for a slot of something
// shared. known is false where it is none.
func (e *Eval) slotCall(fn *ssa.Function, c ssa.CallInstruction, k Callee, entries []*catalogue.Entry) (out *Outbound, known bool) {
	for _, en := range entries {
		if en.Kind != catalogue.KindLimiter || en.Does != "acquire" && en.Does != "wait" {
			continue
		}
		if en.Blocks != "ctx" && en.Blocks != "yes" || en.Queue == "bounded" || len(en.Bound) > 0 || !e.shared(ssacall.Receiver(c.Common())) {
			return nil, true
		}
		o := &Outbound{Fn: fn, Call: c, Entry: en, Callee: FuncName(k.Obj), Slot: true, Client: Bound{State: BoundNo, Fn: fn}}
		o.path = []trace.Step{e.step(trace.Outbound, c, o.Callee)}
		o.Sources = e.sources(c, en, k)
		return o, true
	}
	return nil, false
}

// shared tells whether the value is kept in a field, a package variable, or comes from
// the caller: others have it, too.
func (e *Eval) shared(v ssa.Value) bool {
	if v == nil {
		return false
	}
	leaves := e.x.Resolve(v)
	for _, l := range leaves {
		switch l.Kind {
		case flow.Field, flow.FieldAddr, flow.Global, flow.GlobalAddr, flow.Param:
		default:
			return false
		}
	}
	return len(leaves) > 0
}

// A SlotWait is a plain receive, or send of a token, by which a function waits for a slot.
type SlotWait struct {
	Fn   *ssa.Function
	Pos  token.Pos
	What string // what it waits for, as a reader names it
	Path []trace.Step
}

// SlotWaits returns the channel operations of fn that wait for something shared with
// nothing to end the wait.
func (e *Eval) SlotWaits(fn *ssa.Function) []*SlotWait {
	var out []*SlotWait
	for _, in := range e.x.ChanOps(fn) {
		var f *types.Var
		what := ""
		switch in := in.(type) {
		case *ssa.UnOp:
			if f = e.channelField(in.X); f != nil && !e.endsFirst(in) && e.replies(in, f) {
				what = "a receive from " + f.Name()
			}
		case *ssa.Send:
			if f = e.channelField(in.Chan); f != nil && e.slotChannel(f).send {
				what = "a send to the semaphore " + f.Name()
			}
		}
		if what != "" && e.withinRun(fn)+e.Within(in.Pos(), f) == 0 && (!tokenChannel(f) || e.heldLong(fn)) {
			s := &SlotWait{Fn: fn, Pos: in.Pos(), What: what}
			s.Path = []trace.Step{e.Step(trace.Outbound, in.Pos(), fn, what)}
			out = append(out, s)
		}
	}
	return out
}

// heldLong tells whether what is done with a slot that fn takes may take long: fn, or a
// function of the package that calls it, leaves the process, calls what it is handed, or is
// called by other packages. One that guards work of this machine goes round by itself.
func (e *Eval) heldLong(fn *ssa.Function) bool {
	named := flow.Named(fn)
	if obj := named.Object(); obj != nil && obj.Exported() && len(e.x.Callers(named)) == 0 {
		return true
	}
	if e.outgoing(named, true) {
		return true
	}
	return slices.ContainsFunc(e.x.Callers(named), func(c ssa.CallInstruction) bool { return e.outgoing(flow.Named(c.Parent()), false) })
}

// outgoing tells whether fn, or a literal in it, calls what may leave the process: by the
// catalogue, through an interface that takes a context, or, with handed, through a function
// value.
func (e *Eval) outgoing(fn *ssa.Function, handed bool) bool {
	for _, g := range flow.WithLiterals(fn) {
		for _, c := range e.x.Sites(g) {
			com := c.Common()
			switch _, builtin := com.Value.(*ssa.Builtin); {
			case builtin:
			case c.Fn == nil && com.StaticCallee() == nil:
				if handed {
					return true
				}
			case c.Fn == nil:
			case first(c.Entries(e.cat), catalogue.KindOutbound) != nil, com.IsInvoke() && takesContext(c.Fn.Signature()):
				return true
			default:
				if f := e.fact(c.Fn); f != nil && slices.ContainsFunc(f.Waits, func(w Wait) bool { return !w.Slot }) {
					return true
				}
			}
		}
	}
	return false
}

// channelField returns the field or package variable that the channel v is kept in,
// where it can come from nowhere else.
func (e *Eval) channelField(v ssa.Value) *types.Var {
	leaves := e.x.Resolve(v)
	if len(leaves) != 1 {
		return nil
	}
	switch l := leaves[0]; l.Kind {
	case flow.Field:
		if l.Var.Pkg() == e.pass.Pkg {
			return l.Var.Origin()
		}
	case flow.Global:
		g := l.Value.(*ssa.Global)
		if obj, ok := g.Object().(*types.Var); ok && g.Pkg == e.x.SSA.Pkg {
			return obj
		}
	}
	return nil
}

// channelHome is channelField for a channel that the function which makes it keeps in a
// field as well, as a constructor does that fills a pool.
func (e *Eval) channelHome(v ssa.Value) *types.Var {
	if f := e.channelField(v); f != nil {
		return f
	}
	leaves := e.x.Resolve(v)
	if len(leaves) != 1 {
		return nil
	}
	mk, ok := leaves[0].Value.(*ssa.MakeChan)
	if !ok {
		return nil
	}
	for _, ref := range *mk.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == mk {
			if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
				return flow.FieldVar(fa)
			}
		}
	}
	return nil
}

// channelUse is all that the package does with the channels of one field.
type channelUse struct {
	sends, receives   []ssa.Instruction // outside a select
	selected, closed  bool
	deferredSend      bool
	deferredReceive   bool
	send, receive     bool // which of the two takes a slot, if it is a semaphore
	prefilled, buffer bool
}

// slotChannel reads what the package does with a channel field, once.
func (e *Eval) slotChannel(f *types.Var) channelUse {
	if e.channels == nil {
		e.channels = e.channelUses()
	}
	if u := e.channels[f]; u != nil {
		return *u
	}
	return channelUse{}
}

func (e *Eval) channelUses() map[*types.Var]*channelUse {
	out := map[*types.Var]*channelUse{}
	use := func(v ssa.Value) *channelUse {
		f := e.channelHome(v)
		if f == nil {
			return &channelUse{}
		}
		if out[f] == nil {
			out[f] = &channelUse{}
		}
		return out[f]
	}
	for _, fn := range e.x.SSA.Funcs {
		waits := e.x.ChanOps(fn)
		deferred := len(waits) > 0 && e.Deferred(fn)
		for _, in := range waits {
			switch in := in.(type) {
			case *ssa.UnOp:
				u := use(in.X)
				u.receives = append(u.receives, in)
				u.deferredReceive = u.deferredReceive || deferred
			case *ssa.Send:
				u := use(in.Chan)
				u.sends = append(u.sends, in)
				u.deferredSend = u.deferredSend || deferred
			case *ssa.Select:
				for _, s := range in.States {
					use(s.Chan).selected = true
				}
			}
		}
		for _, c := range e.x.Sites(fn) {
			if b, ok := c.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" && len(c.Common().Args) == 1 {
				use(c.Common().Args[0]).closed = true
			}
		}
	}
	for f, u := range out {
		e.direct(f, u)
	}
	return out
}

// direct says which operation of a channel of tokens takes a slot: the one whose opposite
// gives it back, where it is deferred or follows in no loop.
func (e *Eval) direct(f *types.Var, u *channelUse) {
	ch, ok := f.Type().Underlying().(*types.Chan)
	if !ok || u.closed {
		return
	}
	var stores []*ssa.Store
	if f.IsField() {
		stores = e.x.FieldStores(f)
	} else if g, ok := e.x.SSA.Pkg.Members[f.Name()].(*ssa.Global); ok {
		stores = e.x.GlobalStores(g)
	}
	for _, st := range stores {
		if mk, ok := st.Val.(*ssa.MakeChan); ok && !zeroSize(mk.Size) {
			u.buffer = true
		}
	}
	for _, s := range u.sends {
		for _, st := range stores {
			u.prefilled = u.prefilled || s.Parent() == st.Parent()
		}
	}
	u.sends = slices.DeleteFunc(u.sends, func(s ssa.Instruction) bool { // those that fill it
		return slices.ContainsFunc(stores, func(st *ssa.Store) bool { return s.Parent() == st.Parent() })
	})
	if !tokenType(ch.Elem()) || !u.buffer {
		return
	}
	discards := len(u.receives) > 0 && !slices.ContainsFunc(u.receives, func(r ssa.Instruction) bool {
		return used(r.(*ssa.UnOp)) || e.x.Again(r.Block())
	})
	switch {
	case u.deferredReceive, discards && !u.prefilled && !u.deferredSend:
		u.send = true
	case u.deferredSend, u.prefilled:
		u.receive = true
	}
}

func zeroSize(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && constant.Sign(k.Value) == 0
}

func tokenChannel(f *types.Var) bool {
	ch, ok := f.Type().Underlying().(*types.Chan)
	return ok && tokenType(ch.Elem())
}

// tokenType tells whether a value of type t is but a token: it says nothing.
func tokenType(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		return t.NumFields() == 0
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	}
	return false
}

// used tells whether the received value is looked at.
func used(v *ssa.UnOp) bool {
	for _, ref := range *v.Referrers() {
		if _, debug := ref.(*ssa.DebugRef); !debug {
			return true
		}
	}
	return false
}

// replies tells whether the receive in waits for a slot or for a worker's answer: a token
// of a semaphore, or a value that is used.
func (e *Eval) replies(in *ssa.UnOp, f *types.Var) bool {
	u := e.slotChannel(f)
	ch, ok := f.Type().Underlying().(*types.Chan)
	switch {
	case !ok || u.closed || e.x.Again(in.Block()):
		return false
	case tokenType(ch.Elem()):
		return u.receive && !e.Deferred(in.Parent())
	}
	if gotype.IsError(ch.Elem()) {
		return false
	}
	// One that a request brought along is answered by whoever took the request. What is
	// shared is a worker's answer, or what a pool was filled with.
	if !used(in) {
		return false
	}
	return (u.prefilled && u.buffer || slices.ContainsFunc(u.sends, func(s ssa.Instruction) bool {
		return e.worker(s.Parent()) && e.x.Again(s.Block())
	}))
}

// worker tells whether fn is run in a goroutine of its own: a literal, or a function that
// the package starts so.
func (e *Eval) worker(fn *ssa.Function) bool {
	return e.Async(fn) || slices.ContainsFunc(e.x.Callers(fn), func(c ssa.CallInstruction) bool {
		_, isGo := c.(*ssa.Go)
		return isGo
	})
}

// endsFirst tells whether the function asks for an end before it waits: it cancels or
// closes something, so that the other side is on its way out.
func (e *Eval) endsFirst(at ssa.Instruction) bool {
	for _, c := range e.x.Sites(at.Parent()) {
		if _, plain := c.CallInstruction.(*ssa.Call); !plain {
			continue
		}
		v := c.Common().Value
		if b, ok := v.(*ssa.Builtin); ok && b.Name() == "close" {
			return true
		}
		if _, pointer := types.Unalias(v.Type()).(*types.Pointer); !pointer && gotype.In(v.Type(), "context", "CancelFunc", "CancelCauseFunc") {
			return true
		}
	}
	return false
}
