package loops

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A verdict says where a call of a region leads with one outcome.
type verdict struct {
	again      bool // to the same call once more
	againMaybe bool // likewise, if a predicate of the failure says so
	leaves     bool // out of the region
	asks       bool // something else that is not known decides whether it leaves
	ok         bool // the walk came to an end
}

// direction keeps values of errors, booleans, and of channels, which may be nil.
func direction(_ key, t types.Type) bool {
	_, ch := t.Underlying().(*types.Chan)
	return ch || gotype.IsError(t) || isBool(t)
}

// lead follows the region from call c with an outcome, while all other calls succeed.
// done says that the context has ended.
func (f *finder) lead(r *region, c *ssa.Call, o outcome, done bool) verdict {
	m := &machine{f: f, r: r, done: done, track: direction, out: func(other *ssa.Call) outcome {
		if other == c {
			return o
		}
		return success
	}}
	v := verdict{ok: true}
	seen := func(other *ssa.Call, s state) bool {
		if other != c || !s.round {
			return false
		}
		if s.maybe {
			v.againMaybe = true
		} else {
			v.again = true
		}
		return true
	}
	b, i := c.Block(), indexOf(c)+1
	v.ok = m.walk(state{b: b, i: i, e: env{}}, seen, func(s state) {
		v.leaves = true
	})
	v.asks = m.asked
	return v
}

func indexOf(in ssa.Instruction) int {
	return slices.Index(in.Block().Instrs, in)
}

// repeats tells whether the call c of region r is one whose failure makes the region run
// again, while its success leaves.
func (f *finder) repeats(r *region, c *ssa.Call) bool {
	good := f.lead(r, c, success, false)
	if !good.ok || good.again || !good.leaves || !f.central(r, c) {
		return false
	}
	for _, o := range f.failures(c) {
		if bad := f.lead(r, c, o, false); bad.ok && (bad.again || bad.againMaybe) {
			return true
		}
	}
	return false
}

// central tells whether c runs though no other call has failed before, and in each pass:
// what only runs after a failure is clean-up or repair, and a loop that also goes round
// without c does other work.
func (f *finder) central(r *region, c *ssa.Call) bool {
	// A loop within the region that c stands in may have nothing to run over.
	inner := r.within(c.Block())
	m := &machine{f: f, r: r, track: direction, until: inner, out: func(*ssa.Call) outcome { return success }}
	found, other := len(inner) > 0, false
	m.walk(state{b: r.header, e: env{}}, func(call *ssa.Call, s state) bool {
		if call == c && !s.round {
			found = true
		}
		if s.round && !s.maybe {
			other = true
		}
		return call == c || s.round
	}, nil)
	return found && !other
}

// failures lists the ways in which c can fail.
func (f *finder) failures(c *ssa.Call) []outcome {
	out := []outcome{failure}
	res := c.Call.Signature().Results()
	for i := range res.Len() {
		if gotype.Is(res.At(i).Type(), "net/http", "Response") {
			return append(out, refused)
		}
	}
	return out
}

// candidate tells whether c is a call that can fail and may be an operation.
func (f *finder) candidate(c *ssa.Call) bool {
	if _, ok := c.Call.Value.(*ssa.Builtin); ok {
		return false
	}
	res := c.Call.Signature().Results()
	if res.Len() == 0 {
		return false
	}
	fails := f.tells(c)
	for i := range res.Len() {
		t := res.At(i).Type()
		fails = fails || gotype.IsError(t) || gotype.Is(t, "net/http", "Response") || carriesError(t)
	}
	if !fails {
		return false
	}
	fn, _ := ssacall.Target(&c.Call)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "context", "errors", "time", "sync", "fmt", "strconv", "log", "log/slog", "math/rand", "math/rand/v2", "github.com/pkg/errors", "golang.org/x/time/rate", "golang.org/x/sync/semaphore":
		return false
	}
	return !wraps(c) && (fn.Name() != "Close" || fn.Signature().Params().Len() > 0)
}

// carriesError tells whether t is a pointer to a struct that has a field Error of type
// error, as results of database libraries have.
func carriesError(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if f := st.Field(i); f.Name() == "Error" && gotype.IsError(f.Type()) {
			return true
		}
	}
	return false
}

// wraps tells whether c makes an error of an error.
func wraps(c *ssa.Call) bool {
	if c.Call.Signature().Results().Len() != 1 || !gotype.IsError(c.Type()) {
		return false
	}
	for _, a := range c.Call.Args {
		if gotype.IsError(a.Type()) {
			return true
		}
	}
	return false
}

// tells tells whether the last result of c is a boolean that says whether it went well:
// a function of the package without an error result, which calls something that can fail
// and returns false where it does.
func (f *finder) tells(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil {
		m, _ := ssacall.Target(&c.Call)
		return m != nil && promise(m)
	}
	fn = flow.Origin(fn)
	if known, ok := f.tellers[fn]; ok {
		return known
	}
	f.tellers[fn] = false // for recursion
	f.tellers[fn] = f.teller(fn)
	return f.tellers[fn]
}

// promise tells whether fn waits for the outcome of what was started before, and tells
// whether it came in time.
func promise(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "WaitTimeout" && sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type())
}

