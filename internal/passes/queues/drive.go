package queues

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// A drive is what makes a function run again and again, at a rate that others set.
type drive struct {
	by      string // as a reader names it
	handler bool   // a request: its own goroutine, which ends with it
	step    trace.Step
}

// driven finds the goroutines, tasks and blocking sends that run once for each event.
func (e *eval) driven() []*Site {
	var out []*Site
	seen := map[Place]bool{}
	add := func(d drive, piles []Pile) {
		for _, p := range piles {
			if d.handler && p.Ctx || !d.handler && p.Kind == Block || seen[p.At] {
				continue
			}
			seen[p.At] = true
			s := &Site{Kind: p.Kind, Fn: p.fn, Pos: p.pos, What: p.What, To: p.To, By: d.by, Send: p.send, Path: trace.Join([]trace.Step{d.step}, p.Path)}
			if p.fn == nil {
				s.At = p.At
			}
			out = append(out, s)
		}
	}
	for _, fn := range e.funcs {
		for _, s := range e.sources(fn) {
			d := drive{by: "each message of " + s.name, step: e.step(trace.Entry, s.at.Pos(), fn, "takes one message after the other from "+s.name)}
			add(d, e.walk(region{fn: fn, loop: s.loop, from: s.at}))
		}
		if deadlines.Handler(fn) && !e.hijacks(fn) {
			d := drive{by: "each request of " + fnName(fn), handler: true, step: e.step(trace.Entry, fn.Pos(), fn, "serves a request")}
			add(d, e.walk(region{fn: fn}))
		}
	}
	for _, cb := range e.callbacks() {
		add(cb.drive, e.walk(region{fn: cb.fn}))
	}
	return out
}

// hijacks tells whether a handler takes the connection over: then it lives as long as the
// connection does.
func (e *eval) hijacks(fn *ssa.Function) bool {
	found := false
	for _, s := range e.x.Sites(fn) {
		if s.Fn == nil {
			continue
		}
		switch s.Fn.Name() {
		case "Upgrade", "Hijack", "UpgradeHTTP", "AcceptStream", "EnableFullDuplex", "NewServerStream":
			found = true
		case "Accept":
			found = found || s.Fn.Pkg() != nil && strings.Contains(s.Fn.Pkg().Path(), "websocket")
		}
	}
	return found
}

// A callback is a function that is handed over to be run for each event.
type callback struct {
	fn    *ssa.Function
	drive drive
}

// callbacks lists the functions of the package that are handed to what runs them once for
// each event: subscriptions of libraries, loops behind a function's parameter.
func (e *eval) callbacks() []callback {
	var out []callback
	for _, fn := range e.x.SSA.Funcs {
		for c := range e.with(fn, register|factual) {
			for _, v := range e.registered(c) {
				for _, t := range e.targets(v) {
					if e.own(t) && !deadlines.Handler(t) {
						name := e.callName(c.Common())
						out = append(out, callback{t, drive{by: "each event of " + name, step: e.step(trace.Entry, c.Pos(), fn, name+" runs "+fnName(t)+" for each event")}})
					}
				}
			}
		}
	}
	return out
}

// registered lists the arguments of a call that its callee runs for each event.
func (e *eval) registered(s *flow.Site) []ssa.Value {
	var out []ssa.Value
	c := s.Common()
	for _, en := range s.Entries(e.cat) {
		if en.Kind == catalogue.KindServer && en.Does == "register" {
			if v := ssacall.At(c, en.Handler); v != nil {
				out = append(out, v)
			}
		}
	}
	if f := e.known(s.Fn); f != nil && len(f.Runs) > 0 {
		as := ssacall.Args(c)
		for _, r := range f.Runs {
			if r.How&PerEvent != 0 && r.Param < len(as) {
				out = append(out, as[r.Param])
			}
		}
	}
	return out
}

// walk lists what piles up in one run of the region, with nothing that bounds it.
func (e *eval) walk(r region) []Pile {
	if e.walking[r.fn] > 0 && r.loop == nil || !e.mayPile(r.fn) {
		return nil // a literal that calls itself, or most functions
	}
	e.walking[r.fn]++
	defer func() { e.walking[r.fn]-- }()
	var out []Pile
	e.steps(r.fn, piling|factual, func(in ssa.Instruction, _ *flow.Site) {
		if r.loop != nil && !r.loop.blocks[in.Block()] {
			return
		}
		found := e.pilesAt(r, in) // the rest is asked for few instructions only
		if len(found) == 0 || !e.has(r, in) || e.held(r, in) {
			return
		}
		if s, ok := r.from.(*ssa.Select); ok && !e.eventCase(s, in) {
			return
		}
		out = append(out, found...)
	})
	return out
}

// piling are the marks of calls at which something can pile up: a go statement, a call that
// starts a goroutine, that runs or is handed a literal, or of what is not known by name.
const piling = goes | limiter | starts | literal | dynamic

