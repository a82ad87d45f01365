package retries

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/loops"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A Site is a place at which one retry layer, or more, is put around what is below.
type Site struct {
	Fn    *ssa.Function
	Pos   token.Pos
	Call  ssa.CallInstruction // the call that is repeated by a loop, or that repeats
	Loop  *loops.Loop         // nil where no loop of Fn repeats
	Chain Chain               // from the layer added here on; the worst there is
	Added int                 // how many of its factors stand here, outermost

	// Open are the chains from here on that end in a hole, of all that the layers stand around.
	Open []Chain

	passed bool // the layers stand in a function that the client is passed to
}

// Below returns the layers of the chain that stand below the site and may repeat.
func (s *Site) Below() []Factor {
	c := Chain{Factors: s.Chain.Factors[s.Added:]}
	return c.Layers()
}

// Sites returns the places of the package at which a layer is added to something that
// leaves the process, in source order, each with the worst chain below it. Several rules
// ask: the answer is shared, so do not change it.
func (e *Eval) Sites() []*Site {
	if e.sites == nil {
		e.sites = slices.DeleteFunc(slices.Clone(e.OpenSites()), func(s *Site) bool { return s.Chain.Guess })
	}
	return e.sites
}

// OpenSites are Sites with those at which only the whole program can tell whether anything
// is repeated: see Site.Open.
func (e *Eval) OpenSites() []*Site {
	if e.open == nil {
		e.open = e.findSites()
	}
	return e.open
}

