package breakerorder

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/passes/trial"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// cancel reports breakers that take a caller who gives up for a failure of the dependency.
func (c *checker) cancel() {
	for _, s := range c.settings {
		if s.typ == gobreakerV1+".Settings" || s.typ == gobreakerV2+".Settings" {
			c.gobreakerCancel(s)
		}
	}
	for _, k := range c.pkg.Calls {
		if k.Entry == nil || k.Op == nil || deadlines.TestHelper(k.Fn) {
			continue
		}
		for _, a := range k.Call.Common().Args {
			if gotype.Name(a.Type()) == goZero+".Acceptable" {
				c.acceptable(k, a)
			}
		}
	}
}

// canceled is how context.Canceled comes out of a call: as it is, or wrapped as net/http
// and most libraries do.
func canceled(wrapped bool) *trial.Error {
	e := &trial.Error{Name: "context.Canceled", Text: "context canceled", Under: true}
	if wrapped {
		return &trial.Error{Text: trial.Hole + "context canceled", Wraps: []*trial.Error{e}, Under: true}
	}
	return e
}

// An answer is what a function says of an error.
type answer uint8

const (
	unsure answer = iota
	yes
	no
)

// says asks the predicate fn about err.
func (c *checker) says(fn *ssa.Function, err *trial.Error) answer {
	args := make([]trial.Value, len(fn.Params))
	if len(args) == 0 {
		return unsure
	}
	args[len(args)-1] = err
	got := unsure
	for i, o := range c.pkg.Machine().Run(fn, args, nil) {
		b, ok := trial.Value(nil), false
		if len(o.Results) == 1 {
			b, ok = o.Results[0], true
		}
		v, isBool := b.(bool)
		a := no
		if v {
			a = yes
		}
		if o.End != trial.Returned || o.Guess || !ok || !isBool || i > 0 && a != got {
			return unsure
		}
		got = a
	}
	return got
}

// verdicts asks all functions that v can be; it is unsure where they differ or where
// there may be others.
func (c *checker) verdicts(v ssa.Value, err *trial.Error) (answer, *ssa.Function) {
	fns, known := c.functions(v, 0)
	if !known || len(fns) == 0 {
		return unsure, nil
	}
	got := c.says(fns[0], err)
	for _, fn := range fns[1:] {
		if c.says(fn, err) != got {
			return unsure, nil
		}
	}
	return got, fns[0]
}

// gobreakerCancel judges one breaker's IsSuccessful and IsExcluded.
func (c *checker) gobreakerCancel(s *settings) {
	k, call := c.usedWithCallersCtx(s)
	if k == nil {
		return
	}
	if st := s.fields["IsExcluded"]; st != nil {
		if a, _ := c.verdicts(st.Val, canceled(true)); a != no {
			return
		}
	}
	pos, conf, why := s.order[0].Pos(), finding.Medium, "nothing tells context.Canceled from a failure"
	if obj, _ := ssacall.Target(call.Common()); obj == nil {
		conf = finding.Low // a wrapper: what it runs, and who gives up, is its callers' business
	}
	if st := s.fields["IsSuccessful"]; st != nil {
		a, _ := c.verdicts(st.Val, canceled(true))
		if a != no {
			return
		}
		pos, conf, why = at(st), finding.High, "IsSuccessful takes context.Canceled for a failure"
		if b, _ := c.verdicts(st.Val, canceled(false)); b == yes {
			if !wraps(call) {
				return
			}
			why = "IsSuccessful knows context.Canceled only as it is, not wrapped as net/http returns it"
		}
	}
	if made := c.madeBy(s); made != nil && s.fields["IsSuccessful"] == nil {
		pos = made.Pos()
	}
	fix := "IsExcluded or IsSuccessful"
	if fieldType(s.base, "IsExcluded") == nil {
		fix = "IsSuccessful"
	}
	c.report(rule.Finding{Pos: pos, Kind: "config", Confidence: conf,
		Message: fmt.Sprintf("a caller who gives up counts as a failure of the dependency: %s hands the caller's context to %s, and %s; a few impatient callers open the breaker%s for all; let %s leave context.Canceled out",
			name(k.Fn), callee(call), why, s.text("Name"), fix),
		Trace: []trace.Step{c.step(trace.Make, pos, s.fn, "settings"), c.step(trace.Call, k.Call.Pos(), k.Fn, k.Name), c.step(trace.Call, call.Pos(), call.Parent(), callee(call))}})
}

// wraps tells whether the library of a call wraps the error of a context that ended.
func wraps(call ssa.CallInstruction) bool {
	obj, _ := ssacall.Target(call.Common())
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "net/http"
}

