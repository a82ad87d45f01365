package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A reason is why a region may end without success.
type reason uint8

const (
	byOutcome reason = iota // what the operation gave
	byTime
	byStop // the context, a stop channel or a flag
	byPolicy
	byOther
)

// uncounted says what ends a region that no count ends.
func (f *finder) uncounted(l *Loop, r *region) attempts.Number {
	timed, other := attempts.Number{}, false
	isTimed := false
	for _, x := range r.exits() {
		if never(r, x) {
			l.Recounts = true
			continue
		}
		why, n := f.reason(r, x)
		switch why {
		case byTime:
			if !isTimed || timed.Time == 0 {
				timed = n
			}
			isTimed = true
		case byPolicy:
			return n
		case byOther:
			other = true
		case byStop:
			l.Ctx = true
		}
	}
	switch {
	case isTimed:
		return timed
	case other:
		return attempts.Number{}
	case l.Ctx:
		if d := f.contextTime(r); d > 0 {
			return attempts.For(d)
		}
		return attempts.UntilCtx
	}
	return attempts.Forever
}

// endsOtherwise tells whether something may end the region early that source doesn't show.
func (f *finder) endsOtherwise(r *region) bool {
	return slices.ContainsFunc(r.exits(), func(x *ssa.If) bool {
		why, _ := f.reason(r, x)
		return why == byOther
	})
}

// reason says why the exit x is taken.
func (f *finder) reason(r *region, x *ssa.If) (why reason, n attempts.Number) {
	why = byOther
	set := func(w reason) { // the first that is found counts, except that time and policies win
		if why == byOther || w == byTime || w == byPolicy {
			why = w
		}
	}
	f.operands(x.Cond, r, func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.Extract:
			if c, ok := v.Tuple.(*ssa.Call); ok && f.isOp(c) && !gotype.IsError(v.Type()) && !f.tells(c) && !gotype.Is(v.Type(), "net/http", "Response") {
				return false // the operation itself knows when to end
			}
		case *ssa.Select:
			return f.selected(r, v, x, set, &n)
		case *ssa.UnOp:
			if v.Op == token.ARROW && f.stops(v.X, r) {
				set(byStop)
			}
		case *ssa.Call:
			if !f.reasonCall(r, v, set, &n) {
				return false
			}
		}
		if gotype.IsError(v.Type()) || gotype.Is(v.Type(), "net/http", "Response") {
			if _, isConst := v.(*ssa.Const); !isConst && r.inside(v) {
				set(byOutcome)
			}
		}
		return true
	})
	if b, ok := x.Cond.(*ssa.Extract); ok && why == byOther {
		if c, ok := b.Tuple.(*ssa.Call); ok && f.tells(c) {
			why = byOutcome
		}
	}
	if why == byTime && n.Kind != attempts.Timed {
		n = attempts.For(f.constDuration(x.Cond, r))
	}
	return why, n
}

// reasonCall is reason for a call that the condition depends on. It returns false where
// what stands behind the call does not matter.
func (f *finder) reasonCall(r *region, c *ssa.Call, set func(reason), n *attempts.Number) bool {
	if en := f.loopCall(c); en != nil {
		set(byPolicy)
		*n = f.policy(en, c)
		return false
	}
	if f.tells(c) {
		set(byOutcome)
		return false
	}
	fn, _ := ssacall.Target(&c.Call)
	if fn == nil {
		switch {
		case gotype.IsError(c.Type()):
			set(byOutcome)
		case isBool(c.Type()):
			return false // who handed the predicate in decides
		}
		return true
	}
	switch fn.FullName() {
	case "(context.Context).Err", "context.Cause":
		set(byStop)
		return false
	case "time.Since", "time.Now", "time.Until", "(time.Time).Sub", "(time.Time).After", "(time.Time).Before", "(time.Time).Compare":
		set(byTime)
		return true
	}
	if passes(c) && r.inside(c) && !f.isOp(c) {
		set(byStop) // a wait that ends with the context
	}
	return true
}

func judgesError(c *ssa.Call) bool {
	for _, a := range ssacall.Args(&c.Call) {
		if gotype.IsError(a.Type()) {
			return true
		}
	}
	return false
}

// selected is reason for an exit that depends on which case of a select was ready.
func (f *finder) selected(r *region, sel *ssa.Select, x *ssa.If, set func(reason), n *attempts.Number) bool {
	b, ok := x.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	k, ok := b.Y.(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	i, _ := constant.Int64Val(constant.ToInt(k.Value))
	if i < 0 || int(i) >= len(sel.States) || r.back(x.Block().Succs[0]) {
		return false
	}
	ch := sel.States[i].Chan
	switch {
	case f.stops(ch, r):
		set(byStop)
	case timeChan(ch.Type()) && !r.inside(source(ch)):
		set(byTime)
		*n = attempts.For(f.constDuration(ch, r))
	}
	return false
}

// source is the timer whose channel ch is, or ch.
func source(ch ssa.Value) ssa.Value {
	if u, ok := ch.(*ssa.UnOp); ok && u.Op == token.MUL {
		if fa, ok := u.X.(*ssa.FieldAddr); ok {
			return fa.X
		}
	}
	return ch
}

func timeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && gotype.Name(ch.Elem()) == "time.Time"
}