func (f *finder) teller(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if fn.Blocks == nil || res.Len() == 0 || !isBool(res.At(res.Len()-1).Type()) {
		return false
	}
	for i := range res.Len() {
		if gotype.IsError(res.At(i).Type()) {
			return false
		}
	}
	r := &region{fn: fn, header: fn.Blocks[0]}
	return slices.ContainsFunc(r.calls(), func(c *ssa.Call) bool {
		sig := c.Call.Signature().Results()
		if sig.Len() == 0 || !gotype.IsError(sig.At(sig.Len()-1).Type()) || wraps(c) {
			return false
		}
		good, bad := f.returns(r, c, success), f.returns(r, c, failure)
		return good.yes && !good.no && bad.no && !bad.yes
	})
}

type answers struct{ yes, no bool }

// returns says which booleans the function of r can return once c has an outcome.
func (f *finder) returns(r *region, c *ssa.Call, o outcome) answers {
	m := &machine{f: f, r: r, track: direction, depth: 2, out: func(other *ssa.Call) outcome {
		if other == c {
			return o
		}
		return success
	}}
	var a answers
	ok := m.walk(state{b: c.Block(), i: indexOf(c) + 1, e: env{}}, nil, func(s state) {
		ret, isRet := s.b.Instrs[len(s.b.Instrs)-1].(*ssa.Return)
		if !isRet {
			return
		}
		v := m.eval(ret.Results[len(ret.Results)-1], m.end(s))
		a.yes = a.yes || v.kind != boolean || v.n == 1
		a.no = a.no || v.kind != boolean || v.n == 0
	})
	if !ok {
		return answers{true, true}
	}
	return a
}

// judges tells whether cond is a judgement of a failure: it comes from an error, or from
// the status of an answer, of a call in the region.
func (f *finder) judges(cond ssa.Value, r *region) bool {
	if nilCheck(cond) {
		return false
	}
	known, ok := r.judged[cond]
	if !ok {
		if r.judged == nil {
			r.judged = map[ssa.Value]bool{}
		}
		known = f.lookJudged(cond, r)
		r.judged[cond] = known
	}
	return known
}

func (f *finder) lookJudged(cond ssa.Value, r *region) bool {
	found := false
	f.operands(cond, r, func(v ssa.Value) bool {
		if opaque(v) {
			return false
		}
		switch {
		case gotype.IsError(v.Type()) && !contextErr(v):
			_, sentinel := v.(*ssa.UnOp)
			_, constant := v.(*ssa.Const)
			if !constant && (!sentinel || !globalLoad(v)) {
				found = true
			}
		case gotype.Is(v.Type(), "net/http", "Response"):
			found = true
		}
		return !found
	})
	return found
}

// opaque tells whether v is what a call gave beside its error: it says nothing of a
// failure, even where the call got an error.
func opaque(v ssa.Value) bool {
	if gotype.IsError(v.Type()) || gotype.Is(v.Type(), "net/http", "Response") {
		return false
	}
	if ex, ok := v.(*ssa.Extract); ok {
		c, ok := ex.Tuple.(*ssa.Call)
		return ok && !judgesError(c)
	}
	c, ok := v.(*ssa.Call)
	return ok && !basic(c.Type(), types.IsBoolean|types.IsInteger|types.IsString) && !judgesError(c)
}

func globalLoad(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = u.X.(*ssa.Global)
	return ok
}

// contextErr tells whether v is ctx.Err().
func contextErr(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn, _ := ssacall.Target(&c.Call)
	return fn != nil && asksContext(fn)
}

// maxOperands bounds the values behind a condition.
const maxOperands = 80

// operands visits v and what it is computed from in the region, as long as visit returns
// true for a value. What is read from a variable is what the region stores there, or what
// a call is handed its address for.
func (f *finder) operands(v ssa.Value, r *region, visit func(ssa.Value) bool) {
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value)
	walk = func(v ssa.Value) {
		if seen[v] || len(seen) > maxOperands {
			return
		}
		seen[v] = true
		if !visit(v) || !r.inside(v) {
			return
		}
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			for _, w := range f.written(u.X, r) {
				walk(w)
			}
		}
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			if *op != nil {
				walk(*op)
			}
		}
	}
	walk(v)
}

// written lists what the region puts into the variable at addr: stored values, and the
// arguments beside it of calls that get its address, as errors.As does.
func (f *finder) written(addr ssa.Value, r *region) []ssa.Value {
	k, ok := place(addr)
	if !ok {
		return nil
	}
	out := append([]ssa.Value{}, f.stores(r)[k]...)
	if a, ok := k.root.(*ssa.Alloc); ok {
		for _, ref := range *a.Referrers() {
			mi, ok := ref.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, use := range *mi.Referrers() {
				if c, ok := use.(*ssa.Call); ok && r.inside(c) {
					out = append(out, c.Call.Args...)
				}
			}
		}
	}
	return out
}

// stores lists what the region stores, by place.
func (f *finder) stores(r *region) map[key][]ssa.Value {
	if have, ok := f.stored[r]; ok {
		return have
	}
	out := map[key][]ssa.Value{}
	r.each(func(in ssa.Instruction) {
		if st, ok := in.(*ssa.Store); ok {
			if k, ok := place(st.Addr); ok {
				out[k] = append(out[k], st.Val)
			}
		}
	})
	f.stored[r] = out
	return out
}