// madeBy finds the call that makes a breaker with the settings.
func (c *checker) madeBy(s *settings) *ssa.Call {
	for _, fn := range c.x.SSA.Funcs {
		for _, site := range c.x.Sites(fn) {
			call, ok := site.CallInstruction.(*ssa.Call)
			if !ok || site.Fn == nil || len(call.Call.Args) != 1 {
				continue
			}
			if path := gotype.Path(site.Fn); path != gobreakerV1 && path != gobreakerV2 {
				continue
			}
			for _, l := range c.x.Resolve(call.Call.Args[0]) {
				if l.Value == s.base {
					return call
				}
			}
		}
	}
	return nil
}

// usedWithCallersCtx finds a call of the breaker made with the settings whose operation
// hands on the context of its caller, and the call that gets it.
func (c *checker) usedWithCallersCtx(s *settings) (*breakers.Call, ssa.CallInstruction) {
	made := c.madeBy(s)
	if made == nil {
		return nil, nil
	}
	same := map[ssa.Value]bool{}
	for _, v := range c.x.Aliases(made) {
		same[v] = true
	}
	for _, k := range c.pkg.Calls {
		if k.Op == nil || !same[ssacall.Receiver(k.Call.Common())] || deadlines.TestHelper(k.Fn) {
			continue
		}
		if call := c.handsOnCtx(k); call != nil {
			return k, call
		}
	}
	return nil, nil
}

// handsOnCtx returns the call behind the breaker that gets the context of the function's
// caller.
func (c *checker) handsOnCtx(k *breakers.Call) ssa.CallInstruction {
	for _, body := range k.Bodies {
		for _, call := range c.x.Sites(body) {
			if !c.asks(call.CallInstruction) {
				continue
			}
			for _, a := range call.Common().Args {
				if c.callersCtx(a, k.Fn, 0) {
					return call.CallInstruction
				}
			}
		}
	}
	return nil
}

// asks tells whether the call may ask somebody outside the process: it is known to, or it
// can fail and takes a context.
func (c *checker) asks(call ssa.CallInstruction) bool {
	if c.leaves(call) != nil || c.dependency(call) {
		return true
	}
	fn := call.Common().StaticCallee()
	obj, _ := ssacall.Target(call.Common())
	return fn != nil && obj != nil && len(flow.Origin(fn).Blocks) > 0 && gotype.Fails(call.Common().Signature()) && takesContext(obj.Signature())
}

// callersCtx tells whether v is a context, or a request with one, that comes from the
// caller of fn and ends when the caller gives up.
func (c *checker) callersCtx(v ssa.Value, fn *ssa.Function, depth int) bool {
	if depth > 4 || !gotype.IsContext(v.Type()) && !gotype.PointerTo(v.Type(), "net/http", "Request") {
		return false
	}
	for _, l := range c.x.Resolve(v) {
		switch l.Kind {
		case flow.Param:
			if p := l.Value.(*ssa.Parameter); p.Parent() == flow.Named(fn) || flow.Named(p.Parent()) == flow.Named(fn) && p.Parent().Parent() == nil {
				return true
			}
		case flow.Call:
			com := &l.Value.(*ssa.Call).Call
			obj, _ := ssacall.Target(com)
			if obj == nil || obj.Pkg() == nil || len(com.Args) == 0 {
				continue
			}
			switch obj.FullName() {
			case "context.WithTimeout", "context.WithDeadline", "context.WithValue", "context.WithCancel", "net/http.NewRequestWithContext":
				if c.callersCtx(com.Args[0], fn, depth+1) {
					return true
				}
			case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
				if c.callersCtx(com.Args[1], fn, depth+1) {
					return true
				}
			case "(*net/http.Request).Context":
				if c.callersCtx(com.Args[0], fn, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// acceptable judges the function by which go-zero's breaker tells failures from answers.
func (c *checker) acceptable(k *breakers.Call, v ssa.Value) {
	a, fn := c.verdicts(v, canceled(false))
	if fn == nil || a != no {
		return
	}
	call := c.handsOnCtx(k)
	if call == nil {
		return
	}
	pos := fn.Pos()
	if obj, ok := fn.Object().(*types.Func); ok {
		pos = obj.Pos()
	}
	c.report(rule.Finding{Pos: pos, Kind: "config", Confidence: finding.High,
		Message: fmt.Sprintf("a caller who gives up counts as a failure of the dependency: %s hands the caller's context to %s, and this function does not accept context.Canceled; a few impatient callers open the breaker for all; accept it",
			name(k.Fn), callee(call)),
		Trace: []trace.Step{c.step(trace.Call, k.Call.Pos(), k.Fn, k.Name), c.step(trace.Call, call.Pos(), call.Parent(), callee(call))}})
}
