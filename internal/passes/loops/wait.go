package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A manner is how an instruction waits.
type manner uint8

const (
	goesOn  manner = iota // it does not
	sleeps                // for a time, whatever happens
	pauses                // for a time, or until something happens
	attends               // until something happens
)

// pause says what the region waits between two attempts.
func (f *finder) pause(r *region, n attempts.Number) Pause {
	var p Pause
	jitter, fixed := false, time.Duration(-1)
	r.each(func(in ssa.Instruction) {
		c, isCall := in.(*ssa.Call)
		m := f.waits(in, r, maxWaitDepth)
		if m == goesOn || isCall && r.isSelf(c) {
			return
		}
		p.Any = true
		p.Calls = append(p.Calls, in)
		if isCall && m == sleeps {
			p.Sleep = append(p.Sleep, c)
		}
		jitter = jitter || f.jitters(in, r)
		d := f.waited(in)
		if fixed >= 0 && d != fixed {
			d = 0
		}
		fixed = d
	})
	p.Jitter = jitter
	if fixed > 0 {
		p.Min = fixed
		if n.Kind == attempts.Exact && len(p.Calls) == 1 {
			p.Total = fixed * time.Duration(max(n.N-1, 0))
		}
	}
	return p
}

// maxWaitDepth bounds the calls that a wait is looked for in.
const maxWaitDepth = 3

// waits tells how an instruction waits, if it does.
func (f *finder) waits(in ssa.Instruction, r *region, depth int) manner {
	switch in := in.(type) {
	case *ssa.Select:
		if !in.Blocking {
			return goesOn
		}
		for _, st := range in.States {
			if timeChan(st.Chan.Type()) {
				return pauses
			}
		}
		return attends
	case *ssa.UnOp:
		if in.Op != token.ARROW {
			return goesOn
		}
		if timeChan(in.X.Type()) {
			return pauses
		}
		return attends
	case *ssa.Call:
		return f.callWaits(in, depth)
	}
	return goesOn
}

func (f *finder) callWaits(c *ssa.Call, depth int) manner {
	fn, recv := ssacall.Target(&c.Call)
	if fn != nil && gotype.IsFunc(fn, "time.Sleep") {
		return sleeps
	}
	if fn != nil {
		for _, en := range f.cat.Func(fn, recv) {
			switch {
			case en.Kind == catalogue.KindDelay && !timeResult(fn):
				if en.CtxAware == "no" {
					return sleeps
				}
				return pauses
			case en.Kind == catalogue.KindLimiter && en.Blocks != "no":
				return pauses
			case en.Kind == catalogue.KindRetry && en.Mode == "loop" && fn.Signature().Results().Len() == 0:
				return pauses
			}
		}
	}
	if callee := c.Call.StaticCallee(); callee != nil && flow.Origin(callee).Blocks != nil {
		return f.bodyWaits(flow.Origin(callee), depth)
	}
	if fn != nil {
		return namedWait(fn)
	}
	return goesOn
}

func timeResult(fn *types.Func) bool { return fn.Signature().Results().Len() > 0 }

// bodyWaits tells how a function of the package waits.
func (f *finder) bodyWaits(fn *ssa.Function, depth int) manner {
	if depth == 0 {
		return goesOn
	}
	if m, ok := f.waiting[fn]; ok {
		return m
	}
	f.waiting[fn] = goesOn // for recursion
	out := goesOn
	r := &region{fn: fn, header: fn.Blocks[0]}
	r.each(func(in ssa.Instruction) {
		switch m := f.waits(in, r, depth-1); {
		case m == goesOn:
		case out == goesOn:
			out = m
		case m != sleeps:
			out = m
		}
	})
	f.waiting[fn] = out
	return out
}

// namedWait tells whether a function whose body is out of sight waits, going by its name
// and by what it gets: nothing else shows it.
func namedWait(fn *types.Func) manner {
	name := strings.ToLower(fn.Name())
	sig := fn.Signature()
	duration, ctx := false, false
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		duration = duration || gotype.Is(t, "time", "Duration")
		ctx = ctx || gotype.IsContext(t)
	}
	switch {
	case name == "sleep" && duration && !ctx:
		return sleeps
	case strings.Contains(name, "sleep"), strings.HasPrefix(name, "wait"), strings.HasPrefix(name, "backoff") && sig.Results().Len() < 2 && !returnsDuration(sig), strings.Contains(name, "delay") && ctx:
		return pauses
	}
	return goesOn
}

func returnsDuration(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && gotype.Is(sig.Results().At(0).Type(), "time", "Duration")
}

