package link

import (
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/wiring"
)

// alike tells whether what stands in two holes, written HOLE|HOLE, leads to the same place:
// one value is put into both, or the only type that stands in each calls one host, the same.
// Each package that puts something there is asked for itself: another program may be wired
// in another way.
func (p *Program) alike(pkg int, f *finding.Finding, holes string, by int) (at wiring.Put, ok bool) {
	one, other, _ := strings.Cut(holes, "|")
	defer func() { p.from = -1 }()
	for _, p.from = range p.wirers(pkg, one, other) {
		puts, why := p.lead(pkg, one, other)
		if why == "" {
			continue
		}
		if at, ok = p.one(puts, by); ok {
			f.Message += " (" + why + ")"
			return at, true
		}
	}
	return at, false
}

// wirers lists the packages that put something into the holes.
func (p *Program) wirers(pkg int, holes ...string) []int {
	var out []int
	for _, h := range holes {
		puts, _ := p.sources(pkg, implement.ParseHole(h).Node)
		for _, i := range puts {
			if !slices.Contains(out, p.puts[i].pkg) {
				out = append(out, p.puts[i].pkg)
			}
		}
	}
	return out
}

// lead says why two holes lead to the same place, or nothing, and by which puts.
func (p *Program) lead(pkg int, a, b string) (puts []int, why string) {
	if x, y, ok := p.same(pkg, implement.ParseHole(a).Node, implement.ParseHole(b).Node); ok {
		return []int{x, y}, p.puts[x].Name + " stands behind both"
	}
	host := ""
	var names []string
	for _, h := range []string{a, b} {
		to, known := strings.CutPrefix(h, finding.HostMark)
		if !known {
			m := p.only(pkg, implement.ParseHole(h))
			if m == nil {
				return nil, ""
			}
			to = p.meets[m.m]
			puts, names = append(puts, m.put), append(names, p.puts[m.put].Name)
		}
		if to == "" || host != "" && to != host {
			return nil, ""
		}
		host = to
	}
	if len(names) == 1 {
		return puts, names[0] + " calls " + host + ", too"
	}
	return puts, strings.Join(names, " and ") + " both call " + host
}

// one is the first of the puts that is the package's, or the first where by is -1.
func (p *Program) one(puts []int, by int) (at wiring.Put, ok bool) {
	for _, i := range puts {
		if by < 0 || p.puts[i].pkg == by {
			return p.puts[i].Put, true
		}
	}
	return at, false
}

// only is what stands in the hole, where that is one type.
func (p *Program) only(pkg int, h implement.Hole) *impl {
	impls := p.behind(pkg, h)
	if h.Method == "" || len(impls) != 1 || impls[0].any || impls[0].hole != "" {
		return nil
	}
	return &impls[0]
}

// same tells whether all that gets into two nodes is read from one variable, and by which
// puts.
func (p *Program) same(pkg int, a, b string) (x, y int, ok bool) {
	v, w := p.variable(pkg, a, 0), p.variable(pkg, b, 0)
	if v == "" || v != w {
		return 0, 0, false
	}
	xs, _ := p.sources(pkg, a)
	ys, _ := p.sources(pkg, b)
	if len(xs) == 0 || len(ys) == 0 || p.puts[xs[0]].Type != p.puts[ys[0]].Type {
		return 0, 0, false
	}
	return xs[0], ys[0], true
}

// variable is the one variable that all that gets into a node is read from, or "".
func (p *Program) variable(pkg int, node string, depth int) string {
	if node == "" || depth > maxDepth {
		return ""
	}
	out := ""
	add := func(v string) bool {
		if v == "" || out != "" && out != v {
			return false
		}
		out = v
		return true
	}
	for _, i := range p.into[node] {
		if p.sees(pkg, p.puts[i].pkg) && !add(p.puts[i].Value) {
			return ""
		}
	}
	for _, f := range p.flows[node] {
		if !p.sees(pkg, f.pkg) {
			continue
		}
		v := f.node
		// A constructor's parameter, that it keeps in a field, gets what its callers hand over.
		if deeper := p.variable(pkg, f.node, depth+1); deeper != "" {
			v = deeper
		}
		if !wiring.One(v) || !add(v) {
			return ""
		}
	}
	return out
}
