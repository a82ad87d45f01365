package layers

import (
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
)

// consume makes the layer that the entry en speaks of, with all that is said of it.
func (e *Eval) consume(s *saying, en *catalogue.Entry, at *ssa.Function) Layer {
	sp := spec{name: en.LayerName(), entry: en}
	said := s.find(en.LayerName())
	if said != nil {
		sp = *said
		if sp.entry == nil || !sp.made {
			sp.entry = en
		}
	}
	switch {
	case len(sp.counts) > 0:
	case s.odd:
		sp.counts = []count{{n: attempts.Setting("")}}
	case en.Mode == "wrap" && s.open && en.Attempts.Counts != "":
		sp.counts = e.opened(s, at)
	}
	l := e.layer(sp, sp.entry, s, at)
	l.Again = en.Again
	return l
}

// opened is the number of a wrapper whose options or policy the package only passes on.
func (e *Eval) opened(s *saying, at *ssa.Function) []count {
	if s.from.fn == nil || s.from.fn != at {
		return []count{{n: attempts.Setting("")}}
	}
	p := s.from.fn.Params[s.from.index]
	if sig := s.from.fn.Signature; sig.Variadic() && s.from.index == len(s.from.fn.Params)-1 {
		return []count{{n: attempts.Setting(p.Name())}} // options: what they leave out is the default
	}
	return []count{{n: attempts.Number{Kind: attempts.FromParam, Param: s.from.index}, fn: at}}
}

// layer turns what is said into a layer. en is the entry that has the defaults.
func (e *Eval) layer(sp spec, en *catalogue.Entry, s *saying, at *ssa.Function) Layer {
	l := Layer{Name: sp.name, Entry: en, Pos: sp.pos, Stops: sp.stops, Methods: sp.only}
	if en == nil {
		l.Attempts = combine(sp.counts, attempts.Number{}, at)
		l.Pauses, l.Jitter, l.Ctx, l.Default = sp.pause == yes, sp.jitter == yes, sp.ctx == yes, sp.preset
		return l
	}
	l.Again = en.Again
	l.Pauses = sp.pause.or(!strings.HasPrefix(en.Backoff, "none"))
	l.Jitter = sp.jitter.or(en.Jitter == "yes") && l.Pauses
	l.Ctx = sp.ctx.or(en.CtxAware == "yes")
	l.Brief = sp.brief == yes
	open := s.open
	if sp.made {
		open = sp.open
	}
	if open && en.Mode == "policy" && len(sp.counts) == 0 {
		sp.counts = e.opened(s, at)
	}
	l.Default = sp.preset || len(sp.counts) == 0 && open
	l.Attempts = combine(sp.counts, defaultOf(en), at)
	if l.Attempts.Kind == attempts.Unbounded && sp.ceiling > 0 {
		l.Attempts = attempts.Of(sp.ceiling)
	}
	if l.Attempts.Kind == attempts.Unbounded {
		if l.Unheeded = len(sp.span) > 0 && !sp.ends && needsMore(en); l.Unheeded {
			sp.span = nil
		}
		l.Attempts = timed(sp, en, l)
	}
	if l.Attempts.Kind == attempts.Exact {
		l.Attempts = bent(sp, en, l.Attempts)
	}
	return l
}

// bent is an exact number with what makes it more or less.
func bent(sp spec, en *catalogue.Entry, n attempts.Number) attempts.Number {
	if sp.ceiling > 0 {
		n.N = min(n.N, sp.ceiling)
	} else if slices.ContainsFunc(en.Sets, func(s catalogue.Set) bool { return s.Means == catalogue.MeansGRPC }) {
		n.N = min(n.N, maxPolicyAttempts)
	}
	switch {
	case sp.fewer && n.N > 1:
		n.Kind = attempts.AtMost
	case en.BoundedBy == "attempts|ctx" && n.N > 1:
		n.Kind = attempts.AtLeast
	}
	return n
}

// needsMore tells whether a limit on time ends nothing unless something else is set too.
func needsMore(en *catalogue.Entry) bool {
	return slices.ContainsFunc(en.Sets, func(s catalogue.Set) bool { return s.Means == catalogue.MeansEnds })
}