// constDuration gives the one constant duration, of a second or more, that v depends on,
// or 0.
func (f *finder) constDuration(v ssa.Value, r *region) time.Duration {
	var found time.Duration
	several := false
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value, depth int)
	walk = func(v ssa.Value, depth int) {
		if depth == 0 || seen[v] {
			return
		}
		seen[v] = true
		if c, ok := v.(*ssa.Const); ok {
			if gotype.Name(c.Type()) == "time.Duration" && c.Value != nil {
				if d, ok := constant.Int64Val(c.Value); ok && d >= int64(time.Second) {
					several = several || found != 0 && found != time.Duration(d)
					found = time.Duration(d)
				}
			}
			return
		}
		if p, ok := v.(*ssa.Phi); ok && p.Block() == r.header {
			return
		}
		if in, ok := v.(ssa.Instruction); ok {
			for _, op := range in.Operands(nil) {
				if *op != nil {
					walk(*op, depth-1)
				}
			}
		}
	}
	walk(v, 8)
	if several {
		return 0
	}
	return found
}

// contextTime is the constant time limit of the context that the function makes before
// the region and that the region heeds, or 0.
func (f *finder) contextTime(r *region) time.Duration {
	var out time.Duration
	for _, b := range r.fn.Blocks {
		if r.recursive() || r.has(b) || !b.Dominates(r.header) {
			continue
		}
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			if fn, _ := ssacall.Target(&c.Call); fn != nil && gotype.IsFunc(fn, "context.WithTimeout") && f.heeded(c, r) {
				if k, ok := c.Call.Args[1].(*ssa.Const); ok && k.Value != nil {
					d, _ := constant.Int64Val(k.Value)
					out = time.Duration(d)
				}
			}
		}
	}
	return out
}

// heeded tells whether the region uses the context that c makes.
func (f *finder) heeded(c *ssa.Call, r *region) bool {
	for _, ref := range *c.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		for _, use := range *ex.Referrers() {
			if call, ok := use.(*ssa.Call); ok && r.has(call.Block()) {
				return true
			}
			if _, ok := use.(*ssa.Store); ok {
				return true
			}
		}
	}
	return false
}

// stops tells whether a receive from ch means "stop": the end of a context, or a channel
// that carries nothing and was not made in the region.
func (f *finder) stops(ch ssa.Value, r *region) bool {
	if c, ok := ch.(*ssa.Call); ok {
		fn, _ := ssacall.Target(&c.Call)
		if fn != nil && fn.Name() == "Done" && fn.Signature().Params().Len() == 0 {
			return true
		}
	}
	t, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := t.Elem().Underlying().(*types.Struct)
	if !ok || st.NumFields() > 0 {
		return false
	}
	_, made := ch.(*ssa.MakeChan)
	return !made || !r.inside(ch)
}

// passes tells whether c gets a context.
func passes(c *ssa.Call) bool {
	for _, a := range ssacall.Args(&c.Call) {
		if gotype.IsContext(a.Type()) {
			return true
		}
	}
	return false
}

// loopCall returns what the catalogue says of a call that paces a hand-written loop.
func (f *finder) loopCall(c *ssa.Call) *catalogue.Entry {
	fn, recv := ssacall.Target(&c.Call)
	if fn == nil {
		return nil
	}
	for _, en := range f.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindRetry && en.Mode == "loop" {
			return en
		}
	}
	return nil
}

// policy says how often a loop goes round that the back-off object of c paces.
func (f *finder) policy(en *catalogue.Entry, c *ssa.Call) attempts.Number {
	if n, err := strconv.Atoi(en.Attempts.Default); err == nil {
		return attempts.Of(n)
	}
	recv := ssacall.Receiver(&c.Call)
	if recv == nil && len(c.Call.Args) > 0 {
		recv = c.Call.Args[0]
	}
	if recv == nil {
		return attempts.Number{}
	}
	return f.made(recv, 0)
}

// made says how often the back-off object v lets a loop go round.
func (f *finder) made(v ssa.Value, depth int) attempts.Number {
	leaves := f.x.Resolve(v)
	if depth > 4 || len(leaves) != 1 || leaves[0].Kind != flow.Call {
		return attempts.Number{}
	}
	c := leaves[0].Value.(*ssa.Call)
	fn, recv := ssacall.Target(&c.Call)
	if fn == nil {
		return attempts.Number{}
	}
	for _, en := range f.cat.Func(fn, recv) {
		if en.Kind != catalogue.KindRetry {
			continue
		}
		for i := range fn.Signature().Params().Len() { // WithMaxRetries(b, n)
			if !isInt(fn.Signature().Params().At(i).Type()) || en.Attempts.Counts == "" {
				continue
			}
			n := f.fold(&region{fn: c.Parent()}, ssacall.At(&c.Call, catalogue.Where{Arg: i}))
			if en.Attempts.Counts == "retries" {
				n = n.Plus(1)
			}
			return n
		}
		if d, err := time.ParseDuration(en.Time.Default); err == nil {
			return attempts.For(d)
		}
		if en.Attempts.Default == "unbounded" {
			return attempts.Forever
		}
	}
	for _, a := range c.Call.Args { // WithContext(b, ctx)
		if types.Identical(a.Type(), v.Type()) || types.IsInterface(a.Type()) && !gotype.IsContext(a.Type()) {
			return f.made(a, depth+1)
		}
	}
	return attempts.Number{}
}