// mayPile tells whether anything in fn can pile up: a send, such a call, or one of a
// function whose fact says so.
func (e *eval) mayPile(fn *ssa.Function) bool {
	if e.marksOf(fn).all&piling != 0 {
		return true
	}
	for _, m := range e.x.Moves(fn) {
		if _, ok := m.Instruction.(*ssa.Send); ok {
			return true
		}
	}
	may := false
	for s := range e.with(fn, factual) { // to the end: the table notes what was asked
		if f := e.known(s.Fn); f != nil && len(f.Piles) > 0 {
			may = true
		}
	}
	return may
}

// eventCase tells whether in runs for a case of the select that brings an event.
func (e *eval) eventCase(s *ssa.Select, in ssa.Instruction) bool {
	i := caseOf(s, in)
	if i >= 0 {
		return s.States[i].Dir == types.RecvOnly && e.carriesEvents(s.States[i].Chan)
	}
	n := 0 // behind the select: only where all cases that go on bring events
	for i, st := range s.States {
		if b := branch(s, i); st.Dir == types.RecvOnly && !e.carriesEvents(st.Chan) && b != nil && e.reaches(b.Instrs[0], in, nil) {
			return false
		}
		n++
	}
	return n > 0 && s.Blocking
}

// pilesAt lists what piles up at one instruction.
func (e *eval) pilesAt(r region, in ssa.Instruction) []Pile {
	switch in := in.(type) {
	case *ssa.Go:
		return e.launch(r, in, in.Call.Value, false)
	case *ssa.Send:
		return e.blocking(r, in)
	case *ssa.Call:
		return e.pilesOfCall(r, in)
	case *ssa.Defer:
		return e.pilesOfCall(r, in)
	}
	return nil
}

func (e *eval) pilesOfCall(r region, c ssa.CallInstruction) []Pile {
	com := c.Common()
	if op, always := e.submits(com); op != nil {
		if always {
			return e.launch(r, c, op, true)
		}
		return nil
	}
	var out []Pile
	if fn := target(com.Value); e.own(fn) && fn.Parent() != nil {
		out = append(out, e.behind(c, r.fn, fn, e.walk(region{fn: fn}))...)
	} else if f := e.fact(com); f != nil {
		out = append(out, e.behind(c, r.fn, nil, f.Piles)...)
	} else if com.IsInvoke() || com.StaticCallee() == nil {
		for _, t := range e.dispatch(com) {
			if obj, ok := t.Object().(*types.Func); ok && e.known(obj) != nil {
				out = append(out, e.behind(c, r.fn, t, e.known(obj).Piles)...)
			}
		}
	}
	out = append(out, e.handed(r, c)...)
	if len(out) > 0 && e.awaited(r, c, nil) {
		return nil
	}
	return out
}

// handed lists what piles up in the literals that a call runs before it returns.
func (e *eval) handed(r region, c ssa.CallInstruction) []Pile {
	var out []Pile
	if e.runsOnce(c.Common()) {
		return nil
	}
	f := e.fact(c.Common())
	for i, a := range ssacall.Args(c.Common()) {
		fn := target(a)
		if !e.own(fn) || fn.Parent() == nil {
			continue
		}
		how := How(0)
		if f != nil {
			for _, run := range f.Runs {
				if run.Param == i {
					how |= run.How
				}
			}
		}
		switch {
		case how&InGo != 0:
			out = append(out, e.launch(r, c, a, true)...)
		case how == 0 && (f != nil || e.isOwnCall(c)):
			// kept for later, or run as its body says
		case how == 0:
			out = append(out, e.behind(c, r.fn, fn, e.walk(region{fn: fn}))...)
		}
	}
	return out
}

// behind puts a call before the paths of what piles up behind it.
func (e *eval) behind(c ssa.CallInstruction, from, callee *ssa.Function, piles []Pile) []Pile {
	var out []Pile
	for _, p := range piles {
		if callee == nil || callee.Parent() == nil {
			p.Path = trace.Join([]trace.Step{e.step(trace.Call, c.Pos(), from, e.callName(c.Common()))}, p.Path)
		}
		p.top = c
		out = append(out, p)
	}
	return out
}

// maxPiles bounds what a fact says; whoever mends the first asks again.
const maxPiles = 4

// piles lists what piles up in each call of fn, for its callers. What its own receive
// loops bring about is no matter of theirs.
func (e *eval) piles(fn *ssa.Function) []Pile {
	if !e.mayPile(fn) || deadlines.TestHelper(fn) || deadlines.StartUp(fn) || once(fn) {
		return nil // the first of most functions
	}
	loops := e.sources(fn)
	var out []Pile
	seen := map[Place]bool{}
	for _, p := range e.walk(region{fn: fn}) {
		inLoop := false
		for _, s := range loops {
			inLoop = inLoop || p.top != nil && p.top.Parent() == fn && s.loop.blocks[p.top.Block()]
		}
		if inLoop || seen[p.At] || len(out) == maxPiles {
			continue
		}
		seen[p.At] = true
		out = append(out, p)
	}
	return out
}
