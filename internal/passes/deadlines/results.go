package deadlines

import (
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// results says what fn returns, for results that are contexts, carry one, or are
// clients.
func (e *Eval) results(fn *ssa.Function) []Result {
	res := fn.Signature.Results()
	var out []Result
	for i := range res.Len() {
		t := res.At(i).Type()
		switch {
		case gotype.IsContext(t), carrier(t):
			out = append(out, e.contextResults(fn, i)...)
		case client(t):
			out = append(out, e.clientResults(fn, i)...)
		case transport(t):
			out = append(out, e.transportResults(fn, i)...)
		}
	}
	return out
}

// carrier tells whether a value of type t holds a context.
func carrier(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		return false
	}
	return gotype.Is(t, "net/http", "Request") || gotype.Is(t, "os/exec", "Cmd")
}

// client tells whether t is a type whose timeout this package judges.
func client(t types.Type) bool {
	return gotype.Is(t, "net/http", "Client") || gotype.Is(t, "net", "Dialer")
}

// transport tells whether t is a round tripper.
func transport(t types.Type) bool { return gotype.In(t, "net/http", "RoundTripper", "Transport") }

func (e *Eval) transportResults(fn *ssa.Function, i int) []Result {
	state, any := BoundNo, false
	for _, v := range ssacall.Returned(fn, i) {
		any = true
		switch e.Transport(v) {
		case BoundYes:
			return []Result{{Index: i, Kind: ResultBounded, Param: NoParam}}
		case BoundUnknown:
			state = BoundUnknown
		}
	}
	if !any || state != BoundNo {
		return nil
	}
	return []Result{{Index: i, Kind: ResultUnbounded, Param: NoParam}}
}

func (e *Eval) contextResults(fn *ssa.Function, i int) []Result {
	var ss []Source
	for _, v := range ssacall.Returned(fn, i) {
		ss = merge(ss, e.Context(v))
	}
	var out []Result
	add := func(r Result) {
		for _, have := range out {
			if have == r {
				return
			}
		}
		out = append(out, r)
	}
	for _, s := range ss {
		if s.Kind == Never {
			continue
		}
		r := Result{Index: i, Kind: ResultUnknown, Param: NoParam}
		switch {
		case s.Kind == Bounded:
			r.Kind, r.Amount = ResultBounded, e.longest(fn, i)
		case s.Kind == Root && s.Cancel:
			r.Kind = ResultCancel
		case s.Kind == Root:
			r.Kind = ResultRoot
		case s.Kind == Caller && s.Fn == fn:
			r.Kind, r.Param = ResultParam, s.Param
		}
		add(r)
	}
	return out
}

// longest returns the longest time that the context which fn returns at i can leave, or 0.
func (e *Eval) longest(fn *ssa.Function, i int) time.Duration {
	var out time.Duration
	for _, v := range ssacall.Returned(fn, i) {
		l := e.Limit(v)
		if l.Max == 0 {
			return 0
		}
		out = max(out, l.Max)
	}
	return out
}

func (e *Eval) clientResults(fn *ssa.Function, i int) []Result {
	var all []Bound
	for _, v := range ssacall.Returned(fn, i) {
		all = append(all, e.Client(v))
	}
	r := Result{Index: i, Param: NoParam}
	switch b := weakest(all); b.State {
	case BoundYes:
		r.Kind = ResultBounded
	case BoundNo:
		r.Kind = ResultUnbounded
	case BoundParam:
		if b.Fn != fn {
			return nil
		}
		r.Kind, r.Param = ResultParam, b.Param
	default:
		return nil
	}
	return []Result{r}
}

// sets returns the bounding fields of clients, transports and servers that fn writes
// through a parameter, itself or in what it calls, and with NoParam those that a function
// it returns writes.
func (e *Eval) sets(fn *ssa.Function) []Set {
	out := e.ownSets(fn)
	add := func(s Set) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if takesSettable(fn.Params) {
		for _, c := range e.x.Sites(fn) {
			e.nestedSets(fn, c, e.callSets(c.Common()), add)
		}
	}
	for _, s := range e.returnedSets(fn) {
		add(s)
	}
	return out
}

// nestedSets adds what the call c writes, as sets say of its arguments, through the
// parameters of fn.
func (e *Eval) nestedSets(fn *ssa.Function, c ssa.CallInstruction, sets []Set, add func(Set)) {
	if len(sets) == 0 {
		return
	}
	as := ssacall.Args(c.Common())
	for _, s := range sets {
		if s.Param < 0 || s.Param >= len(as) {
			continue
		}
		for _, i := range e.params(fn, as[s.Param]) {
			add(Set{Param: i, Field: s.Field})
		}
	}
}

// settable tells whether t is a struct whose fields other code than its maker's sets.
func settable(t types.Type) bool {
	return gotype.In(t, "net/http", "Client", "Transport", "Server") || gotype.Is(t, "net", "Dialer")
}

// params returns the indices of fn's parameters that v is.
func (e *Eval) params(fn *ssa.Function, v ssa.Value) []int {
	if p, ok := v.(*ssa.Parameter); ok && p.Parent() == fn {
		return []int{ssacall.ParamIndex(p)}
	}
	return nil
}
