package loops

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// outcome is what a call is supposed to have given.
type outcome uint8

const (
	either   outcome = iota
	success          // no error, and status 200
	failure          // an error
	refused          // no error, and status 503
	missing          // no error, and status 404
	rejected         // no error, and status 400
)

// A machine runs the code of a region on what little is known: that a call failed, that
// the context is done, how far a counter is. Where a condition is not known it goes both
// ways.
type machine struct {
	f    *finder
	r    *region
	out  func(*ssa.Call) outcome
	done bool // the context, or whatever else tells the function to stop, is done
	// track tells for which variables and phis a value is kept. Only errors and booleans
	// matter to the direction of a loop, only what an exit depends on to the count.
	track func(key, types.Type) bool
	sym   map[key]val              // what values from outside the region are taken to be
	until map[*ssa.BasicBlock]bool // blocks that end a walk
	asked bool                     // a condition that is no count, and not known, decided whether to leave
	depth int                      // of functions that are looked into
}

// A state is a place in the code with what is known there.
type state struct {
	b *ssa.BasicBlock
	i int
	e env
	// maybe says that a predicate of a failure decided the way here, of which it is not
	// known what it gives.
	maybe bool
	round bool // the header was passed since the start
}

// step runs s to the end of its block. It hands each call to onCall, which ends the run by
// returning true. It returns where it can go on; leaves says that one way is out of the
// region, and maybe that only predicates lead there.
func (m *machine) step(s state, onCall func(*ssa.Call, state) bool) (next []state, leaves bool) {
	for ; s.i < len(s.b.Instrs); s.i++ {
		switch in := s.b.Instrs[s.i].(type) {
		case *ssa.Store:
			if k, ok := place(in.Addr); ok && m.track(k, in.Val.Type()) {
				s.e = s.e.with(k, m.eval(in.Val, s.e))
			}
		case *ssa.Alloc:
			if k := (key{in, "*"}); m.track(k, deref(in.Type())) {
				s.e = s.e.with(k, zeroVal(deref(in.Type())))
			}
		case *ssa.UnOp:
			if in.Op != token.MUL {
				continue
			}
			if k, ok := place(in.X); ok && m.track(k, in.Type()) {
				s.e = s.e.with(key{in, ""}, s.e[k])
			}
		case *ssa.Call:
			if m.r.isSelf(in) {
				if st, ok := m.call(in, s); ok {
					return []state{st}, false
				}
			}
			if onCall != nil && onCall(in, s) {
				return nil, false
			}
		case *ssa.Select:
			return m.choose(in, s), false
		case *ssa.Return:
			return nil, true
		case *ssa.If:
			return m.branch(in, s)
		case *ssa.Jump:
			return m.enter(s.b, s.b.Succs[0], s)
		}
	}
	return nil, false
}

// enter follows the edge from one block to another.
func (m *machine) enter(from, to *ssa.BasicBlock, s state) (next []state, leaves bool) {
	if !m.r.has(to) {
		return nil, true
	}
	if m.until[to] {
		return nil, false
	}
	edge := 0
	for i, p := range to.Preds {
		if p == from {
			edge = i
			break
		}
	}
	e := s.e
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if k := (key{phi, ""}); m.track(k, phi.Type()) {
			e = e.with(k, m.eval(phi.Edges[edge], s.e)) // all phis change at once
		}
	}
	s.e = e
	if to == m.r.header && !m.r.recursive() {
		s.round = true
	}
	s.b, s.i = to, 0
	return []state{s}, false
}

// call follows a call of the function to its start.
func (m *machine) call(c *ssa.Call, s state) (state, bool) {
	e := s.e
	args := c.Call.Args
	for i, p := range m.r.fn.Params {
		if k := (key{p, ""}); i < len(args) && m.track(k, p.Type()) {
			e = e.with(k, m.eval(args[i], s.e))
		}
	}
	return state{b: m.r.fn.Blocks[0], e: e, maybe: s.maybe, round: true}, true
}