// timed is what a number without a limit becomes by a limit on time, or by a context.
func timed(sp spec, en *catalogue.Entry, l Layer) attempts.Number {
	def := attempts.Forever
	if en.Time.Default != "" && en.Time.Default != "none" {
		if d, err := time.ParseDuration(en.Time.Default); err == nil {
			def = attempts.For(d)
		}
	} else if en.Time.Default == "" && len(en.Time.From) > 0 && en.BoundedBy == "time" {
		def = attempts.For(0)
	}
	n := combine(sp.span, def, nil)
	if n.Kind == attempts.Unbounded && l.Ctx {
		return attempts.UntilCtx
	}
	return n
}

// defaultOf is the number of attempts that the library makes by itself.
func defaultOf(en *catalogue.Entry) attempts.Number {
	switch {
	case en.Attempts.Default == "" && (en.BoundedBy == "time" || en.BoundedBy == "ctx"):
		return attempts.Forever // timed sees to the rest
	case en.Attempts.Default == "":
		return attempts.Number{}
	}
	return spoken(en.Attempts.Default).n
}

// combine makes one number of those that a setting may have. at is the function whose
// parameters mean something to the reader of it.
func combine(counts []count, def attempts.Number, at *ssa.Function) attempts.Number {
	if len(counts) == 0 {
		return def
	}
	var ns []attempts.Number
	for _, c := range counts {
		n := c.n
		switch {
		case c.unset, c.def:
			n = def
		case n.Kind == attempts.FromParam && (at == nil || c.fn != at):
			n = attempts.Setting(paramName(c))
		}
		if !slices.Contains(ns, n) {
			ns = append(ns, n)
		}
	}
	out := ns[0]
	for _, n := range ns[1:] {
		out = worst(out, n)
	}
	return out
}

func paramName(c count) string {
	if c.fn != nil && c.n.Param < len(c.fn.Params) {
		return c.fn.Params[c.n.Param].Name()
	}
	return ""
}

// worst is what is certain of a number that is a or b.
func worst(a, b attempts.Number) attempts.Number {
	if b.Kind == attempts.Unknown || b.Kind == attempts.FromParam {
		a, b = b, a
	}
	switch {
	case a.Kind == attempts.Unknown:
		if a.Name == "" && b.Kind == attempts.Unknown {
			return b
		}
		return a
	case a.Kind == attempts.FromParam:
		return attempts.Number{}
	}
	fa, fb := finite(a), finite(b)
	switch {
	case fa && fb && a.Kind != attempts.AtLeast && b.Kind != attempts.AtLeast:
		return attempts.Number{Kind: attempts.AtMost, N: max(a.N, b.N)}
	case fa && fb:
		return attempts.Number{Kind: attempts.AtLeast, N: sureOf(a, b)}
	case fa:
		return attempts.Number{Kind: attempts.AtLeast, N: sureOf(a, a)}
	case fb:
		return attempts.Number{Kind: attempts.AtLeast, N: sureOf(b, b)}
	}
	return attempts.For(0)
}

func finite(a attempts.Number) bool {
	return a.Kind == attempts.Exact || a.Kind == attempts.AtLeast || a.Kind == attempts.AtMost
}

// sureOf is the number of attempts that both a and b are sure to have.
func sureOf(a, b attempts.Number) int {
	low := func(n attempts.Number) int {
		if n.Kind == attempts.AtMost {
			return 1
		}
		return n.N
	}
	return min(low(a), low(b))
}

// value turns what is said into the layers of a value that the reader sees from function
// at.
func (e *Eval) value(s *saying, at *ssa.Function, keep func(spec) bool) Value {
	v := Value{Param: NoParam, Known: !s.open && !s.inner}
	if s.from.fn != nil && s.from.fn == at {
		v.Param = s.from.index
		v.Known = true
	}
	for _, sp := range inward(s.specs) {
		if !keep(sp) {
			continue
		}
		v.Layers = append(v.Layers, e.layer(sp, sp.entry, s, at))
	}
	return v
}

// inward puts the policies of gRPC service configs last: they stand inside all
// interceptors, in whatever order the options come.
func inward(specs []spec) []spec {
	out := slices.Clone(specs)
	slices.SortStableFunc(out, func(a, b spec) int { return order(policy(a)) - order(policy(b)) })
	return out
}

func policy(sp spec) bool {
	return sp.entry != nil && slices.ContainsFunc(sp.entry.Sets, func(s catalogue.Set) bool { return s.Means == catalogue.MeansGRPC })
}

// funcName is what a reader calls fn: retry.Do, Retrier.Run.
func funcName(fn *types.Func) string {
	r := fn.Signature().Recv()
	if r == nil {
		return fn.Pkg().Name() + "." + fn.Name()
	}
	t := r.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}
