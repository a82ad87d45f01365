package layers

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
)

// A count is one number that a setting may have.
type count struct {
	n     attempts.Number
	fn    *ssa.Function // with a FromParam, the declared function that has the parameter
	unset bool          // nothing is said
	def   bool          // the library's default is asked for
}

// tri is a switch of which nothing may be said.
type tri int8

const (
	unsaid tri = iota
	yes
	no
)

func (t tri) or(def bool) bool {
	if t == unsaid {
		return def
	}
	return t == yes
}

// A spec is what is said about one layer: the layer itself where something makes it, or
// only settings of it.
type spec struct {
	name    string
	entry   *catalogue.Entry // the maker's, or the one that the setting belongs to
	made    bool
	counts  []count // the numbers that it may have; none where nothing is said
	span    []count // likewise, of the time that it goes on
	fewer   bool
	ceiling int
	pause   tri
	jitter  tri
	ctx     tri
	stops   bool
	ends    bool // what the limit on time needs is set
	brief   tri  // the waits together are short
	open    bool // what made it was given something that is not followed
	preset  bool // the numbers of a Default layer that came through Facts
	pos     token.Pos
	in      *ssa.Function // the function of pos, where it is a layer of the program's own
	only    []string      // of a gRPC service config: the methods it holds for
	way     string        // unary or stream: a gRPC interceptor for such calls only
}

// A home is a parameter that something comes from.
type home struct {
	fn    *ssa.Function
	index int
}

// saying is all that a value says about retries. Specs stand outermost first.
type saying struct {
	specs []spec
	from  home // fn is nil where it comes from no parameter
	open  bool // something of the library's own is not followed: settings may be missing
	odd   bool // a type of the program's own decides, in the place of the library's
	inner bool // something through which requests go is not followed: layers may be missing
}

func (s *saying) clone() *saying {
	c := *s
	c.specs = slices.Clone(s.specs)
	return &c
}

// find returns the spec of that name, the layer before its settings, or nil.
func (s *saying) find(name string) *spec {
	for i := range s.specs {
		if s.specs[i].name == name && s.specs[i].made {
			return &s.specs[i]
		}
	}
	return s.setting(name)
}

// after adds what t says, which takes effect after what s says.
func (s *saying) after(t *saying) {
	if t == nil {
		return
	}
	for _, sp := range t.specs {
		s.apply(sp)
	}
	s.loose(t)
}

// maxSpecs bounds what is kept of one value: round trippers that hold two others each double it.
const maxSpecs = 32

// below adds what t says of the inside: what s says already stays.
func (s *saying) below(t *saying) {
	if t == nil {
		return
	}
	for _, sp := range t.specs {
		have := s.find(sp.name)
		switch {
		case have == nil || have.made && sp.made && !have.preset:
			if len(s.specs) == maxSpecs {
				s.inner = true
				break
			}
			s.specs = append(s.specs, sp)
		case have.preset:
			made := have.made
			have.merge(sp)
			have.made, have.preset = made || sp.made, sp.preset
		default:
			merged := sp
			merged.merge(*have)
			merged.made = have.made || sp.made
			*have = merged
		}
	}
	s.loose(t)
}

// loose takes over what t leaves open.
func (s *saying) loose(t *saying) {
	s.open = s.open || t.open
	s.inner = s.inner || t.inner
	s.odd = s.odd || t.odd
	if s.from.fn == nil {
		s.from = t.from
	}
}

// apply adds one spec that takes effect last. A setting stays beside the layers it has
// been applied to, for those that come after it.
func (s *saying) apply(sp spec) {
	if sp.made {
		if set := s.setting(sp.name); set != nil {
			entry := sp.entry
			sp.merge(*set)
			sp.entry = entry
		}
		s.specs = append(s.specs, sp)
		return
	}
	have := false
	for i := range s.specs {
		if s.specs[i].name == sp.name {
			have = true
			entry := s.specs[i].entry
			s.specs[i].merge(sp)
			s.specs[i].entry = entry
		}
	}
	if !have {
		s.specs = append(s.specs, sp)
	}
}

// setting returns the spec of that name that only sets, or nil.
func (s *saying) setting(name string) *spec {
	for i := range s.specs {
		if s.specs[i].name == name && !s.specs[i].made {
			return &s.specs[i]
		}
	}
	return nil
}

// make puts a layer around all there is, with the settings that are for it.
func (s *saying) make(sp spec) {
	sp.made, sp.open = true, s.open
	if set := s.setting(sp.name); set != nil {
		entry := sp.entry
		sp.merge(*set)
		sp.entry = entry
		s.specs = slices.DeleteFunc(s.specs, func(o spec) bool { return o.name == sp.name && !o.made })
	}
	s.specs = slices.Insert(s.specs, 0, sp)
}

