package queues

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// unlimitedName tells whether fn sets limits of which a negative one means none.
func unlimitedName(fn *types.Func) bool {
	return gotype.IsFunc(fn, "(*github.com/nats-io/nats.go.Subscription).SetPendingLimits")
}

// libraries finds the queues and pools of libraries whose limit is off.
func (e *eval) libraries() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		for site := range e.with(fn, limiter|library) {
			if c, ok := site.CallInstruction.(*ssa.Call); ok {
				if s := e.library(fn, c); s != nil {
					s.Path = []trace.Step{e.step(trace.Make, c.Pos(), fn, s.What)}
					out = append(out, s)
				}
			}
		}
	}
	return out
}

func (e *eval) library(fn *ssa.Function, c *ssa.Call) *Site {
	com := c.Common()
	callee, recv := ssacall.Target(com)
	if callee == nil || callee.Pkg() == nil {
		return nil
	}
	name := e.callName(com)
	if unlimitedName(callee) {
		as := ssacall.Args(com)
		n, ok1 := constInt(as[1])
		m, ok2 := constInt(as[2])
		if ok1 && ok2 && n < 0 && m < 0 {
			return &Site{Kind: Library, Fn: fn, Pos: c.Pos(), What: name, To: "both limits are switched off"}
		}
		return nil
	}
	for _, en := range e.cat.Func(callee, recv) {
		switch {
		case en.Kind == catalogue.KindLimiter && en.Does == "new":
			if knob := off(callee, com, en); knob != "" {
				return &Site{Kind: Library, Fn: fn, Pos: c.Pos(), What: name, To: knob + " of zero or less means no limit"}
			}
		case en.Kind == catalogue.KindQueue && en.Capacity == "unbounded" && slices.ContainsFunc(en.Names.New, func(s string) bool { return named([]string{s}, catalogue.Name(callee)) }):
			return e.libraryQueue(fn, c, en, name)
		}
	}
	return nil
}

// off names the parameter of a constructor that switches its limit off, or is empty.
func off(fn *types.Func, c *ssa.CallCommon, en *catalogue.Entry) string {
	sig := fn.Signature()
	for _, f := range en.Fields {
		if f.Param == "" || f.Zero != catalogue.OffNone && f.Neg != catalogue.OffNone {
			continue
		}
		for i := range sig.Params().Len() {
			if sig.Params().At(i).Name() != f.Param || i >= len(c.Args) {
				continue
			}
			n, ok := constInt(c.Args[i])
			if ok && (n < 0 && f.Neg == catalogue.OffNone || n == 0 && f.Zero == catalogue.OffNone) {
				return "a " + f.Param
			}
		}
	}
	return ""
}

// libraryQueue judges the making of a queue that has no end by itself.
func (e *eval) libraryQueue(fn *ssa.Function, c *ssa.Call, en *catalogue.Entry, name string) *Site {
	switch {
	case len(en.Bound) > 0 && strings.HasPrefix(en.Bound[0], "func:"):
		if e.prefetched(c) {
			return nil
		}
		return &Site{Kind: Library, Fn: fn, Pos: c.Pos(), What: name, To: "no prefetch count is set, so the client takes in whatever the broker has"}
	case len(en.Names.Type) > 0 && strings.Contains(strings.ToLower(en.Names.Type[0]), "chan"):
		if e.lengthAsked(en, c) {
			return nil
		}
		return &Site{Kind: Channel, Fn: fn, Pos: c.Pos(), What: name}
	}
	return nil
}

// lengthAsked tells whether the package compares the length of such a queue.
func (e *eval) lengthAsked(en *catalogue.Entry, made *ssa.Call) bool {
	found := false
	for _, fn := range e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				f, _ := ssacall.Target(c.Common())
				if f != nil && (named(en.Names.Len, catalogue.Name(f)) || f.Name() == "Len" && f.Pkg() != nil && made.Call.StaticCallee() != nil && f.Pkg() == made.Call.StaticCallee().Pkg.Pkg) && e.compared(c, 0) {
					found = true
				}
			}
		}
	}
	return found
}

// prefetched tells whether the channel of a Consume is told how much to take at a time,
// as far as this package and the facts of others show. A channel that was made elsewhere
// is trusted.
func (e *eval) prefetched(c *ssa.Call) bool {
	for _, l := range e.x.Resolve(ssacall.Receiver(c.Common())) {
		switch l.Kind {
		case flow.Call:
			com := l.Value.(*ssa.Call).Common()
			f, _ := ssacall.Target(com)
			if f == nil || e.inProgram(f) && (e.fact(com) == nil && f.Pkg() != e.pass.Pkg || e.fact(com) != nil && e.fact(com).Qos) {
				return true
			}
		case flow.Param:
			if len(e.x.Callers(c.Parent())) == 0 {
				return true
			}
		case flow.Field:
			if len(e.x.FieldStores(l.Var)) == 0 {
				return true
			}
		}
	}
	for _, fn := range e.x.SSA.Funcs {
		if e.setsQos(fn) {
			return true
		}
	}
	return false
}

// setsQos tells whether fn, or a call in it, sets a prefetch count.
func (e *eval) setsQos(fn *ssa.Function) bool {
	found := false
	for s := range e.with(fn, prefetch|factual) {
		if s.Fn.Name() == "Qos" && s.Fn.Signature().Params().Len() == 3 {
			as := ssacall.Args(s.Common())
			if n, isConst := constInt(as[1]); !isConst || n > 0 {
				found = true
			}
		}
		if x := e.known(s.Fn); x != nil && x.Qos {
			found = true
		}
	}
	return found
}
