package retrypolicy

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// body reports a request, or a reader, that is made before the retry and sent in each
// attempt: the first attempt has read it.
func (c *checker) body(l *layer) {
	s := l.scope()
	if s == nil || l.loop == nil && l.lib.Again != catalogue.AgainError && l.lib.Again != catalogue.AgainMarked {
		return
	}
	if n := l.count(); n.Kind == attempts.Exact && n.N < 2 || c.renewed(s) {
		return
	}
	for _, call := range c.sends(l, s) {
		if req := request(call); req != nil && c.sent(l, s, call, req) || c.given(l, s, call) {
			return
		}
	}
}

// sends lists the calls in the retry that may send a request.
func (c *checker) sends(l *layer, s *scope) []*ssa.Call {
	if l.loop == nil {
		return s.calls()
	}
	var out []*ssa.Call
	for _, op := range l.loop.Ops {
		if call, ok := op.(*ssa.Call); ok {
			out = append(out, call)
		}
	}
	return out
}

// request returns the *http.Request that a call of net/http sends, or nil.
func request(call *ssa.Call) ssa.Value {
	fn, _ := ssacall.Target(&call.Call)
	if fn == nil || fn.Name() != "Do" && fn.Name() != "RoundTrip" {
		return nil
	}
	for _, a := range call.Call.Args {
		if gotype.PointerTo(a.Type(), "net/http", "Request") {
			return a
		}
	}
	return nil
}

// sent judges a request that is sent in each attempt. It tells whether it is at fault.
func (c *checker) sent(l *layer, s *scope, call *ssa.Call, req ssa.Value) bool {
	if c.lent(s, call) {
		return false
	}
	if p, ok := origin(c.x.Resolve(req)).(*ssa.Parameter); ok && !s.has(p) {
		return c.passedOn(l, s, call, p)
	}
	made := c.maker(req)
	if made == nil || s.has(made) || made.Parent() != l.fn {
		return false
	}
	why, drained := c.spent(made)
	if !drained {
		return false
	}
	c.report(l, rule.Finding{Pos: call.Pos(), Kind: "body", Confidence: finding.High, Message: fmt.Sprintf(
		"%s sends one request %s: the first attempt reads its body, and %s; make the request in each attempt",
		l.who(), times(l.count()), why)})
	return true
}

// spent tells whether the request that made makes has a body that can be read once.
func (c *checker) spent(made *ssa.Call) (string, bool) {
	fn, _ := ssacall.Target(&made.Call)
	if fn == nil || !gotype.IsFunc(fn, "net/http.NewRequestWithContext") && !gotype.IsFunc(fn, "net/http.NewRequest") {
		return "", false
	}
	return c.drained(made.Call.Args[len(made.Call.Args)-1])
}

// origin returns the one value that the leaves are, or nil.
func origin(leaves []flow.Leaf) ssa.Value {
	if len(leaves) != 1 {
		return nil
	}
	return leaves[0].Value
}

// drained tells whether a body that was sent once cannot be sent again, and what a second
// attempt does.
func (c *checker) drained(body ssa.Value) (string, bool) {
	why := ""
	for _, lf := range c.x.Resolve(body) {
		if lf.Value == nil || ssacall.IsNil(lf.Value) || lf.Kind == flow.Global {
			return "", false
		}
		switch gotype.Name(lf.Value.Type()) {
		case "net/http.noBody":
			return "", false
		case "bytes.Buffer", "bytes.Reader", "strings.Reader":
			if why == "" {
				why = "the next one fails on a new connection, with a body shorter than its length"
			}
		default:
			why = "the next one sends what is left, which is nothing"
		}
	}
	return why, why != ""
}

// renewed tells whether the retry gives the request a body again: it writes the field, asks
// GetBody, or seeks in something.
func (c *checker) renewed(s *scope) bool {
	found := false
	s.each(func(in ssa.Instruction) { found = found || renews(in) })
	return found
}

func renews(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		f := flow.FieldVar(in)
		return gotype.PointerTo(in.X.Type(), "net/http", "Request") && (f.Name() == "Body" && stored(in) || f.Name() == "GetBody")
	case *ssa.Call:
		return rewinds(in)
	}
	return false
}

func stored(fa *ssa.FieldAddr) bool {
	for _, ref := range *fa.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == fa {
			return true
		}
	}
	return false
}

// rewinds tells whether a call makes a reader start again.
func rewinds(c *ssa.Call) bool {
	fn, _ := ssacall.Target(&c.Call)
	return fn != nil && (fn.Name() == "Seek" || fn.Name() == "Reset" || fn.Name() == "Rewind")
}

// given judges a reader that is made before the retry and handed to net/http in each
// attempt. It tells whether it is at fault.
func (c *checker) given(l *layer, s *scope, call *ssa.Call) bool {
	for _, made := range s.calls() {
		fn, _ := ssacall.Target(&made.Call)
		if fn == nil || !takesBody(fn) || !feeds(made, call) {
			continue
		}
		body := made.Call.Args[len(made.Call.Args)-1]
		if l.loop != nil && c.before(l, body) || l.loop == nil && c.outside(s, body) {
			c.report(l, rule.Finding{Pos: made.Pos(), Kind: "body", Confidence: finding.High, Message: fmt.Sprintf(
				"%s hands one reader to a request %s: the first attempt reads it to its end, and the next ones send nothing; make the reader in each attempt",
				l.who(), times(l.count()))})
			return true
		}
	}
	return false
}

func takesBody(fn *types.Func) bool {
	switch fn.FullName() {
	case "net/http.NewRequestWithContext", "net/http.NewRequest", "net/http.Post", "(*net/http.Client).Post":
		return true
	}
	return false
}

// feeds tells whether made is the operation, or makes its request.
func feeds(made, op *ssa.Call) bool {
	if made == op {
		return true
	}
	req := request(op)
	if ex, ok := req.(*ssa.Extract); ok {
		return ex.Tuple == made
	}
	return false
}

// before tells whether the body is a reader that exists before the retry.
func (c *checker) before(l *layer, body ssa.Value) bool {
	v := body
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	switch gotype.Name(v.Type()) {
	case "net/http.noBody":
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return false
	case *ssa.Parameter:
		return v.Parent() == l.fn
	case *ssa.Call:
		return !l.loop.Blocks[v.Block()]
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return !l.loop.Blocks[a.Block()] && !c.storedIn(l, a)
		}
	case *ssa.Alloc:
		return !l.loop.Blocks[v.Block()]
	}
	return false
}

func (c *checker) storedIn(l *layer, a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && l.loop.Blocks[st.Block()] {
			return true
		}
	}
	return false
}
