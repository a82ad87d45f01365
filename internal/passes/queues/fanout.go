package queues

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/trace"
)

// fanouts finds the goroutines that are started for each item of a list that came with a
// request, however long it is: whoever sends the request says how many.
func (e *eval) fanouts() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		if e.marksOf(fn).all&(goes|limiter|starts) == 0 || !requestIn(fn) && !requestIn(flow.Named(fn)) {
			continue
		}
		for c := range e.with(fn, goes|limiter|starts) {
			if s := e.fanout(fn, c.CallInstruction); s != nil {
				out = append(out, s)
			}
		}
	}
	return out
}

func (e *eval) fanout(fn *ssa.Function, c ssa.CallInstruction) *Site {
	what, op := "go", c.Common().Value
	if _, isGo := c.(*ssa.Go); !isGo {
		var always bool
		if op, always = e.submits(c.Common()); op == nil || !always {
			return nil
		}
		what = e.callName(c.Common())
	}
	l := e.inner(c.Block())
	if l == nil || !l.counted() {
		return nil
	}
	by := e.listOf(l)
	if by == "" || e.held(region{fn: fn, loop: l}, c) {
		return nil
	}
	to := ""
	for _, t := range e.targets(op) {
		if w := e.waitsFor(t, 0); w.rank >= telling {
			to = w.name
		}
	}
	if to == "" {
		return nil
	}
	return &Site{
		Kind: Spawn, Fn: fn, Pos: c.Pos(), What: what, By: "each item of " + by, To: to,
		Path: []trace.Step{e.step(trace.Use, c.Pos(), fn, what+" "+to)},
	}
}

// listOf names the list of a request that a loop goes over, where nothing compares its
// length with a limit.
func (e *eval) listOf(l *loop) string {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			ia, ok := in.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, leaf := range e.x.Resolve(ia.X) {
				if leaf.Kind != flow.Field || e.lengthLimited(leaf) {
					continue
				}
				if by := e.decoded(leaf); by != "" {
					return by
				}
			}
		}
	}
	return ""
}

// lengthLimited tells whether the function compares the length of a field with a limit.
func (e *eval) lengthLimited(l flow.Leaf) bool {
	found := false
	eachInstr(flow.Named(l.Fn), func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok {
			return
		}
		b, ok := c.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			return
		}
		u, ok := c.Call.Args[0].(*ssa.UnOp)
		if !ok || u.Op != token.MUL {
			return
		}
		if fa, ok := u.X.(*ssa.FieldAddr); ok && flow.FieldVar(fa) == l.Var && e.compared(c, 0) {
			found = true
		}
	})
	return found
}
