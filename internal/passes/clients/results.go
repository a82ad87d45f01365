package clients

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// results says what fn returns, for results that are clients, transports, pools, URLs or
// hold a client.
func (e *eval) results(fn *ssa.Function) []Result {
	var out []Result
	for i := range fn.Signature.Results().Len() {
		t := fn.Signature.Results().At(i).Type()
		if gotype.IsError(t) || !e.tells(t) {
			continue
		}
		vals := ssacall.Returned(fn, i)
		if len(vals) == 0 {
			continue
		}
		if r, ok := e.resultOf(fn, vals, t); ok {
			r.Index = i
			out = append(out, r)
		}
	}
	return out
}

// tells tells whether anything can be said of a result of type t: it is a URL, or a pointer
// or interface. The only others that are followed are structs.
func (e *eval) tells(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return urlType(t) || gotype.In(t, "net/http", "Client", "Transport") || e.follows(t)
}

func (e *eval) resultOf(fn *ssa.Function, vals []ssa.Value, t types.Type) (Result, bool) {
	if urlType(t) {
		if slices.ContainsFunc(vals, emptyText) {
			return Result{}, false // it names nothing, and all would have to name the same
		}
		var u Ref
		for i, v := range vals {
			w := e.url(v)
			if i > 0 && w != u {
				return Result{}, false
			}
			u = w
		}
		return Result{Kind: ResultURL, Ref: u}, u.Kind == RefParam || u.Kind == RefHost
	}
	if httpType(t) {
		all := ""
		for i, v := range vals {
			n, sure := e.isDefaultValue(v, 0)
			if !sure || i > 0 && n != all {
				all = ""
				break
			}
			all = n
		}
		if all != "" {
			return Result{Kind: ResultDefault, Name: all}, true
		}
	}
	if m, ok := e.freshResult(fn, vals, t); ok {
		return Result{Kind: ResultFresh, Make: m}, true
	}
	return e.refResult(vals, t)
}

// emptyText tells whether v is the constant text "".
func emptyText(v ssa.Value) bool {
	s, ok := constText(v)
	return ok && s == ""
}

// refResult is a client, or what may hold one, that the function returns from where it
// is kept.
func (e *eval) refResult(vals []ssa.Value, t types.Type) (Result, bool) {
	_, ptr := types.Unalias(t).(*types.Pointer)
	_, iface := t.Underlying().(*types.Interface)
	if !ptr && !iface {
		return Result{}, false
	}
	var ref Ref
	for i, v := range vals {
		r := e.base(v, 0)
		if e.isClient(t) {
			r = e.client(v)
		}
		if i > 0 && r != ref {
			return Result{}, false
		}
		ref = r
	}
	if e.isClient(t) && ref.Kind == RefMade {
		return Result{Kind: ResultClient}, true
	}
	return Result{Kind: ResultRef, Ref: ref}, ref.Kind == RefParam || ref.Kind == RefNamed
}
