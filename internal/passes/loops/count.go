package loops

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// A counter counts the passes of a region in which an operation runs, when each fails.
type counter struct {
	f    *finder
	r    *region
	ops  map[*ssa.Call]bool
	keep map[key]bool // variables that an exit depends on
	seen map[ssa.Value]bool
	// leaves are the numbers from outside that an exit depends on, in the order they are met.
	leaves []leaf
}

// A leaf is a number that the region does not change.
type leaf struct {
	k key
	v ssa.Value
}

// newCounter finds out what the exits of r depend on.
func (f *finder) newCounter(r *region, ops []*ssa.Call) *counter {
	c := &counter{f: f, r: r, ops: map[*ssa.Call]bool{}, keep: map[key]bool{}, seen: map[ssa.Value]bool{}}
	for _, op := range ops {
		c.ops[op] = true
	}
	for _, x := range r.exits() {
		c.slice(x.Cond)
		for _, or := range alternatives(r, x) {
			c.slice(or)
		}
	}
	return c
}

// exits lists the conditions of which one side does not come round again.
func (r *region) exits() []*ssa.If {
	var out []*ssa.If
	for _, b := range r.fn.Blocks {
		if !r.has(b) || len(b.Instrs) == 0 {
			continue
		}
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && r.back(b.Succs[0]) != r.back(b.Succs[1]) && !crashes(b.Succs[0]) && !crashes(b.Succs[1]) {
			out = append(out, in)
		}
	}
	return out
}

// crashes tells whether b does nothing but panic, as after a select of which no case was
// taken.
func crashes(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if _, ok := in.(*ssa.Call); ok {
			return false
		}
	}
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
	return ok
}

// slice notes the variables and numbers that v depends on.
func (c *counter) slice(v ssa.Value) {
	if v == nil || c.seen[v] || len(c.seen) > 4*maxOperands {
		return
	}
	c.seen[v] = true
	if p, ok := v.(*ssa.Parameter); ok && c.r.recursive() && p.Parent() == c.r.fn {
		c.parameter(p)
		return
	}
	if !c.r.inside(v) {
		c.outside(key{v, ""}, v)
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if !isInt(v.Type()) && !isBool(v.Type()) && !gotype.IsError(v.Type()) {
			return
		}
		if isInt(v.Type()) && v.Block() != c.r.header && c.r.turns(v.Block()) {
			return // counts within a pass
		}
		c.keep[key{v, ""}] = true
		for _, e := range v.Edges {
			c.slice(e)
		}
		c.control(v)
	case *ssa.BinOp:
		c.slice(v.X)
		c.slice(v.Y)
	case *ssa.Convert:
		c.slice(v.X)
	case *ssa.ChangeType:
		c.slice(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			c.load(v)
			return
		}
		c.slice(v.X)
	case *ssa.Call:
		c.call(v)
	}
}

// parameter notes a parameter of a function that calls itself.
func (c *counter) parameter(p *ssa.Parameter) {
	if !isInt(p.Type()) && !isBool(p.Type()) {
		return
	}
	k := key{p, ""}
	i := slices.Index(p.Parent().Params, p)
	changes := false
	for _, call := range c.r.self {
		if i < len(call.Call.Args) && call.Call.Args[i] != p {
			changes = true
			c.slice(call.Call.Args[i])
		}
	}
	if changes {
		c.keep[k] = true
	}
	c.outside(k, p)
}

// load notes what is read from a variable: one that the region changes is followed, any
// other is a number from outside.
func (c *counter) load(v *ssa.UnOp) {
	k, ok := place(v.X)
	if !ok || !isInt(v.Type()) && !isBool(v.Type()) {
		return
	}
	vals := c.f.stores(c.r)[k]
	if len(vals) == 0 {
		if !c.r.inside(k.root) {
			c.outside(k, v)
		}
		return
	}
	c.keep[k], c.keep[key{v, ""}] = true, true
	for _, val := range vals {
		c.slice(val)
	}
	for _, st := range before(c.r, k) {
		c.slice(st.Val)
	}
}

// before lists the stores into the local variable k that surely run before the region.
func before(r *region, k key) []*ssa.Store {
	a, ok := k.root.(*ssa.Alloc)
	if !ok || k.path != "*" {
		return nil
	}
	var out []*ssa.Store
	for _, ref := range *a.Referrers() {
		st, ok := ref.(*ssa.Store)
		if ok && st.Addr == a && !r.has(st.Block()) && st.Block().Dominates(r.header) {
			out = append(out, st)
		}
	}
	return out
}

// call notes the numbers behind min, max and a getter that gets nothing from the region.
func (c *counter) call(v *ssa.Call) {
	if !isInt(v.Type()) {
		return
	}
	if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() != "len" {
		for _, a := range v.Call.Args {
			c.slice(a)
		}
		return
	}
	for _, a := range v.Call.Args {
		if c.r.inside(a) && !c.steady(a) {
			return
		}
	}
	c.outside(key{v, ""}, v)
}

// steady tells whether v is read in the region from something that it does not change.
func (c *counter) steady(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		fa, ok := v.(*ssa.FieldAddr)
		return ok && (!c.r.inside(fa.X) || c.steady(fa.X))
	}
	k, ok := place(u.X)
	return ok && len(c.f.stores(c.r)[k]) == 0
}

