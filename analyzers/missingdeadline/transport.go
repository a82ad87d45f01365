package missingdeadline

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// transports reports hand-made transports that set none of the limits which
// http.DefaultTransport has, and no client over them has a Timeout. A request's own
// deadline ends the request, not the TLS handshake: net/http goes on with the
// connection for the next one, and waits for the peer as long as the peer likes.
func (c *checker) transports(p *deadlines.Package) {
	for _, fn := range p.Index.SSA.Funcs {
		for _, a := range c.eval.HTTPAllocs(fn) {
			if gotype.PointerTo(a.Type(), "net/http", "Transport") && !deadlines.TakesTest(fn) && c.endless(a) {
				c.report(rule.Finding{
					Pos:        a.Pos(),
					Kind:       "client",
					Severity:   finding.Warning,
					Confidence: finding.Medium,
					Message:    "http.Transport sets neither TLSHandshakeTimeout nor ResponseHeaderTimeout, and no client over it is seen to have a Timeout: a peer that accepts and says nothing holds the connection and its goroutine for ever, even when the request is given up; set TLSHandshakeTimeout, or start from http.DefaultTransport's Clone",
					Trace:      []trace.Step{c.eval.Step(trace.Make, a.Pos(), fn, "http.Transport")},
				})
			}
		}
	}
}

// endless tells whether the transport made at a bounds nothing and no client does it
// for it.
func (c *checker) endless(a *ssa.Alloc) bool {
	if copied(a) || c.eval.Bounds(a) {
		return false
	}
	for _, name := range []string{"TLSHandshakeTimeout", "DialTLSContext", "DialTLS", "DisableKeepAlives"} {
		if slices.ContainsFunc(c.eval.Stored(a, name), set) {
			return false
		}
	}
	for _, name := range []string{"DialContext", "Dial"} {
		if slices.ContainsFunc(c.eval.Stored(a, name), c.eval.DialsSocket) {
			return false // the peer is a process of this machine
		}
	}
	return !c.underTimeout(a, map[ssa.Value]bool{})
}

// set tells whether v is anything but the zero value written out.
func set(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	switch {
	case !ok:
		return true
	case k.Value == nil:
		return false
	case k.Value.Kind() == constant.Bool:
		return constant.BoolVal(k.Value)
	}
	return constant.Sign(k.Value) != 0
}

// underTimeout tells whether v, or what wraps it, becomes the transport of a client with
// a Timeout, or of one that can't be seen whole.
func (c *checker) underTimeout(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			if c.underTimeout(ref, seen) {
				return true
			}
		case *ssa.Phi:
			if c.underTimeout(ref, seen) {
				return true
			}
		case *ssa.Store:
			if ref.Val == v && c.storedUnderTimeout(ref, seen) {
				return true
			}
		case *ssa.Call:
			// A wrapping round tripper, or an option that takes the transport.
			if _, ok := ref.Type().Underlying().(*types.Tuple); !ok && c.underTimeout(ref, seen) {
				return true
			}
		}
	}
	return false
}

func (c *checker) storedUnderTimeout(st *ssa.Store, seen map[ssa.Value]bool) bool {
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		base, ok := addr.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		if gotype.PointerTo(base.Type(), "net/http", "Client") {
			return c.eval.Bounds(base)
		}
		return c.underTimeout(base, seen) // the struct of a wrapping round tripper
	case *ssa.Alloc:
		for _, ref := range *addr.Referrers() {
			if ld, ok := ref.(*ssa.UnOp); ok && c.underTimeout(ld, seen) {
				return true
			}
		}
	}
	return false
}
