package deadlines

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// transportOf returns what is stored into the Transport field of the http.Client at a,
// or nil.
func (e *Eval) transportOf(a *ssa.Alloc) ssa.Value {
	st, ok := gotype.Deref(a.Type()).Underlying().(*types.Struct)
	if !ok || !gotype.Is(a.Type(), "net/http", "Client") {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() != "Transport" {
			continue
		}
		if stores := flow.StoresTo(a, st.Field(i)); len(stores) > 0 {
			return stores[len(stores)-1].Val
		}
	}
	return nil
}

// Transport says whether the round tripper v bounds a request by itself.
func (e *Eval) Transport(v ssa.Value) BoundState {
	if e.busy[v] || e.depth > maxDepth {
		e.cuts++
		return BoundUnknown
	}
	e.busy[v] = true
	e.depth++
	defer func() {
		e.depth--
		delete(e.busy, v)
	}()
	state := BoundNo
	for _, l := range e.x.Resolve(v) {
		switch e.transportLeaf(l) {
		case BoundYes:
			return BoundYes
		case BoundUnknown:
			state = BoundUnknown
		}
	}
	return state
}

func (e *Eval) transportLeaf(l flow.Leaf) BoundState {
	switch l.Kind {
	case flow.Const:
		return BoundNo // nil means http.DefaultTransport
	case flow.Global:
		g := l.Value.(*ssa.Global)
		if g.Pkg.Pkg.Path() == "net/http" && g.Name() == "DefaultTransport" {
			return BoundNo
		}
		if g.Pkg == e.x.SSA.Pkg {
			return e.transports(e.x.GlobalStores(g))
		}
	case flow.Field:
		return e.transports(e.x.FieldStores(l.Var))
	case flow.Alloc:
		return e.transportLiteral(l.Value.(*ssa.Alloc))
	case flow.Call:
		return e.transportCall(l.Value.(*ssa.Call))
	}
	return BoundUnknown
}

func (e *Eval) transports(stores []*ssa.Store) BoundState {
	if len(stores) == 0 {
		return BoundUnknown
	}
	state := BoundNo
	for _, st := range stores {
		switch e.Transport(st.Val) {
		case BoundYes:
			return BoundYes
		case BoundUnknown:
			state = BoundUnknown
		}
	}
	return state
}

// transportLiteral judges &http.Transport{…} by its fields, and a round tripper of the
// program by what its RoundTrip method is known to do with the request.
func (e *Eval) transportLiteral(a *ssa.Alloc) BoundState {
	if gotype.Is(a.Type(), "net/http", "Transport") {
		if e.fieldsSet(a).State == BoundYes || e.setByCallee(a) || e.setThroughHome(a) {
			return BoundYes
		}
		return BoundNo
	}
	return e.roundTripper(a.Type())
}

func (e *Eval) roundTripper(t types.Type) BoundState {
	obj, _, _ := types.LookupFieldOrMethod(t, true, e.pass.Pkg, "RoundTrip")
	fn, ok := obj.(*types.Func)
	if !ok {
		return BoundUnknown
	}
	f := e.fact(fn)
	if f == nil {
		return BoundUnknown
	}
	for _, w := range f.Waits {
		if w.Ctx != NoParam && !w.Slot { // the request goes on as it came
			return BoundNo
		}
	}
	return BoundUnknown
}

// transportCall judges a round tripper that a call makes: a clone is as its original,
// and a library function that wraps one round tripper is as what it wraps.
func (e *Eval) transportCall(c *ssa.Call) BoundState {
	com := c.Common()
	if en := e.entry(com, catalogue.KindClientNew); en != nil && en.Makes == "*net/http.Transport" && com.Signature().Recv() != nil {
		if e.fieldsSet(c).State == BoundYes || e.setByCallee(c) {
			return BoundYes
		}
		return e.Transport(ssacall.Receiver(com))
	}
	if k := callee(com); k.Obj != nil && k.Obj.Pkg() != nil && outside.InProgram(e.pass, k.Obj.Pkg().Path()) {
		return e.transportResult(k.Obj)
	}
	var inner ssa.Value
	for _, a := range com.Args {
		if gotype.Is(a.Type(), "net/http", "RoundTripper") || gotype.Is(a.Type(), "net/http", "Transport") {
			if inner != nil {
				return BoundUnknown
			}
			inner = a
		}
	}
	if inner == nil || callee(com).Obj == nil {
		return BoundUnknown
	}
	return e.Transport(inner)
}

