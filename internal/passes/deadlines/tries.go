package deadlines

import (
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// Tries is a retry, in a function or below it, whose attempts each have a timeout of
// constant size.
type Tries struct {
	Ctx   int // the parameter whose context is over all of them, or NoParam: none is
	N     int // attempts
	Each  time.Duration
	Pause time.Duration // all pauses together, as far as they are constant
	// Backstop says that Each is no deadline of the attempt: what its owner states, or its
	// client's Timeout.
	Backstop bool
	Path     []trace.Step // to where the timeout of an attempt is set
}

// Total is the time that all attempts and pauses take if every attempt times out.
func (t Tries) Total() time.Duration { return time.Duration(t.N)*t.Each + t.Pause }

// Fits tells whether the attempts fit into d. Where only a backstop ends an attempt, they do
// as long as the last one gets any time; and one that is as long as d is not what ends it.
func (t Tries) Fits(d time.Duration) bool {
	if t.Backstop {
		return t.Each >= d || time.Duration(t.N-1)*t.Each+t.Pause < d
	}
	return t.Total() <= d
}

// A Retry is a retry where it stands, or where it is called, with the limit over it.
type Retry struct {
	Fn    *ssa.Function
	Call  ssa.CallInstruction
	Tries Tries
	Under Limit
	Root  bool // the context over it is one without deadline, or there is none
}

// maxTries bounds the retries that a fact keeps: the longest ones.
const maxTries = 2

// Retries returns the retries with a timeout for each attempt that stand in fn, or that a
// call in fn starts.
func (e *Eval) Retries(fn *ssa.Function) []*Retry {
	sites := e.sites(fn)
	if len(sites) == 0 || e.asksDeadline(flow.Named(fn)) {
		return nil
	}
	var out []*Retry
	if spans := slices.DeleteFunc(e.Spans(fn), func(s *Span) bool { return !e.x.Again(s.Call.Block()) }); len(spans) > 0 {
		for _, l := range e.loops(fn) {
			if l.Optimistic || l.Recursion {
				continue
			}
			if r := e.retryOfLoop(fn, l, spans); r != nil {
				out = append(out, e.capped(r, e.Within(l.Pos)))
			}
		}
	}
	for i := range sites {
		for _, r := range e.retriesAt(fn, &sites[i]) {
			out = append(out, e.capped(r, e.WithinCall(sites[i].call)))
		}
	}
	return out
}

// loops returns the retries that are written by hand in fn. To recognise them takes time,
// so it is only done where an attempt sets a timeout, and once.
func (e *Eval) loops(fn *ssa.Function) []*loops.Loop {
	if e.finder == nil {
		e.finder, e.looped = loops.New(e.x, e.cat), map[*ssa.Function][]*loops.Loop{}
	}
	ls, ok := e.looped[fn]
	if !ok {
		ls = e.finder.Find(fn)
		e.looped[fn] = ls
	}
	return ls
}

// retryOfLoop describes the loop by the longest timeout that an attempt sets.
func (e *Eval) retryOfLoop(fn *ssa.Function, l *loops.Loop, spans []*Span) *Retry {
	if l.Attempts.Kind != attempts.Exact && l.Attempts.Kind != attempts.AtLeast || l.Attempts.N < 2 {
		return nil
	}
	var out *Retry
	for _, s := range spans {
		if !l.Blocks[s.Call.Block()] || out != nil && s.each() <= out.Tries.Each {
			continue
		}
		if _, isGo := s.Call.(*ssa.Go); isGo || !e.ofOperation(l.Ops, s) || s.Backstop && s.Under.At != nil && l.Blocks[s.Under.At.Block()] {
			continue // the attempt has a deadline of its own
		}
		out = &Retry{Fn: fn, Call: s.Call, Under: s.Under, Root: e.rootless(s),
			Tries: Tries{Ctx: NoParam, N: l.Attempts.N, Each: s.each(), Pause: l.Pause.Total, Backstop: s.Backstop, Path: s.from()}}
	}
	return out
}

// ofOperation tells whether the timeout belongs to what is repeated: it is set below one of
// the operations, or makes the context of one.
func (e *Eval) ofOperation(ops []ssa.CallInstruction, s *Span) bool {
	if slices.Contains(ops, s.Call) {
		return true
	}
	made, ok := s.Call.(*ssa.Call)
	if !ok || len(s.Path) > 1 {
		return false
	}
	for _, op := range ops {
		for _, a := range ssacall.Args(op.Common()) {
			if e.leadsTo(a, made, 0) {
				return true
			}
		}
	}
	return false
}

// leadsTo tells whether the value v is, or carries, a context that the call made makes.
func (e *Eval) leadsTo(v ssa.Value, made *ssa.Call, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, l := range e.x.Resolve(v) {
		if l.Kind != flow.Call {
			continue
		}
		c := l.Value.(*ssa.Call)
		if c == made {
			return true
		}
		if en := e.entry(c.Common(), catalogue.KindDeadline); en != nil {
			if inner := ssacall.At(c.Common(), en.CtxArg); inner != nil && e.leadsTo(inner, made, depth+1) {
				return true
			}
		}
	}
	return false
}

// rootless tells whether nothing at all is over the span: its context is made of one
// without deadline.
func (e *Eval) rootless(s *Span) bool {
	if s.Under.Max > 0 || s.Under.Param != NoParam {
		return false
	}
	if s.root {
		return true
	}
	en := e.entry(s.Call.Common(), catalogue.KindDeadline)
	if en == nil {
		return false
	}
	v := ssacall.At(s.Call.Common(), en.CtxArg)
	return v != nil && allRoots(e.Context(v))
}

func allRoots(ss []Source) bool {
	return len(ss) > 0 && !slices.ContainsFunc(ss, func(s Source) bool { return s.Kind != Root })
}

// retriesAt returns the retries that the call starts: those of a function of the program,
// and that of a library's client.
func (e *Eval) retriesAt(fn *ssa.Function, c *site) []*Retry {
	if c.Obj == nil {
		return nil
	}
	if r := e.retryOfClient(fn, c); r != nil {
		return []*Retry{r}
	}
	f := e.factOf(c.Callee)
	if f == nil {
		return nil
	}
	var out []*Retry
	for _, t := range f.Tries {
		if t.Ctx >= len(ssacall.Args(c.call.Common())) || e.passes(c.call, t.Path) {
			continue
		}
		out = append(out, e.retryAt(fn, c.call, t))
	}
	return out
}

// retryAt describes the retry t of what the call c calls.
func (e *Eval) retryAt(fn *ssa.Function, c ssa.CallInstruction, t Tries) *Retry {
	r := &Retry{Fn: fn, Call: c, Tries: t, Under: noLimit, Root: t.Ctx == NoParam}
	r.Tries.Path = trace.Join([]trace.Step{e.step(trace.Call, c, calleeName(c.Common()))}, t.Path)
	if as := ssacall.Args(c.Common()); t.Ctx != NoParam {
		r.Under = e.Limit(as[t.Ctx])
		r.Root = r.Under.Max == 0 && r.Under.Param == NoParam && allRoots(e.Context(as[t.Ctx]))
	}
	return r
}

// retryOfClient describes a call through a client of a library that retries, where the
// number of attempts and the timeout of each are constant.
func (e *Eval) retryOfClient(fn *ssa.Function, c *site) *Retry {
	en := c.entry(catalogue.KindOutbound)
	if en == nil || c.Obj.Pkg() == nil {
		return nil
	}
	recv := ssacall.Receiver(c.call.Common())
	if recv == nil {
		return nil
	}
	n := e.clientAttempts(c.Callee, recv)
	if n < 2 {
		return nil
	}
	each := e.attemptTimeout(recv)
	if each <= 0 {
		return nil
	}
	r := &Retry{Fn: fn, Call: c.call, Under: noLimit, Tries: Tries{Ctx: NoParam, N: n, Each: each, Path: []trace.Step{e.step(trace.Outbound, c.call, e.funcName(c.Obj))}}}
	switch v := ssacall.At(c.call.Common(), en.Ctx); {
	case en.Ctx.None:
		r.Root = true
	case v != nil:
		r.Under = e.Limit(v)
		r.Root = r.Under.Max == 0 && r.Under.Param == NoParam && allRoots(e.sources(c.call, en, c.Callee))
	}
	return r
}

// tries summarises the retries of fn, and of the literals in it that it waits for, which
// have no limit of their own: over which its caller's context is, or nothing.
func (e *Eval) tries(fn *ssa.Function) []Tries {
	var out []Tries
	for _, g := range flow.WithLiterals(fn) {
		if len(e.sites(g)) == 0 || e.async(g) {
			continue
		}
		for _, r := range e.Retries(g) {
			if _, isGo := r.Call.(*ssa.Go); isGo || r.Under.Max > 0 {
				continue
			}
			t := r.Tries
			switch {
			case r.Under.Param != NoParam && r.Under.Fn == fn:
				t.Ctx = r.Under.Param
			case r.Root:
				t.Ctx = NoParam
			default:
				continue
			}
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b Tries) int { return int(min(max(b.Total()-a.Total(), -1), 1)) })
	return out[:min(len(out), maxTries)]
}
