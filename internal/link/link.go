// Package link joins what packages say that do not import one another: the calls through
// interfaces of one, and what stands behind these in another, wired by a third. The driver
// joins all packages of a program, a door those that one package imports.
//
// It joins notes and knows no source. Which packages are in one program is for its users to
// say; the settings that refute a finding are not its concern.
package link

import (
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/passes/wiring"
)

const (
	waitsPrefix = "waits "
	ifacePrefix = "iface "
	meetsPrefix = "meets "
)

// A Program holds the notes of packages, which are known by numbers. It serves one
// goroutine at a time.
type Program struct {
	share   func(a, b int) bool
	ifaces  map[string][]string // the hashes of an interface's methods, sorted
	puts    []put               // in the order of the notes
	by      map[string][]int    // the puts by the method that they bring
	into    map[string][]int    // the puts by the node that they are put into
	flows   map[string][]from   // by the node that they lead into
	waits   map[method][]waiter
	layered map[method][]layered
	meets   map[method]string // the one host that a method calls
	found   map[question][]impl
	from    int // the package whose programs count, or -1: see alike
}

// A method is one of a type, by the ids of both.
type method struct{ typ, hash string }

type put struct {
	pkg int
	wiring.Put
}

type from struct {
	pkg  int
	node string
}

// A waiter is a method that waits as long as its context lets it, or does so if what stands
// in a hole does.
type waiter struct {
	pkg  int
	name string
	hole string
}

type layered struct {
	pkg    int
	chains []nest.Chain
}

type question struct {
	pkg, from int
	hole      implement.Hole
}

// sees tells whether what package b says counts for package a.
func (p *Program) sees(a, b int) bool {
	return p.share(a, b) && (p.from < 0 || p.share(p.from, b))
}

// New makes a Program. share tells whether two packages are in one program.
func New(share func(a, b int) bool) *Program {
	return &Program{share: share, ifaces: map[string][]string{}, by: map[string][]int{}, into: map[string][]int{},
		flows: map[string][]from{}, waits: map[method][]waiter{}, layered: map[method][]layered{}, meets: map[method]string{}, found: map[question][]impl{}, from: -1}
}

