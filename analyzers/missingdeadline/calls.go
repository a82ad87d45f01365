package missingdeadline

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

// A group is all that one cause brings: the calls that one context without deadline, or
// one client without timeout, leaves unbounded. It is reported once, at its first call.
type group struct {
	kind  string
	pos   token.Pos
	first *deadlines.Outbound
	src   deadlines.Source
	conf  finding.Confidence
	more  int
	all   []*deadlines.Outbound
}

type cause struct {
	kind string
	pos  token.Pos
	fn   *ssa.Function
	lib  string
}

// calls reports the calls that can wait for ever, one finding a cause.
func (c *checker) calls(p *deadlines.Package) {
	var order []*group
	groups := map[cause]*group{}
	for _, o := range p.Calls {
		g := c.judge(o)
		if g == nil {
			continue
		}
		key := causeOf(g)
		g.all = []*deadlines.Outbound{o}
		if have := groups[key]; have != nil {
			have.more++
			have.all = append(have.all, o)
			if g.conf.Rank() < have.conf.Rank() {
				g.more, g.all = have.more, have.all
				*have = *g
			}
			continue
		}
		groups[key] = g
		order = append(order, g)
	}
	for _, g := range order {
		c.reportGroup(g)
	}
}

// causeOf says what one change would mend: a context where it is made, a client where it
// is made, or the calls of one library in one function.
func causeOf(g *group) cause {
	switch g.kind {
	case "client":
		return cause{kind: g.kind, pos: g.pos}
	case "noctx":
		lib, _, _ := strings.Cut(g.first.Callee, ".")
		return cause{kind: g.kind, fn: flow.Named(g.first.Fn), lib: lib}
	}
	return cause{kind: g.kind, pos: g.src.Pos, fn: flow.Named(g.first.Fn)}
}

// judge says whether the call o is a fault of this package, and of which kind.
func (c *checker) judge(o *deadlines.Outbound) *group {
	src := o.Sources[0]
	request := src.Kind == deadlines.Caller && !o.Local && !o.Child && deadlines.HandlerParam(src.Fn, src.Param)
	if o.Slot || o.Client.State != deadlines.BoundNo || !request && src.Kind != deadlines.Root {
		return nil // as are most: callers decide
	}
	if deadlines.TestHelper(o.Fn) || c.quiet(o.Call.Pos()) || c.life.Operator(o.Fn) {
		return nil
	}
	if request {
		return &group{first: o, src: src, pos: o.Call.Pos(), kind: "request", conf: finding.Medium}
	}
	g := &group{first: o, src: src, pos: o.Call.Pos(), conf: finding.High}
	switch {
	case o.Child && (src.Cancel || !deadlines.Handler(o.Fn)):
		return nil // a child process outside a request is somebody's job to run long
	case o.Child && src.NoCtx:
		g.kind = "noctx"
	case src.NoCtx && o.Client.Pos.IsValid() && !o.Client.Global:
		g.kind, g.pos = "client", o.Client.Pos
	case src.NoCtx:
		g.kind = "noctx"
	case c.callerContext(o):
		g.kind = "detached"
	default:
		g.kind = "background"
	}
	if o.Local && (g.kind != "detached" || src.Detach) {
		return nil
	}
	g.conf = c.confidence(o, src)
	return g
}

// confidence lowers what is true but seldom worth a reader's time: starting up, cleaning
// up, a worker on its lifetime's context, a dial that the operating system ends.
func (c *checker) confidence(o *deadlines.Outbound, src deadlines.Source) finding.Confidence {
	_, isGo := o.Call.(*ssa.Go)
	switch {
	case c.startUp(o.Fn), src.Fn != nil && src.Field == nil && c.startUp(src.Fn), shim(o):
		return finding.Low
	case o.OS, o.SetUp, o.Loop, deadlines.InSchemaType(c.schema, o.Fn):
		return finding.Low
	case src.Cancel && (src.Field == nil || isGo || o.Here):
		return finding.Low
	case c.cleanUp(o):
		return finding.Low
	case src.Field != nil, src.Branch, o.If != "":
		return finding.Medium
	}
	return finding.High
}

// startUp tells whether fn runs once when the program, or a component of it, starts, and
// not in a goroutine that goes on.
func (c *checker) startUp(fn *ssa.Function) bool {
	if deadlines.InHandler(fn) {
		return false
	}
	return deadlines.StartUp(fn) || !c.eval.Async(fn) && c.eval.OnlyFromStartUp(flow.Named(fn))
}

// shim tells whether the call only makes a method without context out of one with:
// Find calls FindContext. It is there for an interface that can't carry a context.
func shim(o *deadlines.Outbound) bool {
	if len(o.Path()) < 2 {
		return false
	}
	fn := flow.Named(o.Fn)
	callee := o.Path()[0].Note[strings.LastIndexByte(o.Path()[0].Note, '.')+1:]
	return len(fn.Blocks) == 1 && (callee == fn.Name()+"Ctx" || callee == fn.Name()+"Context" || callee == fn.Name()+"WithContext")
}

// cleanUp tells whether the call is deferred or undoes something: it gets a context of
// its own on purpose, though without deadline.
func (c *checker) cleanUp(o *deadlines.Outbound) bool {
	if _, ok := o.Call.(*ssa.Defer); ok {
		return true
	}
	for fn := o.Fn; fn.Parent() != nil; fn = fn.Parent() {
		if c.eval.Deferred(fn) {
			return true
		}
	}
	name := o.Callee[strings.LastIndexByte(o.Callee, '.')+1:]
	switch name {
	case "Rollback", "Close", "Shutdown", "Stop", "Unlock", "Release", "Revoke", "Disconnect":
		return true
	}
	return false
}

