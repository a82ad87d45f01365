package deadlines

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
)

// clientAttempts returns how often the client recv of a library tries the call of k, as
// the package sets it or the library does by default; 0 where that is not known.
func (e *Eval) clientAttempts(k Callee, recv ssa.Value) int {
	for _, en := range e.cat.Retries(k.Obj, k.Recv) {
		if en.Mode != "client" && en.Mode != "implicit" || len(en.Attempts.From) == 0 {
			continue
		}
		for _, ref := range en.Attempts.From {
			a, set := e.stated(ref, recv)
			switch {
			case set && !a.Known:
				return 0
			case set && en.Attempts.Counts == "retries":
				return int(a.Min) + 1
			case set:
				return int(a.Min)
			}
		}
		n, err := strconv.Atoi(en.Attempts.Default)
		if err != nil {
			return 0
		}
		return n
	}
	return 0
}

// stated returns what the package sets the knob to, which is "field:pkg.T.F" or
// "func:FullName". All values of the type count as one.
func (e *Eval) stated(ref string, recv ssa.Value) (a Amount, set bool) {
	kind, name, _ := strings.Cut(ref, ":")
	switch kind {
	case "field":
		owner := ownerOf(name)
		f := fieldOf(recv.Type(), name[len(owner)+1:])
		if f == nil || gotype.Name(recv.Type()) != owner {
			return noAmount, false
		}
		stores := e.x.FieldStores(f)
		return e.amountStores(stores, map[ssa.Value]bool{}), len(stores) > 0
	case "func":
		return e.setter(name)
	}
	return noAmount, false
}

// fieldOf returns the field of the struct that t points to, or nil.
func fieldOf(t types.Type, name string) *types.Var {
	st, ok := gotype.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return st.Field(i)
		}
	}
	return nil
}

// setter returns what the calls of a setter in the package agree on.
func (e *Eval) setter(name string) (out Amount, set bool) {
	for _, fn := range e.x.SSA.Funcs {
		for _, s := range e.x.Sites(fn) {
			c, ok := s.CallInstruction.(*ssa.Call)
			if !ok || s.Fn == nil || len(c.Call.Args) == 0 || !gotype.IsFunc(s.Fn, name) {
				continue
			}
			a := e.Amount(c.Call.Args[len(c.Call.Args)-1])
			if set && (!a.Known || a != out) {
				return noAmount, true
			}
			out, set = a, true
		}
	}
	return out, set
}

// attemptTimeout returns the timeout of constant size that the package gives each attempt
// of the client recv: the Timeout of the http.Client in it, or a setter's; 0 where none is seen.
func (e *Eval) attemptTimeout(recv ssa.Value) time.Duration {
	st, ok := gotype.Deref(recv.Type()).Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	for i := range st.NumFields() {
		if f := st.Field(i); gotype.PointerTo(f.Type(), "net/http", "Client") {
			if d := e.timeoutThrough(f); d > 0 {
				return d
			}
		}
	}
	n, ok := types.Unalias(gotype.Deref(recv.Type())).(*types.Named)
	if !ok {
		return 0
	}
	for i := range n.NumMethods() {
		m := n.Method(i)
		if !slices.ContainsFunc(e.cat.Func(m, recv.Type()), func(en *catalogue.Entry) bool {
			return en.Kind == catalogue.KindDeadline && en.Effect == "adds" && en.On == "client"
		}) {
			continue
		}
		if a, set := e.setter(m.FullName()); set && a.Known {
			return a.Min
		}
	}
	return 0
}

// timeoutThrough returns the Timeout that the package sets on the http.Client which field
// f points to: through the field, or in the literal that it stores there.
func (e *Eval) timeoutThrough(f *types.Var) time.Duration {
	timeout := fieldOf(f.Type(), "Timeout")
	if timeout == nil {
		return 0
	}
	for _, fa := range e.x.FieldAddrs(timeout) {
		if !loadsField(fa.X, f) {
			continue
		}
		for _, ref := range *fa.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == fa {
				if a := e.Amount(st.Val); a.Known {
					return a.Min
				}
			}
		}
	}
	for _, st := range e.x.FieldStores(f) {
		for _, l := range e.x.Resolve(st.Val) {
			if l.Kind != flow.Alloc {
				continue
			}
			for _, set := range flow.StoresTo(l.Value, timeout) {
				if a := e.Amount(set.Val); a.Known {
					return a.Min
				}
			}
		}
	}
	return 0
}