// Links tells whether a note is one that Note takes.
func Links(s string) bool {
	for _, p := range []string{ifacePrefix, waitsPrefix, meetsPrefix, nest.LinkPrefix, wiring.Prefix} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// Note takes one note of a package. What it does not know it leaves to others.
func (p *Program) Note(pkg int, s string) {
	if list, ok := strings.CutPrefix(s, ifacePrefix); ok {
		id, methods, _ := strings.Cut(list, " ")
		p.ifaces[id] = strings.Fields(methods)
	}
	if rest, ok := strings.CutPrefix(s, waitsPrefix); ok {
		what, hole, _ := strings.Cut(rest, " if ")
		hash, typ, _ := strings.Cut(what, " ")
		typ, name, _ := strings.Cut(typ, " ")
		m := method{typ, hash}
		p.waits[m] = append(p.waits[m], waiter{pkg, name, hole})
	}
	if rest, ok := strings.CutPrefix(s, meetsPrefix); ok {
		hash, rest, _ := strings.Cut(rest, " ")
		typ, host, _ := strings.Cut(rest, " ")
		p.meets[method{typ, hash}] = host
	}
	if rest, ok := strings.CutPrefix(s, nest.LinkPrefix); ok {
		hash, rest, _ := strings.Cut(rest, " ")
		typ, data, _ := strings.Cut(rest, " ")
		if chains, ok := nest.DecodeChains(data); ok {
			m := method{typ, hash}
			p.layered[m] = append(p.layered[m], layered{pkg, chains})
		}
	}
	if rest, ok := strings.CutPrefix(s, wiring.Prefix); ok {
		if w, ok := wiring.Read(rest); ok {
			p.wires(pkg, w)
		}
	}
}

func (p *Program) wires(pkg int, w *wiring.Package) {
	for _, i := range w.Ifaces {
		p.ifaces[i.ID] = i.Methods
	}
	for _, x := range w.Puts {
		n := len(p.puts)
		p.puts = append(p.puts, put{pkg, x})
		for _, m := range p.ifaces[x.Iface] {
			p.by[m] = append(p.by[m], n)
		}
		if x.Into != "" {
			p.into[x.Into] = append(p.into[x.Into], n)
		}
	}
	for _, f := range w.Flows {
		p.flows[f.Into] = append(p.flows[f.Into], from{pkg, f.From})
	}
}

// An impl is what stands behind an interface.
type impl struct {
	put  int
	m    method
	hole string // instead of m, where an interface is embedded
	of   int    // how many types may stand there
	any  bool   // what is put there is not known: it is any type of the program that would fit
}

// behind lists what may stand in a hole of the package, in the order of the notes: what is
// put into the very place, where all that gets there is known, or else each type that some
// package of the program puts behind the interface, or behind one that has its methods.
func (p *Program) behind(pkg int, h implement.Hole) []impl {
	q := question{pkg, p.from, h}
	if out, ok := p.found[q]; ok {
		return out
	}
	puts, known := p.sources(pkg, h.Node)
	unknown := !known || len(puts) == 0
	if unknown {
		puts = puts[:0]
		for _, i := range p.by[h.Method] {
			if p.sees(pkg, p.puts[i].pkg) && p.includes(p.puts[i].Iface, h.Interface) {
				puts = append(puts, i)
			}
		}
	}
	var out []impl
	var types []string
	for _, i := range puts {
		x := p.puts[i]
		if x.Type == h.Not || slices.Contains(types, x.Type) {
			continue
		}
		types = append(types, x.Type)
		out = append(out, p.implements(i, h))
	}
	if own := p.own(pkg, out); len(own) > 0 {
		out = own
	}
	for i := range out {
		out[i].of, out[i].any = len(out), unknown
	}
	p.found[q] = out
	return out
}

// own are those that the package itself hands to another: where several packages hand a library of
// the program what is theirs, each means its own.
func (p *Program) own(pkg int, impls []impl) []impl {
	return slices.DeleteFunc(slices.Clone(impls), func(x impl) bool { return p.puts[x.put].pkg != pkg || !p.puts[x.put].Away })
}

// implements is what the type of a put brings for the method of the hole.
func (p *Program) implements(i int, h implement.Hole) impl {
	x := p.puts[i]
	for _, o := range x.Other {
		switch {
		case o.Method != h.Method:
		case o.Type == "":
			return impl{put: i, hole: o.Is}
		default:
			return impl{put: i, m: method{o.Type, o.Is}}
		}
	}
	return impl{put: i, m: method{x.Type, h.Method}}
}

// includes tells whether the interface big has all methods of small.
func (p *Program) includes(big, small string) bool {
	if big == small {
		return true
	}
	have, want := p.ifaces[big], p.ifaces[small]
	if len(want) == 0 {
		return false
	}
	for _, m := range want {
		if _, ok := slices.BinarySearch(have, m); !ok {
			return false
		}
	}
	return true
}

// maxSources bounds the nodes on the way to one.
const maxSources = 64

// sources lists the puts that get into a node. known is false where something else may get
// there, too.
func (p *Program) sources(pkg int, node string) (puts []int, known bool) {
	if node == "" {
		return nil, false
	}
	seen := map[string]bool{node: true}
	todo := []string{node}
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		for _, i := range p.into[n] {
			if p.sees(pkg, p.puts[i].pkg) {
				puts = append(puts, i)
			}
		}
		for _, f := range p.flows[n] {
			switch {
			case !p.sees(pkg, f.pkg) || seen[f.node]:
			case f.node == "" || len(seen) == maxSources:
				return nil, false
			default:
				seen[f.node] = true
				todo = append(todo, f.node)
			}
		}
	}
	slices.Sort(puts)
	return puts, true
}

// Confirm tells whether the rest of the program lets the finding of package pkg stand, as
// far as that hangs on what stands behind interfaces, and completes it. With by at least one
// put of that package must have a part in it; -1 asks for none. at is where that package,
// or else the first on the way, puts what makes the finding true.
func (p *Program) Confirm(pkg int, f *finding.Finding, by int) (at wiring.Put, ok bool) {
	if f.Nest != "" {
		return p.nested(pkg, f, by)
	}
	if holes, ok := strings.CutPrefix(f.If, finding.AlikePrefix); ok {
		return p.alike(pkg, f, holes, by)
	}
	name, at, ok := p.waiting(pkg, f.If, by, map[string]bool{})
	if ok {
		f.Message += " (implemented by " + name + ")"
	}
	return at, ok
}

// waiting returns the name of a method that waits in the hole. Of several, the one that does
// so by itself, first in the order of the packages, speaks for all.
func (p *Program) waiting(pkg int, hole string, by int, seen map[string]bool) (name string, at wiring.Put, ok bool) {
	if seen[hole] {
		return "", at, false
	}
	seen[hole] = true
	impls := p.behind(pkg, implement.ParseHole(hole))
	for _, byItself := range []bool{true, false} {
		for _, x := range impls {
			inner := by
			if by == p.puts[x.put].pkg {
				inner = -1
			}
			ws := p.waits[x.m]
			if x.hole != "" {
				ws = []waiter{{pkg: p.puts[x.put].pkg, hole: x.hole}}
			}
			for _, w := range ws {
				if (w.hole == "") != byItself || !p.share(pkg, w.pkg) {
					continue
				}
				if byItself {
					if inner < 0 {
						return w.name, p.puts[x.put].Put, true
					}
					continue
				}
				if name, deep, ok := p.waiting(w.pkg, w.hole, inner, seen); ok {
					if inner != by || by < 0 {
						deep = p.puts[x.put].Put
					}
					return name, deep, true
				}
			}
		}
	}
	return "", at, false
}