// callerContext tells whether the function, or a literal around the call that is no
// goroutine of its own, has a context from its caller.
func (c *checker) callerContext(o *deadlines.Outbound) bool {
	if _, ok := o.Call.(*ssa.Go); ok {
		return false
	}
	src := o.Sources[0]
	for fn := o.Fn; fn != nil; fn = fn.Parent() {
		if deadlines.Handler(fn) {
			return true
		}
		// A literal's own context may be the very one that was made without deadline.
		if fn.Parent() == nil || within(src.Fn, fn) {
			for _, p := range fn.Params {
				if gotype.IsContext(p.Type()) {
					return true
				}
			}
		}
		if c.eval.Async(fn) || c.eval.Shared(fn) {
			return false
		}
	}
	return false
}

// within tells whether inner is fn or a literal in it.
func within(inner, fn *ssa.Function) bool {
	for ; inner != nil; inner = inner.Parent() {
		if inner == fn {
			return true
		}
	}
	return false
}

func (c *checker) reportGroup(g *group) {
	o := g.first
	f := rule.Finding{
		Pos:        g.pos,
		Kind:       g.kind,
		Severity:   finding.Warning,
		Confidence: g.conf,
		Message:    message(g) + looked(o),
		Trace:      c.trace(g),
		Unless:     unless(g),
		If:         o.If,
		Fix:        c.fix(g),
	}
	if o.Child && o.Entry == nil {
		last := o.Path()[len(o.Path())-1]
		f.At = &finding.Location{Pkg: last.Pkg, File: last.File, Line: last.Line, Column: last.Col}
	}
	c.report(f)
}

// requestTimeout names, in the words of notes, a middleware that gives requests a deadline.
const requestTimeout = "net/http.request_timeout"

// unless lists the settings that would make the finding untrue. A dropped context is a
// fault with an embedded database as well: nobody waits for the answer any more.
func unless(g *group) []string {
	if g.kind == "request" {
		return append(slices.Clone(g.first.Client.Unless), requestTimeout)
	}
	if g.kind != "detached" || g.src.Detach {
		return g.first.Client.Unless
	}
	return slices.DeleteFunc(slices.Clone(g.first.Client.Unless), func(s string) bool {
		return strings.HasPrefix(s, deadlines.EmbeddedDB)
	})
}

// trace is the path: where the context or client is made, then the calls.
func (c *checker) trace(g *group) []trace.Step {
	var head []trace.Step
	switch {
	case g.kind == "client":
		head = append(head, c.eval.Step(trace.Make, g.pos, g.first.Client.Fn, g.first.Client.What))
	case !g.src.NoCtx && g.src.Pos.IsValid():
		head = append(head, c.eval.Step(trace.Root, g.src.Pos, g.src.Fn, g.src.Made))
	}
	return trace.Join(head, g.first.Path())
}

// message says in one line what meets what, and what would end it.
func message(g *group) string {
	o := g.first
	chain := chain(o)
	more := ""
	switch {
	case g.more == 1:
		more = " (and 1 more call)"
	case g.more > 1:
		more = fmt.Sprintf(" (and %d more calls)", g.more)
	}
	switch g.kind {
	case "client":
		return fmt.Sprintf("%s sends requests without deadline%s: %s; set its Timeout or give each request a context with a deadline", o.Client.What, more, chain)
	case "noctx":
		return noctxMessage(o, chain, more)
	case "request":
		return fmt.Sprintf("the request's own context goes to %s with no deadline%s: %s; net/http gives a request none, so the call lasts as long as the peer stays; derive one with context.WithTimeout, or bound all requests in a middleware", o.Callee, more, chain)
	case "detached":
		if g.src.Detach { // deliberate: the caller's end must not end it, but something must
			return fmt.Sprintf("%s goes to %s and brings no deadline of its own%s: %s; add one with context.WithTimeout", origin(g.src), o.Callee, more, chain)
		}
		return fmt.Sprintf("the caller's context is dropped: %s goes to %s with no deadline%s: %s; derive from the caller's context, or add a timeout of its own", origin(g.src), o.Callee, more, chain)
	}
	client := ""
	if o.Client.What != "" {
		client = " and " + o.Client.What + " sets none"
	}
	return fmt.Sprintf("%s goes to %s with no deadline on the way%s%s: %s; add one with context.WithTimeout", origin(g.src), o.Callee, client, more, chain)
}

func noctxMessage(o *deadlines.Outbound, chain, more string) string {
	switch {
	case o.Child:
		return fmt.Sprintf("a child process is awaited in a request with nothing to end it: %s; use exec.CommandContext with a deadline, and WaitDelay", chain)
	case o.Client.Global:
		return fmt.Sprintf("%s can wait for ever: the request has no deadline and %s has no timeout%s: %s; use a client with a Timeout or a request with a deadline", o.Callee, o.Client.What, more, chain)
	}
	return fmt.Sprintf("%s carries no deadline and nothing else ends it%s: %s; use the form that takes a context, with a deadline, or bound the connection", o.Callee, more, chain)
}

// origin names a context for a reader.
func origin(s deadlines.Source) string {
	made := s.Made
	if made == "" {
		made = "a context without deadline"
	}
	if s.Field != nil {
		return fmt.Sprintf("field %s, which holds %s,", s.Field.Name(), made)
	}
	return made
}

// chain names the functions from where the cause is to the call that waits.
func chain(o *deadlines.Outbound) string {
	names := make([]string, 0, len(o.Path())+1)
	if len(o.Path()) > 0 && o.Path()[0].Func != "" {
		names = append(names, o.Path()[0].Func)
	}
	for _, s := range o.Path() {
		if s.Note != "" {
			names = append(names, s.Note)
		}
	}
	return strings.Join(names, " → ")
}