// choose goes on after a select, once for each case that can be ready.
func (m *machine) choose(sel *ssa.Select, s state) []state {
	var out []state
	stops := 0
	for _, st := range sel.States {
		if m.f.stops(st.Chan, m.r) {
			stops++
		}
	}
	for i, st := range sel.States {
		if m.eval(st.Chan, s.e).kind == isNil {
			continue // never ready
		}
		stop := m.f.stops(st.Chan, m.r)
		if stop != m.done && stops > 0 && (m.done || len(sel.States) > 1) {
			continue
		}
		out = append(out, m.chosen(sel, i, s))
	}
	if !sel.Blocking && (!m.done || stops == 0) {
		out = append(out, m.chosen(sel, -1, s))
	}
	return out
}

func (m *machine) chosen(sel *ssa.Select, i int, s state) state {
	s.e = s.e.with(key{sel, ""}, intVal(int64(i)))
	s.i++
	return s
}

// branch goes the ways that a condition leaves open.
func (m *machine) branch(in *ssa.If, s state) (next []state, leaves bool) {
	c := m.eval(in.Cond, s.e)
	judged := c.kind != boolean && m.f.judges(in.Cond, m.r)
	if c.kind != boolean && !counts(in.Cond) && m.r.back(s.b.Succs[0]) != m.r.back(s.b.Succs[1]) {
		m.asked = true
	}
	ends := m.done && c.kind != boolean && m.attends(in)
	for i, to := range s.b.Succs {
		if c.kind == boolean && (c.n == 1) != (i == 0) || ends && m.r.back(to) {
			continue
		}
		t := s
		t.maybe = s.maybe || judged
		t.e = m.learn(in.Cond, i == 0, s.e)
		ss, out := m.enter(s.b, to, t)
		next = append(next, ss...)
		leaves = leaves || out
	}
	return next, leaves
}

// counts tells whether cond compares numbers.
func counts(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	return ok && basic(b.X.Type(), types.IsNumeric)
}

// attends tells whether in leaves the region for what a call gave that gets the context.
func (m *machine) attends(in *ssa.If) bool {
	if m.r.back(in.Block().Succs[0]) == m.r.back(in.Block().Succs[1]) {
		return false
	}
	found := false
	m.f.operands(in.Cond, m.r, func(v ssa.Value) bool {
		c, ok := v.(*ssa.Call)
		if ok && passes(c) && m.out(c) == success {
			found = true
		}
		return !ok && !found
	})
	return found
}

// learn notes that cond holds or not, so that the same condition later goes the same way.
func (m *machine) learn(cond ssa.Value, holds bool, e env) env {
	if u, ok := cond.(*ssa.UnOp); ok && u.Op == token.NOT {
		return m.learn(u.X, !holds, e)
	}
	if b, ok := cond.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ) && gotype.IsError(b.X.Type()) {
		if c, ok := b.Y.(*ssa.Const); ok && c.IsNil() {
			v := val{kind: notNil}
			if holds == (b.Op == token.EQL) {
				v.kind = isNil
			}
			return m.fix(b.X, v, e)
		}
	}
	if isBool(cond.Type()) {
		return m.fix(cond, boolVal(holds), e)
	}
	return e
}

// fix notes what a phi or a loaded value turned out to be.
func (m *machine) fix(v ssa.Value, is val, e env) env {
	switch v.(type) {
	case *ssa.Phi, *ssa.UnOp:
		if k := (key{v, ""}); m.track(k, v.Type()) {
			return e.with(k, is)
		}
	}
	return e
}

// walk runs from s until every way ends. It calls onCall as step does and leave where a
// way out of the region is found. It returns false where there are too many ways.
func (m *machine) walk(s state, onCall func(*ssa.Call, state) bool, leave func(state)) bool {
	ids := map[ssa.Value]int{}
	id := func(v ssa.Value) int {
		n, ok := ids[v]
		if !ok {
			n = len(ids)
			ids[v] = n
		}
		return n
	}
	type mark struct {
		b            *ssa.BasicBlock
		i            int
		maybe, round bool
		env          string
	}
	seen := map[mark]bool{}
	work := []state{s}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		k := mark{s.b, s.i, s.maybe, s.round, s.e.text(id)}
		if seen[k] {
			continue
		}
		seen[k] = true
		if len(seen) > maxStates {
			return false
		}
		next, out := m.step(s, onCall)
		if out && leave != nil {
			leave(s)
		}
		work = append(work, next...)
	}
	return true
}

// maxStates bounds the states of one walk.
const maxStates = 1000
