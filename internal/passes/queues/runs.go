package queues

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// runsOnce tells whether a call runs what it is given once, however often it is made, or
// once for all that ask at a time.
func (e *eval) runsOnce(c *ssa.CallCommon) bool {
	fn, _ := ssacall.Target(c)
	if fn == nil {
		return false
	}
	if n := fn.Name(); n != "Get" && !strings.HasPrefix(n, "Do") && !strings.HasPrefix(n, "Once") {
		return false // most calls: their whole names need not be written
	}
	name := e.fullName(fn)
	return name == "(*sync.Once).Do" || strings.HasPrefix(name, "sync.Once") || strings.Contains(name, "singleflight.Group).Do") || name == "(*sync.Pool).Get"
}

func (e *eval) isOwnCall(c ssa.CallInstruction) bool {
	callee := c.Common().StaticCallee()
	return callee != nil && e.own(flow.Origin(callee))
}

// once tells whether fn is by its name what runs once in a component's life.
func once(fn *ssa.Function) bool {
	name := strings.ToLower(fn.Name())
	for _, p := range []string{"start", "stop", "close", "shutdown", "init", "new", "open", "run", "serve", "listen", "setup", "bootstrap", "must", "connect", "dial", "subscribe", "watch", "reload", "main"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// runs says which parameters of fn, functions, it runs for each event or in a goroutine.
func (e *eval) runs(fn *ssa.Function) []Run {
	var out []Run
	for i, p := range fn.Params {
		if _, ok := p.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if how := e.howRun(fn, p); how != 0 {
			out = append(out, Run{Param: i, How: how})
		}
	}
	return out
}

func (e *eval) howRun(fn *ssa.Function, p *ssa.Parameter) How {
	var how How
	for _, f := range flow.WithLiterals(fn) {
		loops := e.sources(f)
		for _, c := range e.x.Sites(f) {
			how |= e.howCall(fn, f, c.CallInstruction, p, loops)
		}
	}
	return how
}

// howCall says how the call c in f, which is fn or a literal in it, runs the parameter p.
func (e *eval) howCall(fn, f *ssa.Function, c ssa.CallInstruction, p *ssa.Parameter, loops []source) How {
	com := c.Common()
	is := func(v ssa.Value) bool {
		for _, l := range e.x.Resolve(v) {
			if l.Kind == flow.Param && l.Value == p {
				return true
			}
		}
		return false
	}
	if _, ok := com.Value.(*ssa.Builtin); ok {
		return 0
	}
	var how How
	if !com.IsInvoke() && com.StaticCallee() == nil && is(com.Value) {
		_, isGo := c.(*ssa.Go)
		if isGo && !e.held(region{fn: f}, c) || f != fn && e.background(f) && !e.lasting(f, 0) && !e.gives(f) && !e.startHeld(f) {
			how |= InGo
		}
		for _, s := range loops {
			if s.loop.blocks[c.Block()] && e.before(s.at, c) && !isGo {
				how |= PerEvent
			}
		}
		return how
	}
	if op, always := e.submits(com); op != nil && always && is(op) {
		return InGo
	}
	if g := e.fact(com); g != nil {
		as := ssacall.Args(com)
		for _, r := range g.Runs {
			if r.Param < len(as) && is(as[r.Param]) {
				how |= r.How
			}
		}
	}
	return how
}

// startHeld tells whether a slot is taken where the literal's goroutine is started.
func (e *eval) startHeld(lit *ssa.Function) bool {
	for _, b := range lit.Parent().Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if ok && target(c.Common().Value) == lit && e.held(region{fn: lit.Parent()}, c) {
				return true
			}
		}
	}
	return false
}

// background tells whether the literal runs in a goroutine of its own: by a go statement,
// or by a function that starts one for it.
func (e *eval) background(lit *ssa.Function) bool {
	if lit.Parent() == nil {
		return false
	}
	for _, b := range lit.Parent().Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, isGo := c.(*ssa.Go); isGo && target(c.Common().Value) == lit {
				return true
			}
			if op, _ := e.submits(c.Common()); op != nil && target(op) == lit {
				return true
			}
			f := e.fact(c.Common())
			for i, a := range ssacall.Args(c.Common()) {
				if f != nil && target(a) == lit && slices.Contains(f.Runs, Run{Param: i, How: InGo}) {
					return true
				}
			}
		}
	}
	return false
}
