package driver

import (
	"math/big"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/hosts"
)

// A module often holds several programs. What one package notes only counts for another
// where both are in one program: one imports the other, or some package both.

const (
	knobPrefix  = "knob "
	mainOneshot = "main oneshot"
	waitsPrefix = "waits "
	typePrefix  = "type "
	ifacePrefix = "iface "
)

// programs answers which packages share a program, and what these note.
type programs struct {
	index     map[*node]int
	importers []*big.Int // by index: the packages that import it, itself included
	knobs     map[string][]*node
	waits     map[string][]waiter
	methods   map[string][]string // of a type or interface: its methods' hashes, sorted
	calls     map[string][]caller // by the accessor of the client that they call through
	library   map[*node]bool      // packages that no main imports: they are for other modules
}

// A caller is a function that calls a host through a client that it got from an accessor.
type caller struct {
	n    *node
	host string
	name string
}

// A waiter is a method that waits as long as its context lets it, or does so if a
// method that it calls through an interface does.
type waiter struct {
	n    *node
	typ  string
	name string
	cond string
}

func newPrograms(own []*node) *programs {
	p := &programs{index: map[*node]int{}, knobs: map[string][]*node{}, waits: map[string][]waiter{}, methods: map[string][]string{}, calls: map[string][]caller{}, library: map[*node]bool{}}
	for i, n := range own {
		p.index[n] = i
		p.importers = append(p.importers, new(big.Int).SetBit(new(big.Int), i, 1))
	}
	for _, n := range slices.Backward(own) { // importers before imports
		for _, d := range n.deps {
			if i, ok := p.index[d]; ok {
				p.importers[i].Or(p.importers[i], p.importers[p.index[n]])
			}
		}
	}
	return p
}

// share tells whether two packages are in one program.
func (p *programs) share(a, b *node) bool {
	i, okA := p.index[a]
	j, okB := p.index[b]
	return okA && okB && new(big.Int).And(p.importers[i], p.importers[j]).Sign() != 0
}

// note takes one note of a package.
func (p *programs) note(n *node, s string) {
	if knob, ok := strings.CutPrefix(s, knobPrefix); ok {
		p.knobs[knob] = append(p.knobs[knob], n)
	}
	for _, prefix := range []string{typePrefix, ifacePrefix} {
		if list, ok := strings.CutPrefix(s, prefix); ok {
			id, methods, _ := strings.Cut(list, " ")
			p.methods[id] = strings.Fields(methods)
		}
	}
	if rest, ok := strings.CutPrefix(s, finding.CallsPrefix); ok {
		accessor, rest, _ := strings.Cut(rest, " ")
		host, name, _ := strings.Cut(rest, " ")
		p.calls[accessor] = append(p.calls[accessor], caller{n, host, name})
	}
	if rest, ok := strings.CutPrefix(s, waitsPrefix); ok {
		what, cond, _ := strings.Cut(rest, " if ")
		key, typ, _ := strings.Cut(what, " ")
		typ, name, _ := strings.Cut(typ, " ")
		p.waits[key] = append(p.waits[key], waiter{n, typ, name, cond})
	}
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

// waiting returns the name of an implementation of an interface's method, in a program
// with n, that waits, or "". The method is written METHOD@INTERFACE, as
// finding.Finding.If is. Of several, the one that does so by itself, first in the order
// of the packages, speaks for all.
func (p *programs) waiting(n *node, method string, seen map[string]bool) string {
	if seen[method] {
		return ""
	}
	seen[method] = true
	key, iface, _ := strings.Cut(method, "@")
	for _, byItself := range []bool{true, false} {
		for _, w := range p.waits[key] {
			if (w.cond == "") != byItself || !p.share(n, w.n) || !p.implements(w.typ, iface) {
				continue
			}
			if byItself {
				return w.name
			}
			if name := p.waiting(w.n, w.cond, seen); name != "" {
				return name
			}
		}
	}
	return ""
}

// implements tells whether the type has all the interface's methods, by name and
// signature, which is what Go asks.
func (p *programs) implements(typ, iface string) bool {
	have := p.methods[typ]
	for _, m := range p.methods[iface] {
		if _, ok := slices.BinarySearch(have, m); !ok {
			return false
		}
	}
	return true
}

// confirm says whether the rest of the program lets the finding, at node n, stand, and
// completes its message with the implementation that makes it true.
func (p *programs) confirm(n *node, f *finding.Finding) bool {
	if slices.ContainsFunc(f.Unless, func(cond string) bool { return p.holds(n, cond) }) {
		return false
	}
	if f.If == "" {
		return true
	}
	if accessors, ok := strings.CutPrefix(f.If, finding.CallsPrefix); ok {
		called := p.called(n, strings.Fields(accessors))
		if len(called) >= 2 {
			f.Message += " (" + strings.Join(called, ", ") + ")"
		}
		return len(called) >= 2
	}
	name := p.waiting(n, f.If, map[string]bool{})
	if name != "" {
		f.Message += " (implemented by " + name + ")"
	}
	return name != ""
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
