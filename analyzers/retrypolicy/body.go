package retrypolicy

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// body reports a request, or a reader, that is made before the retry and sent in each
// attempt: the first attempt has read it.
func (c *checker) body(l *layer) {
	if l.loop == nil || l.loop.Recursion {
		return
	}
	for _, op := range l.loop.Ops {
		call, ok := op.(*ssa.Call)
		if !ok {
			continue
		}
		if req := request(call); req == nil || !c.sent(l, call, req) {
			c.given(l, call)
		}
	}
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
func (c *checker) sent(l *layer, call *ssa.Call, req ssa.Value) bool {
	made := c.maker(req)
	if made == nil || l.loop.Blocks[made.Block()] || made.Parent() != l.fn || c.renewed(l, req) {
		return false
	}
	fn, _ := ssacall.Target(&made.Call)
	if fn == nil || fn.FullName() != "net/http.NewRequestWithContext" && fn.FullName() != "net/http.NewRequest" {
		return false
	}
	body := made.Call.Args[len(made.Call.Args)-1]
	why, drained := c.drained(body)
	if !drained {
		return false
	}
	c.report(l, rule.Finding{Pos: call.Pos(), Kind: "body", Confidence: finding.High, Message: fmt.Sprintf(
		"%s sends one request %s: the first attempt reads its body, and %s; make the request in each attempt",
		name(l.fn), times(l.loop.Attempts), why)})
	return true
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
func (c *checker) renewed(l *layer, req ssa.Value) bool {
	for b := range l.loop.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.FieldAddr:
				f := flow.FieldVar(in)
				if gotype.PointerTo(in.X.Type(), "net/http", "Request") && (f.Name() == "Body" && stored(in) || f.Name() == "GetBody") {
					return true
				}
			case *ssa.Call:
				if rewinds(in) {
					return true
				}
			}
		}
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
// attempt.
func (c *checker) given(l *layer, call *ssa.Call) {
	for b := range l.loop.Blocks {
		for _, in := range b.Instrs {
			made, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			fn, _ := ssacall.Target(&made.Call)
			if fn == nil || !takesBody(fn) || !feeds(made, call) {
				continue
			}
			body := made.Call.Args[len(made.Call.Args)-1]
			if c.before(l, body) && !c.renewed(l, nil) {
				c.report(l, rule.Finding{Pos: made.Pos(), Kind: "body", Confidence: finding.High, Message: fmt.Sprintf(
					"%s hands one reader to a request %s: the first attempt reads it to its end, and the next ones send nothing; make the reader in each attempt",
					name(l.fn), times(l.loop.Attempts))})
				return
			}
		}
	}
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

// text is the constant text v, or "".
func text(v ssa.Value) string {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(k.Value)
}