// merge lays what o says over what sp says.
func (sp *spec) merge(o spec) {
	if len(o.counts) > 0 {
		sp.counts = overlaid(o.counts, sp.counts)
		sp.preset = o.preset
	}
	if len(o.span) > 0 {
		sp.span = overlaid(o.span, sp.span)
	}
	for _, p := range []struct{ to, from *tri }{{&sp.pause, &o.pause}, {&sp.jitter, &o.jitter}, {&sp.ctx, &o.ctx}, {&sp.brief, &o.brief}} {
		if *p.from != unsaid {
			*p.to = *p.from
		}
	}
	sp.fewer = sp.fewer || o.fewer
	sp.stops = sp.stops || o.stops
	sp.ends = sp.ends || o.ends
	if o.ceiling > 0 {
		sp.ceiling = o.ceiling
	}
	if len(o.only) > 0 {
		sp.only = o.only
	}
	if sp.entry == nil {
		sp.entry = o.entry
	}
	if !sp.pos.IsValid() || !sp.made && len(o.counts) > 0 && o.pos.IsValid() {
		sp.pos = o.pos
	}
}

// overlaid is over, with the numbers below it where over may say nothing.
func overlaid(over, below []count) []count {
	if len(below) == 0 || !slices.ContainsFunc(over, func(c count) bool { return c.unset }) {
		return slices.Clone(over)
	}
	out := slices.DeleteFunc(slices.Clone(over), func(c count) bool { return c.unset })
	return union(out, below)
}

func union(a, b []count) []count {
	out := slices.Clone(a)
	for _, c := range b {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// perhaps returns what t says as something that may or may not take effect.
func (s *saying) perhaps() *saying {
	out := s.clone()
	for i := range out.specs {
		sp := &out.specs[i]
		if sp.made {
			if len(sp.counts) == 0 {
				sp.counts = []count{{unset: true}}
			}
			sp.counts = union(sp.counts, []count{{n: attempts.Once}})
			continue
		}
		if len(sp.counts) > 0 {
			sp.counts = union(sp.counts, []count{{unset: true}})
		}
		if len(sp.span) > 0 {
			sp.span = union(sp.span, []count{{unset: true}})
		}
		// What may be missing does not count as there, nor what is there as taken away.
		sp.pause, sp.jitter, sp.ctx = maybe(sp.pause), maybe(sp.jitter), maybe(sp.ctx)
	}
	return out
}

func maybe(t tri) tri {
	if t == no {
		return unsaid
	}
	return t
}

// either combines what the origins of one value say, of which one holds.
func either(all []*saying) *saying {
	if len(all) == 0 {
		return &saying{}
	}
	out := all[0].clone()
	for _, s := range all[1:] {
		out = eitherOf(out, s)
	}
	return out
}

func eitherOf(a, b *saying) *saying {
	out := &saying{}
	for _, sp := range a.specs {
		o := b.find(sp.name)
		if o == nil {
			one := (&saying{specs: []spec{sp}}).perhaps()
			out.specs = append(out.specs, one.specs[0])
			continue
		}
		out.specs = append(out.specs, one(sp, *o))
	}
	for _, sp := range b.specs {
		if a.find(sp.name) == nil {
			one := (&saying{specs: []spec{sp}}).perhaps()
			out.specs = append(out.specs, one.specs[0])
		}
	}
	out.loose(a)
	out.loose(b)
	if a.from != b.from {
		out.open, out.inner = true, true
	}
	return out
}

// one combines two specs of a name, of which one holds.
func one(a, b spec) spec {
	out := a
	out.counts = nil
	for _, sp := range []spec{a, b} {
		if len(sp.counts) == 0 {
			sp.counts = []count{{unset: true}}
		}
		out.counts = union(out.counts, sp.counts)
	}
	if len(a.span)+len(b.span) > 0 {
		out.span = nil
		for _, sp := range []spec{a, b} {
			if len(sp.span) == 0 {
				sp.span = []count{{unset: true}}
			}
			out.span = union(out.span, sp.span)
		}
	}
	out.made = a.made || b.made
	out.pause, out.jitter, out.ctx = agreed(a.pause, b.pause), agreed(a.jitter, b.jitter), agreed(a.ctx, b.ctx)
	out.fewer = a.fewer || b.fewer
	out.stops = a.stops || b.stops
	out.ends = a.ends || b.ends
	out.brief = agreed(a.brief, b.brief)
	return out
}

func agreed(a, b tri) tri {
	if a == b {
		return a
	}
	if a == yes || b == yes {
		return yes
	}
	return unsaid
}
