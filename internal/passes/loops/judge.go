package loops

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// heeds tells whether the region ends once the context, or what else tells it to stop, is
// done, though the operation fails on.
func (f *finder) heeds(r *region, ops []*ssa.Call) bool {
	for _, op := range ops {
		// A predicate that is not known says no to the error of an ended context.
		v := f.lead(r, op, failure, true)
		if !v.ok || v.again || !v.leaves || v.againMaybe && !lent(r, op) {
			return false
		}
	}
	return true
}

// meant is the call that a reader takes for the operation: for cmd.Err() the call that
// made cmd, for token.WaitTimeout(d) the call that gave the token.
func (f *finder) meant(op *ssa.Call) ssa.CallInstruction {
	fn, _ := ssacall.Target(&op.Call)
	if fn == nil || fn.Name() != "Err" && fn.Name() != "Result" && fn.Name() != "Error" && !promise(fn) {
		return op
	}
	if recv := ssacall.Receiver(&op.Call); recv != nil {
		if c := holder(recv); c != nil && c.Parent() == op.Parent() {
			return c
		}
	}
	return op
}

// evident tells whether there is a sign of a retry beside the direction: a wait, a count,
// a limit in time, a context. Without any, a loop that skips what is bad looks the same.
func (f *finder) evident(l *Loop, r *region, ops []*ssa.Call) bool {
	if l.Pause.Any || l.Optimistic || l.counted {
		return true
	}
	if l.Attempts.Kind != attempts.Unknown && l.Attempts.Kind != attempts.Unbounded {
		return true
	}
	for _, op := range ops {
		if r.recursive() || takesNext(op) {
			return false
		}
		if passes(op) || f.leaves(op) {
			return true
		}
		if _, ok := op.Call.Value.(*ssa.Parameter); ok {
			return true
		}
	}
	return false
}

