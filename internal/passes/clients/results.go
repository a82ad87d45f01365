package clients

import (
	"go/types"

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
		if gotype.IsError(t) {
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

func (e *eval) resultOf(fn *ssa.Function, vals []ssa.Value, t types.Type) (Result, bool) {
	if urlType(t) {
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
	if name := gotype.Name(t); name == "net/http.Client" || name == "net/http.Transport" || name == "net/http.RoundTripper" {
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
		if clientType(t) {
			r = e.client(v)
		}
		if i > 0 && r != ref {
			return Result{}, false
		}
		ref = r
	}
	if clientType(t) && ref.Kind == RefMade {
		return Result{Kind: ResultClient}, true
	}
	return Result{Kind: ResultRef, Ref: ref}, ref.Kind == RefParam || ref.Kind == RefNamed
}
