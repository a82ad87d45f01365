package clients

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A walker follows a transport or pool forward through its function, with all that holds
// it: a client around a transport, an interface, a variable, a wrapper.
type walker struct {
	e       *eval
	state   State
	results []int
	once    bool // it is made inside a sync.Once
	seen    map[ssa.Value]bool
}

// fate follows v.
func (e *eval) fate(v ssa.Value) *walker {
	w := &walker{e: e, seen: map[ssa.Value]bool{}}
	w.value(v)
	w.once = onceOnly(v.Parent())
	return w
}

// onceOnly tells whether fn is a literal that package sync runs once.
func onceOnly(fn *ssa.Function) bool {
	for ; fn != nil && fn.Parent() != nil; fn = fn.Parent() {
		once := false
		check := func(v ssa.Value) {
			if v.Referrers() == nil {
				return
			}
			for _, ref := range *v.Referrers() {
				if c, ok := ref.(ssa.CallInstruction); ok {
					if obj, _ := ssacall.Target(c.Common()); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "sync" {
						once = true
					}
				}
			}
		}
		eachInstr(fn.Parent(), func(_ *ssa.Function, in ssa.Instruction) {
			switch in := in.(type) {
			case *ssa.MakeClosure:
				if in.Fn == fn {
					check(in)
				}
			case ssa.CallInstruction:
				if obj, _ := ssacall.Target(in.Common()); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "sync" {
					once = once || slices.Contains(in.Common().Args, ssa.Value(fn))
				}
			}
		})
		if once {
			return true
		}
	}
	return false
}

func (w *walker) value(v ssa.Value) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	refs := v.Referrers()
	if refs == nil {
		w.state |= Kept
		return
	}
	for _, ref := range *refs {
		w.use(v, ref)
	}
}

func (w *walker) use(v ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.Store:
		if ref.Val == v {
			w.stored(ref.Addr)
		}
	case *ssa.FieldAddr:
		w.fieldOf(ref)
	case *ssa.Field:
		if w.e.follows(ref.Type()) {
			w.value(ref)
		}
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.TypeAssert, *ssa.Phi, *ssa.UnOp, *ssa.Slice:
		w.value(ref.(ssa.Value))
	case *ssa.Extract:
		if !gotype.IsError(ref.Type()) && !types.Identical(ref.Type(), types.Typ[types.Bool]) {
			w.value(ref)
		}
	case *ssa.Return:
		if w.calledHere(v, ref) {
			return
		}
		for i, r := range ref.Results {
			if r == v && !slices.Contains(w.results, i) {
				w.results = append(w.results, i)
				w.state |= Returned
			}
		}
	case *ssa.MakeClosure:
		w.captured(v, ref)
	case ssa.CallInstruction:
		w.call(v, ref)
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef, *ssa.IndexAddr:
	default: // into a map, a channel, or where this walk does not follow
		w.state |= Kept
	}
}

// fieldOf follows what is read from a field of the value, and takes note of the setting
// that ends a transport's connections with their request.
func (w *walker) fieldOf(fa *ssa.FieldAddr) {
	if flow.FieldVar(fa).Name() == "DisableKeepAlives" {
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok && !falseConst(st.Val) {
				w.state |= NoKeepAlive
			}
		}
		return
	}
	for _, r := range *fa.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if w.e.follows(r.Type()) {
				w.value(r)
			}
		case ssa.CallInstruction:
			w.call(fa, r)
		}
	}
}

func falseConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == "false"
}

// stored follows the value to where it is written: a variable or literal of this
// function holds it, anything else keeps it.
func (w *walker) stored(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		w.value(addr)
	case *ssa.IndexAddr:
		if a, ok := addr.X.(*ssa.Alloc); ok {
			w.value(a)
			return
		}
		w.state |= Kept
	case *ssa.FieldAddr:
		base := addr.X
		if fa, ok := base.(*ssa.FieldAddr); ok {
			w.stored(fa)
			return
		}
		leaves := w.e.x.Resolve(base)
		for _, l := range leaves {
			_, isCall := l.Value.(*ssa.Call)
			switch {
			case l.Kind == flow.Alloc && l.Fn == addr.Parent():
				w.value(l.Value)
			case l.Kind == flow.Call && isCall && l.Fn == addr.Parent() && w.e.entry(l.Value.(*ssa.Call).Common(), catalogue.KindClientNew) != nil:
				w.value(l.Value)
			default:
				w.state |= Kept
			}
		}
		if len(leaves) == 0 {
			w.state |= Kept
		}
	default:
		w.state |= Kept
	}
}