func (e *Eval) findSites() []*Site {
	out := []*Site{} // not nil, so that none is an answer, too
	at := map[token.Pos]*Site{}
	for _, fn := range e.x.SSA.Funcs {
		for _, s := range e.sitesIn(fn) {
			if s.passed && slices.ContainsFunc(out, s.same) {
				continue // the function that has the layers is told once
			}
			if have := at[s.Pos]; have != nil && s.Loop == nil && have.Loop == nil {
				have.take(s)
				continue // a client with two layers is set up once
			}
			at[s.Pos] = s
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *Site) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}

// same tells whether the chain of o is that of s, layer by layer.
func (s *Site) same(o *Site) bool {
	return s.Chain.Callee == o.Chain.Callee && slices.Equal(s.Chain.Factors, o.Chain.Factors)
}

func (e *Eval) sitesIn(fn *ssa.Function) []*Site {
	var out []*Site
	add := func(s *Site) {
		for i, have := range out {
			if have.Pos != s.Pos || have.Loop != s.Loop {
				continue
			}
			out[i].take(s)
			return
		}
		out = append(out, s)
	}
	for _, s := range e.x.Sites(fn) {
		c := s.CallInstruction
		if _, isGo := c.(*ssa.Go); isGo {
			continue // a worker: nobody waits for one run of it
		}
		var items []*item
		if e.mayAdd(fn, c) {
			items = e.call(fn, s)
		}
		if v, ok := c.(*ssa.Call); ok {
			for _, w := range e.wrapperOf(flow.Leaf{Kind: flow.Call, Value: v}) {
				for _, it := range e.inside(w) {
					add(e.site(fn, c, nil, it, it.added))
				}
			}
		}
		for _, it := range items {
			if it.adds() {
				add(e.site(fn, c, nil, it, it.added))
			}
		}
		e.loopSites(fn, c, items, add)
	}
	for _, s := range e.setups(fn) {
		add(s)
	}
	if n, ok := e.statedFor(token.NoPos, fn.Object()); ok && fn.Parent() == nil {
		for _, it := range e.chains(fn) {
			if len(it.Factors) > 1 && it.Factors[0].By == stated && it.Factors[0].Attempts == n {
				s := e.site(fn, nil, nil, it, 1)
				s.Pos = fn.Pos()
				add(s)
			}
		}
	}
	return out
}

// mayAdd tells whether a layer may be added at the call c of fn. It is known of the calls of
// functions whose chains are known: all that is below nearly all of them stands elsewhere.
func (e *Eval) mayAdd(fn *ssa.Function, c ssa.CallInstruction) bool {
	_, known := e.sums[fn]
	return !known || e.adds[c]
}

// adds tells whether the call that the chain begins with adds a layer.
func (it *item) adds() bool { return it.added > 0 }

// loopSites adds the sites that the loops of fn around the call c make.
func (e *Eval) loopSites(fn *ssa.Function, c ssa.CallInstruction, items []*item, add func(*Site)) {
	if len(items) == 0 || !e.mayLoop(fn, c) {
		return // most functions lead nowhere, and their loops need no judgement
	}
	for _, l := range e.loopsIn(fn) {
		if l.Optimistic || !runs(l, c) {
			continue
		}
		for i, it := range items {
			items[i] = e.looped(fn, l, it)
			add(e.site(fn, c, l, items[i], 1))
		}
	}
}

func (e *Eval) site(fn *ssa.Function, c ssa.CallInstruction, l *loops.Loop, it *item, added int) *Site {
	s := &Site{Fn: fn, Call: c, Loop: l, Chain: it.Chain, Added: added, passed: it.passed && l == nil}
	switch {
	case l != nil:
		s.Pos = l.Pos
	case it.at.IsValid() && added == it.added:
		s.Pos = it.at
	case c != nil:
		s.Pos = c.Pos()
	}
	s.Chain.Factors = e.numbered(it)
	if s.Chain.Hole != "" {
		s.Open = []Chain{s.Chain}
	}
	return s
}

// numbered returns the factors of the chain, with what callers in the package hand to
// parameters.
func (e *Eval) numbered(it *item) []Factor {
	fs := slices.Clone(it.Factors)
	for i, p := range it.of {
		if p != nil {
			fs[i].Attempts = fs[i].Attempts.With(e.handedTo(p, fs[i].Attempts.Field))
		}
	}
	return fs
}

// maxOpen bounds the holes below one place.
const maxOpen = 8

// take makes s tell of o as well, which stands at the same place.
func (s *Site) take(o *Site) {
	open := s.Open
	for _, c := range o.Open {
		if len(open) < maxOpen && !slices.ContainsFunc(open, func(have Chain) bool { return have.Hole == c.Hole && slices.Equal(have.Factors, c.Factors) }) {
			open = append(open, c)
		}
	}
	if worse(o, s) {
		*s = *o
	}
	s.Open = open
}

// handedTo returns the number that the callers of the package hand to a parameter, or in
// the named field of it. Where
// they differ it is the largest. Where the package does not show all callers it is what
// the parameter's name says.
func (e *Eval) handedTo(p *ssa.Parameter, field string) attempts.Number {
	fn := p.Parent()
	open := attempts.Setting(p.Name())
	if field != "" {
		open = attempts.Setting(p.Name() + "." + field)
	}
	callers := e.x.Callers(fn)
	if len(callers) == 0 {
		return open
	}
	i := ssacall.ParamIndex(p)
	var out attempts.Number
	known := false
	for _, c := range callers {
		if flow.Named(c.Parent()) == flow.Named(fn) {
			continue // a recursion hands on what it was given, or less
		}
		args := ssacall.Args(c.Common())
		if i < 0 || i >= len(args) {
			return open
		}
		n, of := e.handed(args[i], field)
		switch {
		case of != nil || n.Kind == attempts.Unknown:
			return open
		case !known:
			out, known = n, true
		case n != out:
			if out.Less(n) {
				out = n
			}
			if out.Kind == attempts.Exact {
				out.Kind = attempts.AtMost
			}
		}
	}
	if obj := flow.Named(fn).Object(); obj != nil && obj.Exported() {
		return open // others may hand over something else
	}
	if !known {
		return open
	}
	return out
}

func worse(a, b *Site) bool {
	if a.Chain.Guess != b.Chain.Guess {
		return b.Chain.Guess
	}
	x, y := a.Chain.deep(), b.Chain.deep()
	if nests := x > 1; nests != (y > 1) {
		return nests
	}
	if a.Chain.Opaque != b.Chain.Opaque {
		return b.Chain.Opaque
	}
	if x != y {
		return x > y
	}
	return b.Chain.Total().Less(a.Chain.Total())
}
