package retrypolicy

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/rule"
)

// passedOn judges a request that a function is handed and sends in each attempt: it is at
// fault where a caller in the package hands it one whose body can be read once, or where it
// is a RoundTripper, which anybody hands anything.
func (c *checker) passedOn(l *layer, s *scope, call *ssa.Call, p *ssa.Parameter) bool {
	fn := p.Parent()
	if fn != flow.Named(l.fn) || minds(fn) {
		return false
	}
	i := ssacall.ParamIndex(p)
	for _, caller := range c.x.Callers(flow.Origin(fn)) {
		args := ssacall.Args(caller.Common())
		if i >= len(args) || c.quiet(caller.Pos()) {
			continue
		}
		made := c.maker(args[i])
		if made == nil || made.Parent() != caller.Parent() || c.givesBack(made) {
			continue
		}
		if why, drained := c.spent(made); drained {
			c.report(l, rule.Finding{Pos: call.Pos(), Kind: "body", Confidence: finding.High, Message: fmt.Sprintf(
				"%s sends the request that %s makes %s: the first attempt reads its body, and %s; make the request, or its body, in each attempt",
				l.who(), name(caller.Parent()), times(l.count()), why)})
			return true
		}
	}
	if !roundTrip(fn) || l.loop == nil || c.bodiless() {
		return false
	}
	c.report(l, rule.Finding{Pos: call.Pos(), Kind: "body", Confidence: finding.Medium, Message: fmt.Sprintf(
		"%s sends the request it is handed %s: the first attempt reads its body, and the next ones send what is left, which is nothing; set the body anew with GetBody, or send a request with a body once",
		l.who(), times(l.count()))})
	return true
}

// roundTrip tells whether fn is a RoundTrip of an http.RoundTripper.
func roundTrip(fn *ssa.Function) bool {
	sig := fn.Signature
	return fn.Name() == "RoundTrip" && sig.Recv() != nil && sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		gotype.PointerTo(sig.Params().At(0).Type(), "net/http", "Request")
}

// minds tells whether fn, or a function below it, looks at what a request has as body or
// method, so that it may decide not to repeat it.
func minds(fn *ssa.Function) bool {
	for _, g := range flow.WithLiterals(fn) {
		for _, b := range g.Blocks {
			for _, in := range b.Instrs {
				if fa, ok := in.(*ssa.FieldAddr); ok && gotype.PointerTo(fa.X.Type(), "net/http", "Request") {
					switch flow.FieldVar(fa).Name() {
					case "Body", "GetBody", "Method", "ContentLength":
						return true
					}
				}
			}
		}
	}
	return false
}

// lent tells whether the retry hands a request to something beside the call that sends it,
// which may give it a body again.
func (c *checker) lent(s *scope, send *ssa.Call) bool {
	for _, call := range s.calls() {
		if call == send || request(call) != nil {
			continue
		}
		obj, _ := ssacall.Target(&call.Call)
		if obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "net/http" {
			continue
		}
		for _, a := range call.Call.Args {
			if gotype.PointerTo(a.Type(), "net/http", "Request") && !c.harmless(call) {
				return true
			}
		}
	}
	return false
}

// harmless tells whether the function that is called is seen to leave bodies alone.
func (c *checker) harmless(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Pkg == call.Parent().Pkg && fn.Blocks != nil && !minds(fn)
}

// givesBack tells whether somebody sets GetBody of the request that made makes, or swaps
// its body.
func (c *checker) givesBack(made *ssa.Call) bool {
	found := false
	(&scope{fns: []*ssa.Function{made.Parent()}}).each(func(in ssa.Instruction) {
		if fa, ok := in.(*ssa.FieldAddr); ok && renews(fa) {
			found = true
		}
	})
	return found
}

// bodiless tells whether the package makes requests, and none of them has a body.
func (c *checker) bodiless() bool {
	some, with := false, false
	for _, fn := range c.x.SSA.Funcs {
		for _, call := range (&scope{fns: []*ssa.Function{fn}}).calls() {
			obj, _ := ssacall.Target(&call.Call)
			if obj == nil || !takesBody(obj) {
				continue
			}
			body := call.Call.Args[len(call.Call.Args)-1]
			some, with = true, with || !ssacall.IsNil(body) && !noBody(body)
		}
	}
	return some && !with
}

func noBody(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return gotype.Name(v.Type()) == "net/http.noBody"
}

// outside tells whether the body of a request that is made in a function literal is a
// reader that exists before the literal runs: it is made outside, and never inside.
func (c *checker) outside(s *scope, body ssa.Value) bool {
	some := false
	for _, lf := range c.x.Resolve(body) {
		switch {
		case lf.Kind == flow.Const:
			continue // none at all on some ways
		case lf.Kind != flow.Alloc && lf.Kind != flow.Call && lf.Kind != flow.Param:
			return false
		case s.has(lf.Value) || !readOnce(lf.Value.Type(), lf.Result):
			return false
		}
		some = true
	}
	return some
}

// readOnce tells whether values of the type are readers that only go forward, as far as the
// standard library has them.
func readOnce(t types.Type, result int) bool {
	if tup, ok := t.(*types.Tuple); ok {
		if result >= tup.Len() {
			return false
		}
		t = tup.At(result).Type()
	}
	switch gotype.Name(t) {
	case "bytes.Buffer", "bytes.Reader", "strings.Reader", "bufio.Reader", "os.File",
		"io.Reader", "io.ReadCloser", "io.PipeReader", "io.LimitedReader", "io.SectionReader", "compress/gzip.Reader":
		return true
	}
	return false
}
