package driver

import (
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/link"
	"github.com/resilint/resilint/internal/passes/hosts"
)

// A module often holds several programs. What one package notes only counts for another
// where both are in one program: one imports the other, or some package both.

const (
	knobPrefix  = "knob "
	mainOneshot = "main oneshot"
)

// programs answers which packages share a program, and what these note.
type programs struct {
	index     map[*node]int
	importers []indexes // by index: the packages that import it, itself included
	knobs     map[string][]*node
	links     *link.Program
	calls     map[string][]caller // by the accessor of the client that they call through
	library   map[*node]bool      // packages that no main imports: they are for other modules
}

// A caller is a function that calls a host through a client that it got from an accessor.
type caller struct {
	n    *node
	host string
	name string
}

func newPrograms(own []*node) *programs {
	p := &programs{index: map[*node]int{}, knobs: map[string][]*node{}, calls: map[string][]caller{}, library: map[*node]bool{}}
	for i, n := range own {
		p.index[n] = i
		p.importers = append(p.importers, newIndexes(i, len(own)))
	}
	for _, n := range slices.Backward(own) { // importers before imports
		for _, d := range n.deps {
			if i, ok := p.index[d]; ok {
				p.importers[i].add(p.importers[p.index[n]])
			}
		}
	}
	p.links = link.New(func(a, b int) bool { return p.shareAt(a, b) })
	return p
}

// share tells whether two packages are in one program.
func (p *programs) share(a, b *node) bool {
	i, okA := p.index[a]
	j, okB := p.index[b]
	return okA && okB && p.shareAt(i, j)
}

func (p *programs) shareAt(i, j int) bool {
	return i == j || p.importers[i].meets(p.importers[j])
}

// indexes is a set of indexes, a bit for each.
type indexes []uint64

// newIndexes is the set of i alone, of n.
func newIndexes(i, n int) indexes {
	s := make(indexes, (n+63)/64)
	s[i/64] = 1 << (i % 64)
	return s
}

func (s indexes) add(o indexes) {
	for i, bits := range o {
		s[i] |= bits
	}
}

// meets tells whether an index is in both sets.
func (s indexes) meets(o indexes) bool {
	for i, bits := range o {
		if s[i]&bits != 0 {
			return true
		}
	}
	return false
}

// note takes one note of a package.
func (p *programs) note(n *node, s string) {
	if knob, ok := strings.CutPrefix(s, knobPrefix); ok {
		p.knobs[knob] = append(p.knobs[knob], n)
	}
	if rest, ok := strings.CutPrefix(s, finding.CallsPrefix); ok {
		accessor, rest, _ := strings.Cut(rest, " ")
		host, name, _ := strings.Cut(rest, " ")
		p.calls[accessor] = append(p.calls[accessor], caller{n, host, name})
	}
	p.links.Note(p.index[n], s)
}

// uses tells whether a package that shares a program with n notes the setting.
func (p *programs) uses(n *node, knob string) bool {
	return slices.ContainsFunc(p.knobs[knob], func(m *node) bool { return p.share(n, m) })
}

// holds tells whether a condition of finding.Finding.Unless is met for n: "SETTING", or
// "SETTING !OTHER", which also asks that OTHER is not used.
func (p *programs) holds(n *node, cond string) bool {
	knob, other, both := strings.Cut(strings.TrimPrefix(cond, knobPrefix), " !")
	return p.uses(n, knob) && !(both && p.uses(n, other))
}

// confirm says whether the rest of the program lets the finding, at node n, stand, and
// completes its message with the implementation that makes it true.
func (p *programs) confirm(n *node, f *finding.Finding) bool {
	if slices.ContainsFunc(f.Unless, func(cond string) bool { return p.holds(n, cond) }) {
		return false
	}
	if f.If == "" && f.Nest == "" {
		return true
	}
	if accessors, ok := strings.CutPrefix(f.If, finding.CallsPrefix); ok {
		called := p.called(n, strings.Fields(accessors))
		if len(called) >= 2 {
			f.Message += " (" + strings.Join(called, ", ") + ")"
		}
		return len(called) >= 2
	}
	_, ok := p.links.Confirm(p.index[n], f, -1)
	return ok
}

// maxCalled bounds the callers that a message names.
const maxCalled = 4

// forOthers tells whether packages that no main imports call through the accessors of the
// finding: then it is no main of this module that runs them, but a service of another.
func (p *programs) forOthers(f *finding.Finding) bool {
	accessors, ok := strings.CutPrefix(f.If, finding.CallsPrefix)
	return ok && slices.ContainsFunc(strings.Fields(accessors), func(a string) bool {
		return slices.ContainsFunc(p.calls[a], func(c caller) bool { return p.library[c.n] })
	})
}

// called lists, as a reader wants it, the hosts of different providers that packages in a
// program with n call through the clients of the accessors.
func (p *programs) called(n *node, accessors []string) []string {
	var seen, out []string
	for _, a := range accessors {
		for _, c := range p.calls[a] {
			if len(out) == maxCalled || !p.library[c.n] && !p.share(n, c.n) || slices.ContainsFunc(seen, func(h string) bool { return hosts.SameProvider(h, c.host) }) {
				continue
			}
			seen = append(seen, c.host)
			out = append(out, c.host+" from "+c.name)
		}
	}
	return out
}
