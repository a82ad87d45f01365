package queues

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
	"github.com/resilint/resilint/internal/trace"
)

// movers finds the goroutines that take from one channel, keep what they took in a slice
// or list, and hand it to another: the bound of the first channel is gone.
func (e *eval) movers() []*Site {
	var out []*Site
	for _, fn := range e.funcs {
		if len(e.x.Moves(fn)) == 0 {
			continue
		}
		for _, l := range e.loopsOf(fn) {
			m := &mover{e: e, fn: fn, l: l}
			if s := m.find(); s != nil {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// A mover looks at one loop.
type mover struct {
	e    *eval
	fn   *ssa.Function
	l    *loop
	in   []ssa.Value // channels that are received from
	sent []ssa.Value // what is sent on others
	outs []ssa.Value // the channels it is sent on
}

func (m *mover) find() *Site {
	m.channels()
	if len(m.in) == 0 || len(m.sent) == 0 {
		return nil
	}
	for _, b := range m.fn.Blocks {
		if !m.l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			at, name := m.kept(in)
			if at == nil {
				continue
			}
			to := ""
			for i, v := range m.sent {
				if m.headOf(v, at, 0) {
					to = m.e.nameOf(m.outs[i])
				}
			}
			if to == "" {
				continue
			}
			if name == "" {
				name = "a slice of " + fnName(m.fn)
			}
			return &Site{
				Kind: Channel, Fn: m.fn, Pos: in.Pos(), What: name, By: m.e.nameOf(m.in[0]), To: to,
				Path: []trace.Step{m.e.step(trace.Store, in.Pos(), m.fn, "keeps what came from "+m.e.nameOf(m.in[0]))},
			}
		}
	}
	return nil
}

// channels reads what the loop receives from and sends on.
func (m *mover) channels() {
	for _, b := range m.fn.Blocks {
		if !m.l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Select); ok && !s.Blocking {
				continue // it takes what is there, and goes on
			}
			for _, ch := range received(in) {
				if m.e.carriesItems(ch) {
					m.in = append(m.in, ch)
				}
			}
			switch in := in.(type) {
			case *ssa.Send:
				m.sent, m.outs = append(m.sent, in.X), append(m.outs, in.Chan)
			case *ssa.Select:
				for _, st := range in.States {
					if st.Dir == types.SendOnly {
						m.sent, m.outs = append(m.sent, st.Send), append(m.outs, st.Chan)
					}
				}
			}
		}
	}
}

// carriesItems tells whether a channel carries more than signals and ticks.
func (e *eval) carriesItems(ch ssa.Value) bool {
	t := elem(ch)
	return !signal(t) && !gotype.IsError(t) && !doneOfContext(ch) && types.TypeString(t, nil) != "time.Time"
}

// kept returns the container that in adds an item to, with its name, where nothing
// compares its length with a limit.
func (m *mover) kept(in ssa.Instruction) (any, string) {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil, ""
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() != "append" || !carried(c.Call.Args[0].Type()) || !m.holdsReceived(c) {
			return nil, ""
		}
		cell := m.cellOf(c)
		if cell == nil || m.sliceLimited(cell) {
			return nil, ""
		}
		name := ""
		switch cell := cell.(type) {
		case *ssa.Phi:
			name = cell.Comment
		case *ssa.Alloc:
			name = cell.Comment
		case *ssa.FieldAddr:
			name = m.e.nameOf(cell)
		case *ssa.FreeVar:
			name = cell.Name()
		}
		return cell, name
	}
	recv, o := m.e.queueCall(c.Common())
	if recv == nil || o != fill || m.listLimited(recv) {
		return nil, ""
	}
	return m.e.keyOf(recv), m.e.nameOf(recv)
}

func carried(t types.Type) bool {
	sl, ok := t.Underlying().(*types.Slice)
	return ok && !signal(sl.Elem()) && !gotype.IsError(sl.Elem())
}

// holdsReceived tells whether what is appended can be what was received.
func (m *mover) holdsReceived(c *ssa.Call) bool {
	return len(c.Call.Args) > 1
}

// cellOf returns the variable that an append adds to: the phi of the loop, the cell or
// the field.
func (m *mover) cellOf(c *ssa.Call) any {
	switch v := c.Call.Args[0].(type) {
	case *ssa.Phi:
		if flows(c, v, map[ssa.Value]bool{}) {
			return v
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			switch a := v.X.(type) {
			case *ssa.Alloc, *ssa.FieldAddr, *ssa.FreeVar:
				return a
			}
		}
	}
	return nil
}

// flows tells whether v, through phis, comes back into the phi p.
func flows(v ssa.Value, p *ssa.Phi, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		if phi, ok := ref.(*ssa.Phi); ok {
			if phi == p || flows(phi, p, seen) {
				return true
			}
		}
	}
	return false
}

// headOf tells whether v is an item out of the container: what it sends on.
func (m *mover) headOf(v ssa.Value, cell any, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if ia, ok := v.X.(*ssa.IndexAddr); ok {
			return m.sameCell(ia.X, cell, 0)
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok { // element.Value of a list
			return m.headOf(fa.X, cell, depth+1)
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a && m.headOf(st.Val, cell, depth+1) {
					return true
				}
			}
		}
	case *ssa.TypeAssert:
		return m.headOf(v.X, cell, depth+1)
	case *ssa.Extract:
		return m.headOf(v.Tuple, cell, depth+1)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if m.headOf(edge, cell, depth+1) {
				return true
			}
		}
	case *ssa.Call:
		key, ok := cell.(string)
		recv := ssacall.Receiver(v.Common())
		return ok && recv != nil && m.e.keyOf(recv) == key
	}
	return false
}

// sameCell tells whether a slice is read from the cell.
func (m *mover) sameCell(v ssa.Value, cell any, depth int) bool {
	if depth > 8 {
		return false
	}
	if p, ok := cell.(*ssa.Phi); ok && v == p {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			c, isField := cell.(*ssa.FieldAddr)
			return isField && m.e.keyOf(fa) == m.e.keyOf(c)
		}
		return v.Op == token.MUL && any(v.X) == cell
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if edge != v && m.sameCell(edge, cell, depth+1) {
				return true
			}
		}
		p, ok := cell.(*ssa.Phi)
		return ok && flows(v, p, map[ssa.Value]bool{})
	case *ssa.Slice:
		return m.sameCell(v.X, cell, depth+1)
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && m.sameCell(v.Call.Args[0], cell, depth+1)
	}
	return false
}

// sliceLimited tells whether the function compares the length of the cell with a limit.
func (m *mover) sliceLimited(cell any) bool {
	found := false
	eachInstr(m.fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok {
			return
		}
		b, ok := c.Call.Value.(*ssa.Builtin)
		if ok && (b.Name() == "len" || b.Name() == "cap") && m.sameCell(c.Call.Args[0], cell, 0) && m.e.compared(c, 0) {
			found = true
		}
	})
	return found
}

// listLimited tells whether any function of the package compares the length of a list
// with a limit.
func (m *mover) listLimited(recv ssa.Value) bool {
	key, found := m.e.keyOf(recv), false
	for _, fn := range m.e.x.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				r, o := m.e.queueCall(c.Common())
				if r != nil && o == 0 && m.e.keyOf(r) == key && m.e.compared(c, 0) {
					found = true
				}
			}
		}
	}
	return found
}
