package layers

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// knob is what one setting says. args are the arguments of the call that makes it, the
// receiver left out, or the value that is stored.
func (e *Eval) knob(k catalogue.Knob, args []ssa.Value, pos token.Pos) spec {
	sp := spec{name: k.Entry.LayerName(), entry: k.Entry, pos: pos}
	v := argOf(k, args)
	kn := knob(k)
	switch k.Means {
	case catalogue.MeansTotal, catalogue.MeansRetries:
		switch {
		case k.N > 0:
			sp.counts = exact(k.N)
		case v != nil:
			sp.counts = kn.mapped(e.numbers(v))
		}
	case catalogue.MeansLength:
		sp.counts = e.lengths(v)
	case catalogue.MeansOnce, catalogue.MeansSwitch, catalogue.MeansForever:
		sp.counts = e.flag(k.Means, v)
	case catalogue.MeansTime:
		if v != nil {
			sp.span = kn.times(e.durations(v))
		}
	case catalogue.MeansFewer:
		sp.fewer = !e.off(v)
	case catalogue.MeansCeiling:
		sp.ceiling = e.ceiling(v)
	case catalogue.MeansPause:
		sp.pause = e.asked(v, yes)
	case catalogue.MeansJitter:
		sp.jitter = e.asked(v, yes)
	case catalogue.MeansSteady:
		sp.jitter = no
	case catalogue.MeansCtx:
		sp.ctx = yes
	case catalogue.MeansStops:
		sp.stops = true
	case catalogue.MeansEnds:
		sp.ends = true
	case catalogue.MeansBrief:
		sp.brief = yes
	}
	return sp
}

// argOf returns the argument that has the setting's value: the one stated, or the first of
// a type that fits.
func argOf(k catalogue.Knob, args []ssa.Value) ssa.Value {
	if k.Arg >= len(args) {
		return nil
	}
	fits := func(ssa.Value) bool { return true }
	switch k.Means {
	case catalogue.MeansTotal, catalogue.MeansRetries, catalogue.MeansCeiling:
		fits = func(v ssa.Value) bool {
			return isNumber(gotype.Deref(v.Type())) && !gotype.Is(v.Type(), "time", "Duration")
		}
	case catalogue.MeansTime:
		fits = func(v ssa.Value) bool { return gotype.Is(v.Type(), "time", "Duration") }
	}
	for _, v := range args[k.Arg:] {
		if fits(v) {
			return v
		}
	}
	return args[k.Arg]
}

// knob is a catalogued setting, for the arithmetic.
type knob catalogue.Knob

// mapped turns what is written into a number of attempts.
func (k knob) mapped(in []count) []count {
	var out []count
	for _, c := range in {
		out = union(out, []count{k.attempts(c)})
	}
	return out
}

func (k knob) attempts(c count) count {
	plus := 0
	if k.Means == catalogue.MeansRetries {
		plus = 1
	}
	if c.unset || c.def || c.n.Kind != attempts.Exact {
		c.n = c.n.Plus(plus)
		return c
	}
	switch {
	case c.n.N == 0 && k.Zero != "":
		return spoken(k.Zero)
	case c.n.N == 0 && plus == 0, c.n.N < 0 && k.Neg == "":
		return count{n: attempts.Setting("")}
	case c.n.N < 0:
		return spoken(k.Neg)
	}
	return count{n: c.n.Plus(plus)}
}

// spoken reads a number in the words of catalogue.Attempts.
func spoken(s string) count {
	switch s {
	case "default":
		return count{def: true}
	case "unbounded":
		return count{n: attempts.Forever}
	}
	if n, err := strconv.Atoi(s); err == nil {
		return count{n: attempts.Of(n)}
	}
	return count{n: attempts.Setting("")}
}

// times turns a duration of zero into what it means.
func (k knob) times(in []count) []count {
	zero := k.Zero
	if zero == "" {
		zero = k.Entry.Time.Zero
	}
	out := slices.Clone(in)
	for i, c := range out {
		if c.n.Kind == attempts.Timed && c.n.Time == 0 && c.n.Name == "" && zero == "none" {
			out[i] = count{n: attempts.Forever}
		}
	}
	return out
}

// lengths is one attempt more than the slice v has elements.
func (e *Eval) lengths(v ssa.Value) []count {
	if v == nil {
		return nil
	}
	if n := e.length(v); n >= 0 {
		return exact(n + 1)
	}
	for _, l := range e.x.Resolve(v) { // retrier.ConstantBackoff(n, d)
		c, ok := l.Value.(*ssa.Call)
		if !ok || l.Kind != flow.Call {
			continue
		}
		if fn, _ := ssacall.Target(c.Common()); fn != nil {
			for _, k := range e.cat.Knobs("func:" + catalogue.Name(fn)) {
				return e.knob(k, c.Call.Args, c.Pos()).counts
			}
		}
	}
	return []count{{n: attempts.Setting(e.named(v))}}
}

// flag is what a switch says: by being called or of that type, or by the bool it is given.
func (e *Eval) flag(m catalogue.Means, v ssa.Value) []count {
	to := count{n: attempts.Once}
	on := m != catalogue.MeansSwitch
	if m == catalogue.MeansForever {
		to = count{n: attempts.Forever}
	}
	if v == nil || !isBool(v.Type()) {
		return []count{to}
	}
	var out []count
	for _, c := range e.numbers(v) {
		switch {
		case c.n.Kind != attempts.Exact:
			out = union(out, []count{to, {unset: true}})
		case (c.n.N != 0) == on:
			out = union(out, []count{to})
		default:
			out = union(out, []count{{unset: true}})
		}
	}
	return out
}

func isBool(t types.Type) bool {
	b, ok := gotype.Deref(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// off tells whether v is zero, written out.
func (e *Eval) off(v ssa.Value) bool {
	if v == nil {
		return false
	}
	ns := e.numbers(v)
	return len(ns) == 1 && ns[0].n == attempts.Of(0)
}

// asked is what a setting of pauses or jitter says: nothing where it is given zero.
func (e *Eval) asked(v ssa.Value, t tri) tri {
	if v != nil && isNumber(v.Type()) && e.off(v) {
		return unsaid
	}
	return t
}

func (e *Eval) ceiling(v ssa.Value) int {
	if v == nil {
		return 0
	}
	if ns := e.numbers(v); len(ns) == 1 && ns[0].n.Kind == attempts.Exact {
		return ns[0].n.N
	}
	return -1
}