// captured follows the value into a function literal that is called or deferred where it
// is made. One that goes elsewhere may keep it.
func (w *walker) captured(v ssa.Value, mc *ssa.MakeClosure) {
	lit := mc.Fn.(*ssa.Function)
	if ssacall.Bound(lit) {
		if obj, ok := lit.Object().(*types.Func); ok && closes(obj.Name()) {
			w.state |= Closed
			return
		}
		w.state |= Kept
		return
	}
	for i, b := range mc.Bindings {
		if b == v {
			w.value(lit.FreeVars[i])
		}
	}
	for _, ref := range *mc.Referrers() {
		c, ok := ref.(ssa.CallInstruction)
		_, isGo := ref.(*ssa.Go)
		if !ok || isGo || c.Common().Value != mc {
			w.state |= Kept
		}
	}
}

func closes(name string) bool {
	switch name {
	case "Close", "CloseIdleConnections", "Disconnect", "Shutdown", "Stop", "Quit":
		return true
	}
	return false
}

func pings(name string) bool {
	switch name {
	case "Ping", "PingContext", "Stats", "AutoMigrate", "HealthCheck":
		return true
	}
	return false
}

func (w *walker) call(v ssa.Value, c ssa.CallInstruction) {
	com := c.Common()
	if _, ok := com.Value.(*ssa.Builtin); ok {
		return
	}
	obj, _ := ssacall.Target(com)
	_, isGo := c.(*ssa.Go)
	if obj == nil || isGo {
		w.state |= Kept
		return
	}
	if ssacall.Receiver(com) == v {
		w.method(obj, c)
		return
	}
	switch {
	case w.e.entry(com, catalogue.KindOutbound) != nil:
		w.state |= Used
	case w.e.entry(com, catalogue.KindClientNew) != nil:
		w.result(c, NoParam)
	default:
		w.argument(v, obj, c)
	}
}

// method takes note of a method called on the value.
func (w *walker) method(obj *types.Func, c ssa.CallInstruction) {
	en := w.e.entry(c.Common(), catalogue.KindOutbound)
	sig := obj.Signature()
	switch {
	case closes(obj.Name()):
		w.state |= Closed
	case pings(obj.Name()):
		w.state |= Pinged
	case obj.Name() == "Clone":
	case en != nil:
		w.state |= Used
	case obj.Pkg() != nil && outside.InProgram(w.e.pass, obj.Pkg().Path()):
		w.argument(ssacall.Receiver(c.Common()), obj, c)
	case sig.Results().Len() > 0:
		t := sig.Results().At(0).Type()
		if n, ok := types.Unalias(gotype.Deref(t)).(*types.Named); ok && n.Obj().Pkg() == obj.Pkg() {
			w.result(c, 0) // a builder, a session, a connection of the pool
		}
	}
}

// argument judges a function that gets the value by what is known of its parameter.
func (w *walker) argument(v ssa.Value, obj *types.Func, c ssa.CallInstruction) {
	f := w.e.fact(obj)
	known := false
	for i, a := range ssacall.Args(c.Common()) {
		if a != v || f == nil {
			continue
		}
		for _, x := range f.Fates {
			if x.Param == i {
				known = true
				w.state |= x.State &^ Returned
				if x.State&Returned != 0 {
					w.result(c, x.Result)
				}
			}
		}
	}
	if known {
		return
	}
	if !outside.InProgram(w.e.pass, obj.Pkg().Path()) && w.wraps(obj) {
		w.result(c, NoParam)
		return
	}
	w.state |= Kept
}

// wraps tells whether a function of a library gives back a client or round tripper,
// which is then around what it was given.
func (w *walker) wraps(obj *types.Func) bool {
	res := obj.Signature().Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		if m, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip"); m != nil || httpType(t) {
			return true
		}
	}
	return false
}

// result follows the result at index i of the call, or all of them with NoParam.
func (w *walker) result(c ssa.CallInstruction, i int) {
	v, ok := c.(*ssa.Call)
	if !ok {
		return
	}
	if _, tuple := v.Type().(*types.Tuple); !tuple {
		w.value(v)
		return
	}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && (i == NoParam || x.Index == i) && !gotype.IsError(x.Type()) {
			w.value(x)
		}
	}
}

// fates says what becomes of the clients, transports and pools that fn is given, where
// it does not keep them.
func (e *eval) fates(fn *ssa.Function) []Fate {
	var out []Fate
	for i, p := range fn.Params {
		plain := e.interesting(p.Type())
		if !plain && !e.holder(p.Type()) {
			continue
		}
		w := e.fate(p)
		if w.state&Kept != 0 || len(w.results) > 1 || !plain && w.state == 0 {
			continue // most methods of what holds a client have nothing to do with it
		}
		f := Fate{Param: i, State: w.state, Result: NoParam}
		if len(w.results) == 1 {
			f.Result = w.results[0]
		}
		out = append(out, f)
	}
	return out
}