// takesNext tells whether c, by its name, takes the next part of something, so that
// another call is another operation.
func takesNext(c *ssa.Call) bool {
	name := ""
	if fn, _ := ssacall.Target(&c.Call); fn != nil {
		name = fn.Name()
	} else if p, ok := c.Call.Value.(*ssa.Parameter); ok {
		name = p.Name()
	}
	name = strings.ToLower(name)
	for _, w := range []string{"next", "read", "pop", "scan", "recv", "receive", "token", "parse", "decode"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// leaves tells whether the catalogue says that the call leaves the process.
func (f *finder) leaves(c *ssa.Call) bool {
	fn, recv := ssacall.Target(&c.Call)
	if fn == nil {
		return false
	}
	for _, en := range f.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindOutbound && !en.Stream {
			return true
		}
	}
	return false
}

// classifies tells whether some errors end the region at once, and whether it only goes
// round on one kind of error and reads again what it wants to change.
func (f *finder) classifies(r *region, ops []*ssa.Call) (some, optimistic bool) {
	word := false
	for _, b := range r.fn.Blocks {
		if !r.has(b) || len(b.Instrs) == 0 {
			continue
		}
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !f.judges(in.Cond, r) {
			continue
		}
		if r.back(b.Succs[0]) != r.back(b.Succs[1]) {
			some = true
			word = word || f.conflictWord(r, in.Cond)
		}
	}
	return some, some && f.rereads(r, ops, word)
}

// conflictWord tells whether a predicate or sentinel behind cond speaks of a conflict.
func (f *finder) conflictWord(r *region, cond ssa.Value) bool {
	names := f.words(r, cond)
	for _, w := range []string{"conflict", "serializ", "stale", "version", "optimistic", "concurrent"} {
		if strings.Contains(names, w) {
			return true
		}
	}
	return false
}

// nilCheck tells whether cond compares an error with nil.
func nilCheck(cond ssa.Value) bool {
	if u, ok := cond.(*ssa.UnOp); ok && u.Op == token.NOT {
		return nilCheck(u.X)
	}
	b, ok := cond.(*ssa.BinOp)
	return ok && (ssacall.IsNil(b.X) || ssacall.IsNil(b.Y))
}

// rereads tells whether the operation writes back what another call of the region has
// just read, and only goes round where the write met a conflict.
func (f *finder) rereads(r *region, ops []*ssa.Call, word bool) bool {
	for _, op := range ops {
		if !f.conflicts(r, op, word) {
			return false
		}
	}
	return true
}

// conflicts tells whether a failure of op only goes round where a predicate says so, and
// op gets what another call in the region gave, or the predicate speaks of a conflict.
func (f *finder) conflicts(r *region, op *ssa.Call, word bool) bool {
	bad := f.lead(r, op, failure, false)
	if bad.again || !bad.againMaybe {
		return false
	}
	read := word
	for _, a := range ssacall.Args(&op.Call) {
		if gotype.IsContext(a.Type()) || gotype.IsError(a.Type()) {
			continue
		}
		f.operands(a, r, func(v ssa.Value) bool {
			c, ok := v.(*ssa.Call)
			if ok && c != op && f.candidate(c) && !made(c) {
				read = true
			}
			return !read && !gotype.IsContext(v.Type())
		})
	}
	return read
}

// made tells whether c only makes something: a request, a reader.
func made(c *ssa.Call) bool {
	fn, _ := ssacall.Target(&c.Call)
	return fn != nil && (strings.HasPrefix(fn.Name(), "New") || strings.HasPrefix(fn.Name(), "new") || strings.HasPrefix(fn.Name(), "Clone"))
}

// interrupted tells whether the region only goes round on an interrupted system call.
func (f *finder) interrupted(r *region, ops []*ssa.Call) bool {
	found := false
	r.each(func(in ssa.Instruction) {
		for _, op := range in.Operands(nil) {
			c, ok := (*op).(*ssa.Const)
			if ok && (gotype.Is(c.Type(), "syscall", "Errno") || strings.HasSuffix(gotype.Name(c.Type()), "unix.Errno")) && c.Value != nil {
				found = true
			}
		}
	})
	if !found {
		return false
	}
	for _, op := range ops {
		if bad := f.lead(r, op, failure, false); bad.again {
			return false
		}
	}
	return true
}

// contextError tells whether v is context.Canceled or context.DeadlineExceeded.
func contextError(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" && (g.Name() == "Canceled" || g.Name() == "DeadlineExceeded")
}

// passesContext tells whether the error v comes from a call that gets a context.
func (m *machine) passesContext(v ssa.Value) bool {
	found := false
	m.f.operands(v, m.r, func(v ssa.Value) bool {
		if c, ok := v.(*ssa.Call); ok && passes(c) {
			found = true
		}
		return !found
	})
	return found
}

// lasting tells whether c is not one request but work that goes on: serving, consuming,
// watching. A loop round it restarts it.
func (f *finder) lasting(c *ssa.Call) bool {
	fn, recv := ssacall.Target(&c.Call)
	if fn == nil {
		return false
	}
	for _, en := range f.cat.Func(fn, recv) {
		if en.Stream || en.Kind == catalogue.KindServer {
			return true
		}
	}
	return lastingName(fn)
}

// lastingName goes by the name: a function that runs, serves or consumes.
func lastingName(fn *types.Func) bool {
	name := strings.ToLower(fn.Name())
	for _, p := range []string{"serve", "listenand", "run", "consume", "watch", "subscribe", "stream", "accept", "recv", "receive", "follow", "tail", "loop"} {
		if rest, ok := strings.CutPrefix(name, p); ok && (rest == "" || fn.Name()[len(p)] < 'a' || fn.Name()[len(p)] > 'z') {
			return true
		}
	}
	return strings.HasSuffix(name, "loop") || strings.HasSuffix(name, "forever")
}

// sameArgs tells whether a function that calls itself hands on the inputs it got, apart
// from counters and flags.
func (f *finder) sameArgs(r *region) bool {
	for _, c := range r.self {
		for i, p := range r.fn.Params {
			if i >= len(c.Call.Args) {
				return false
			}
			a := c.Call.Args[i]
			if a != p && gotype.IsError(p.Type()) {
				return false // a handler that handles its own error
			}
			if a == p || neutral(p.Type()) || basic(p.Type(), types.IsNumeric|types.IsBoolean) {
				continue
			}
			if _, ok := a.(*ssa.Const); ok {
				return false
			}
			if !f.kept(a, p) {
				return false
			}
		}
	}
	return true
}

// kept tells whether the argument a is still the parameter p: read again from where it
// was put because its address is taken.
func (f *finder) kept(a ssa.Value, p *ssa.Parameter) bool {
	u, ok := a.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return false
	}
	for _, ref := range *p.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == u.X {
			return true
		}
	}
	return false
}

// stuck names the counter that a recursion hands on as it is, though another call in the
// function gets it lowered or raised.
func stuck(r *region) string {
	for i, p := range r.fn.Params {
		if !isInt(p.Type()) || gotype.Is(p.Type(), "time", "Duration") {
			continue
		}
		for _, c := range r.self {
			if c.Call.Args[i] == p && steppedElsewhere(p, c) {
				return p.Name()
			}
		}
	}
	return ""
}

// steppedElsewhere tells whether a call other than c gets p plus or minus one.
func steppedElsewhere(p *ssa.Parameter, c *ssa.Call) bool {
	for _, ref := range *p.Referrers() {
		b, ok := ref.(*ssa.BinOp)
		if !ok || b.Op != token.SUB && b.Op != token.ADD || b.X != p {
			continue
		}
		for _, use := range *b.Referrers() {
			if other, ok := use.(*ssa.Call); ok && other != c {
				return true
			}
		}
	}
	return false
}