// outside notes a number from outside the region.
func (c *counter) outside(k key, v ssa.Value) {
	if _, ok := v.(*ssa.Const); ok || !isInt(v.Type()) {
		return
	}
	if !slices.ContainsFunc(c.leaves, func(l leaf) bool { return l.k == k }) {
		c.leaves = append(c.leaves, leaf{k, v})
	}
}

// control notes the conditions that decide which edge of a phi is taken.
func (c *counter) control(p *ssa.Phi) {
	top := p.Block().Idom()
	if p.Block() == c.r.header {
		if !isBool(p.Type()) {
			return // what a pass adds to a number shows in the number
		}
		top = c.r.header
	}
	if top == nil {
		return
	}
	for _, b := range c.r.fn.Blocks {
		if !c.r.has(b) || !top.Dominates(b) || len(b.Instrs) == 0 {
			continue
		}
		if in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && reaches(b, p.Block(), c.r.header) {
			c.slice(in.Cond)
		}
	}
}

// reaches tells whether to can be reached from b without passing avoid.
func reaches(b, to, avoid *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if s == avoid || seen[s] {
				continue
			}
			seen[s] = true
			if walk(s) {
				return true
			}
		}
		return false
	}
	return walk(b)
}

// endless is what run gives where nothing that is counted ends the region.
const endless = -1

// run gives the greatest number of passes with an operation, endless, or ok false where
// there are more than most of them, or too many ways to tell.
func (c *counter) run(sym map[key]val, most int) (n int, ok bool) {
	m := &machine{f: c.f, r: c.r, sym: sym, depth: 2,
		track: func(k key, _ types.Type) bool { return c.keep[k] },
		out: func(call *ssa.Call) outcome {
			if c.ops[call] || !c.r.has(call.Block()) {
				return either
			}
			return success
		}}
	d := &deepest{m: m, c: c, most: most, best: map[mark]int{}, open: map[mark]int{}, ids: map[ssa.Value]int{}}
	n = d.from(state{b: c.r.header, e: c.start(m)}, false, 0)
	if d.cut {
		return d.far, false
	}
	if d.loop {
		return endless, true
	}
	return n, true
}

// start is what is known where the region is entered.
func (c *counter) start(m *machine) env {
	e := env{}
	if c.r.recursive() {
		for k, v := range m.sym {
			if c.keep[k] {
				e[k] = v
			}
		}
		return e
	}
	for _, in := range c.r.header.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		var v val
		first := true
		for i, p := range phi.Block().Preds {
			if c.r.has(p) {
				continue
			}
			x := m.eval(phi.Edges[i], env{})
			if !first && x != v {
				x = val{}
			}
			v, first = x, false
		}
		if v.kind != unknown && c.keep[key{phi, ""}] {
			e[key{phi, ""}] = v
		}
	}
	for k := range c.keep {
		if sts := before(c.r, k); len(sts) > 0 {
			if v := m.eval(sts[len(sts)-1].Val, env{}); v.kind != unknown {
				e[k] = v
			}
		} else if a, ok := k.root.(*ssa.Alloc); ok && k.path == "*" && !c.r.inside(a) {
			e[k] = zeroVal(deref(a.Type()))
		}
	}
	return e
}

// A mark names a state of a count.
type mark struct {
	b       *ssa.BasicBlock
	i       int
	counted bool
	env     string
}

// deepest looks for the way with the most operations.
type deepest struct {
	m    *machine
	c    *counter
	best map[mark]int // operations from here on
	open map[mark]int // operations up to here, on the way that is followed
	ids  map[ssa.Value]int
	most int  // operations to follow
	loop bool // the same state comes back with an operation in between
	cut  bool
	far  int // the most operations on a way that was followed
}

// maxCount bounds the states of a count.
const maxCount = 30000

func (d *deepest) id(v ssa.Value) int {
	n, ok := d.ids[v]
	if !ok {
		n = len(d.ids)
		d.ids[v] = n
	}
	return n
}

// from gives the greatest number of operations from s on. counted says that one ran in
// this pass already, so that a pass counts once; sum is how many ran before.
func (d *deepest) from(s state, counted bool, sum int) int {
	k := mark{s.b, s.i, counted, s.e.text(d.id)}
	if n, ok := d.best[k]; ok {
		return n
	}
	if at, ok := d.open[k]; ok {
		d.loop = d.loop || sum > at
		return 0
	}
	if d.loop || d.cut || d.far > d.most || len(d.best)+len(d.open) > maxCount {
		d.cut = d.cut || !d.loop
		return 0
	}
	d.far = max(d.far, sum)
	d.open[k] = sum
	hit := 0
	next, _ := d.m.step(s, func(call *ssa.Call, _ state) bool {
		if d.c.ops[call] && !counted {
			hit, counted = 1, true
		}
		return false
	})
	most := 0
	for _, t := range next {
		again := t.round
		t.round, t.maybe = false, false
		most = max(most, d.from(t, counted && !again, sum+hit))
	}
	delete(d.open, k)
	d.best[k] = hit + most
	return hit + most
}