// transportResult judges a round tripper that a function of the program makes.
func (e *Eval) transportResult(fn *types.Func) BoundState {
	f := e.fact(fn)
	if f == nil {
		return BoundUnknown
	}
	for _, r := range f.Results {
		switch {
		case r.Index != 0:
		case r.Kind == ResultBounded:
			return BoundYes
		case r.Kind == ResultUnbounded:
			return BoundNo
		}
	}
	return BoundUnknown
}

// clientCall judges a client that a call makes.
func (e *Eval) clientCall(c *ssa.Call, result int) Bound {
	com := c.Common()
	k := callee(com)
	if k.Obj == nil {
		return e.clientOfLiteral(com, result)
	}
	if en := e.entry(com, catalogue.KindClientNew); en != nil {
		return e.clientMade(c, en)
	}
	if f := e.fact(k.Obj); f != nil {
		var all []Bound
		for _, r := range f.Results {
			if r.Index == result {
				all = append(all, e.clientResult(r, c))
			}
		}
		if len(all) > 0 {
			if e.fieldsSet(c).State == BoundYes || e.setByCallee(c) || e.setThroughHome(c) {
				return Bound{State: BoundYes}
			}
			return weakest(all)
		}
	}
	return Bound{}
}

// clientOfLiteral judges what a function value returns, for functions of the package.
func (e *Eval) clientOfLiteral(com *ssa.CallCommon, result int) Bound {
	var all []Bound
	for _, fn := range e.bodies(com.Value) {
		for _, v := range ssacall.Returned(fn, result) {
			b := e.Client(v)
			if b.State == BoundParam && b.Fn == fn {
				b = Bound{}
			}
			all = append(all, b)
		}
	}
	return weakest(all)
}

// clientMade judges a client that a library makes, by the limits it sets itself.
func (e *Eval) clientMade(c *ssa.Call, en *catalogue.Entry) Bound {
	endless := false
	b := Bound{State: BoundNo, Fn: c.Parent(), What: "the client of " + calleeName(c.Common())}
	for _, f := range en.Fields {
		switch f.Role {
		case "timeout", "client", "attempt_timeout", "read_timeout", "header_timeout":
		default:
			continue
		}
		if !strings.HasPrefix(f.Default, "none") && !strings.Contains(f.Default, "no timeout") {
			return Bound{}
		}
		endless = true
		if f.Option != "" {
			b.Unless = append(b.Unless, f.Option)
		}
		if f.Field != "" && strings.HasPrefix(f.Field, strings.TrimPrefix(en.Makes, "*")+".") && e.memberSet(c, f.Field) {
			return Bound{}
		}
	}
	if !endless || e.Bounds(c) {
		return Bound{}
	}
	return b
}

// memberSet tells whether the field, spelt pkg.T.F, of the struct that c makes is set, or
// a timeout is set through it: rc.HTTPClient.Timeout = d. It looks at the whole package.
func (e *Eval) memberSet(c *ssa.Call, field string) bool {
	st, ok := gotype.Deref(c.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	name := field[strings.LastIndexByte(field, '.')+1:]
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() != name {
			continue
		}
		if len(e.x.FieldStores(f)) > 0 {
			return true
		}
		return e.fieldSetThrough(func(base ssa.Value) bool { return loadsField(base, f) }, f.Type())
	}
	return false
}

func (e *Eval) clientResult(r Result, c *ssa.Call) Bound {
	switch r.Kind {
	case ResultBounded:
		return Bound{State: BoundYes}
	case ResultUnbounded:
		if fn := c.Call.StaticCallee(); fn != nil && fn.Pkg == e.x.SSA.Pkg {
			var all []Bound
			for _, v := range ssacall.Returned(fn, r.Index) {
				all = append(all, e.Client(v))
			}
			if b := weakest(all); b.State == BoundNo {
				return b // with the place where it is made
			}
		}
		return Bound{State: BoundNo, Pos: c.Pos(), Fn: c.Parent(), What: "the client of " + calleeName(c.Common())}
	case ResultParam:
		if as := ssacall.Args(c.Common()); r.Param >= 0 && r.Param < len(as) {
			return e.Client(as[r.Param])
		}
	}
	return Bound{}
}