// jitters tells whether how long an instruction waits has something random in it.
func (f *finder) jitters(in ssa.Instruction, r *region) bool {
	seen := map[ssa.Value]bool{}
	var value func(v ssa.Value, depth int) bool
	var body func(fn *ssa.Function, depth int) bool
	value = func(v ssa.Value, depth int) bool {
		if v == nil || depth == 0 || seen[v] {
			return false
		}
		seen[v] = true
		if c, ok := v.(*ssa.Call); ok && (f.jitterCall(c) || body(c.Call.StaticCallee(), depth-1)) || filled(v) {
			return true
		}
		i, ok := v.(ssa.Instruction)
		if !ok {
			return false
		}
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			for _, w := range f.written(u.X, r) {
				if value(w, depth-1) {
					return true
				}
			}
		}
		for _, op := range i.Operands(nil) {
			if *op != nil && value(*op, depth-1) {
				return true
			}
		}
		return false
	}
	body = func(fn *ssa.Function, depth int) bool {
		if fn == nil || fn.Blocks == nil || depth <= 0 {
			return false
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && (f.jitterCall(c) || body(c.Call.StaticCallee(), depth/2)) {
					return true
				}
			}
		}
		return false
	}
	if c, ok := in.(*ssa.Call); ok && (f.jitterCall(c) || body(c.Call.StaticCallee(), 6)) {
		return true
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && value(*op, 12) {
			return true
		}
	}
	return false
}

// filled tells whether v is a variable that a call fills with random bytes.
func filled(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		sl, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *sl.Referrers() {
			if c, ok := use.(*ssa.Call); ok && random(c) {
				return true
			}
		}
	}
	return false
}

// jitterCall tells whether a call brings into a wait what differs from caller to caller.
func (f *finder) jitterCall(c *ssa.Call) bool {
	if random(c) {
		return true
	}
	fn, recv := ssacall.Target(&c.Call)
	if fn == nil {
		return false
	}
	for _, en := range f.cat.Func(fn, recv) {
		switch {
		case en.Kind == catalogue.KindLimiter && en.Blocks != "no":
			return true // one after the other
		case en.Kind == catalogue.KindRetry:
			return en.Jitter != "no"
		}
	}
	return spreads(fn) || f.madeOf(ssacall.Receiver(&c.Call))
}

// madeOf tells whether v belongs to a library's back-off that is not known to be steady.
func (f *finder) madeOf(v ssa.Value) bool {
	if v == nil {
		return false
	}
	n, ok := types.Unalias(deref(v.Type())).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !f.cat.HasRetries(n.Obj().Pkg().Path()) {
		return false
	}
	for _, l := range f.x.Resolve(v) {
		c, ok := l.Value.(*ssa.Call)
		if !ok {
			continue
		}
		if fn, recv := ssacall.Target(&c.Call); fn != nil {
			for _, en := range f.cat.Func(fn, recv) {
				if en.Kind == catalogue.KindRetry && en.Jitter == "no" {
					return false
				}
			}
		}
	}
	return true
}

// spreads tells whether fn gives what differs between callers: a hash of a name, the
// small digits of a clock, or what its name says.
func spreads(fn *types.Func) bool {
	if strings.Contains(strings.ToLower(fn.Name()), "jitter") {
		return true
	}
	if fn.Pkg() == nil {
		return false
	}
	path := fn.Pkg().Path()
	switch fn.Name() {
	case "UnixNano", "UnixMicro", "Nanosecond":
		return path == "time"
	}
	return path == "hash" || strings.HasPrefix(path, "hash/") || strings.HasPrefix(path, "crypto/")
}

// waited is how long an instruction waits, where that is constant.
func (f *finder) waited(in ssa.Instruction) time.Duration {
	var v ssa.Value
	switch in := in.(type) {
	case *ssa.Call:
		for _, a := range ssacall.Args(&in.Call) {
			if gotype.Is(a.Type(), "time", "Duration") {
				v = a
			}
		}
	case *ssa.UnOp:
		v = after(in.X)
	case *ssa.Select:
		for _, st := range in.States {
			if d := after(st.Chan); d != nil {
				v = d
			}
		}
	}
	if v == nil {
		return 0
	}
	leaves := f.x.Resolve(v)
	if len(leaves) != 1 {
		return 0
	}
	c, ok := leaves[0].Value.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0
	}
	d, _ := constant.Int64Val(c.Value)
	return time.Duration(d)
}

// after returns the time after which the channel ch becomes ready, or nil.
func after(ch ssa.Value) ssa.Value {
	c := holder(ch)
	if c == nil {
		return nil
	}
	fn, _ := ssacall.Target(&c.Call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || len(c.Call.Args) != 1 {
		return nil
	}
	return c.Call.Args[0]
}
