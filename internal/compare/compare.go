// Package compare tells which findings of a program its earlier state has not: finding by
// finding, and never by which lines have changed.
//
// A finding is known by its code, the declaration it stands in, and its message, which
// names the path and the numbers. So it stays the same one when lines move. Where names
// have changed, it reads both sources for functions, types and variables that are gone on
// one side and there, with the same text, on the other. It knows neither git nor how the
// findings came about.
package compare

import (
	"path/filepath"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// Side is one state of the program.
type Side struct {
	Findings []finding.Finding // with absolute file names
	// Read gives a file of the state; an error where it has no such file.
	Read func(name string) ([]byte, error)
}

// Split gives the indexes of the findings of now that are new, and how many of the earlier
// ones are gone. Changed lists the files that differ, by absolute names. Each
// earlier finding makes up for one of now at most.
func Split(then, now Side, changed []string) (fresh []int, gone int) {
	m := &matcher{then: newSources(then.Read), now: newSources(now.Read), changed: changed}
	for _, f := range then.Findings {
		m.old = append(m.old, m.item(m.then, f))
	}
	for _, f := range now.Findings {
		m.new = append(m.new, m.item(m.now, f))
	}
	m.match()
	for i, n := range m.new {
		if !n.matched {
			fresh = append(fresh, i)
		}
	}
	return fresh, left(m.old)
}

// item is a finding with what it is known by.
type item struct {
	f       finding.Finding
	dir     string
	decl    string // the declaration it stands in; "" outside of any
	text    string // its line of source
	matched bool
}

type matcher struct {
	then, now *sources
	changed   []string
	old, new  []*item
}

func (m *matcher) item(s *sources, f finding.Finding) *item {
	it := &item{f: f, dir: filepath.Dir(f.Location.File)}
	file := s.file(f.Location.File)
	if file == nil {
		it.decl = "file " + filepath.Base(f.Location.File)
		return it
	}
	it.text = file.line(f.Location.Line)
	if d := file.at(f.Location.Line); d != nil {
		it.decl = d.id.name
	}
	return it
}

// match finds each finding's earlier self, from what is surest to what is least.
func (m *matcher) match() {
	file := func(i *item) string { return i.f.Location.File }
	base := func(i *item) []string { return []string{i.f.Code, i.dir, i.decl, i.f.Message} }
	for _, key := range []func(*item) []string{
		func(i *item) []string { return append(base(i), file(i), i.text) },
		func(i *item) []string { return append(base(i), file(i)) },
		func(i *item) []string { return append(base(i), i.text) },
		base,
	} {
		m.byKey(key)
	}
	if left(m.old) == 0 || left(m.new) == 0 {
		return
	}
	r := newRenames(m.then, m.now, m.changed)
	for _, like := range []func(*renames, *item, *item) bool{renamed, otherwise, splitOff} {
		m.byLikeness(r, like)
	}
}

func left(items []*item) int {
	n := 0
	for _, i := range items {
		if !i.matched {
			n++
		}
	}
	return n
}

// byKey matches findings with equal keys, in their order.
func (m *matcher) byKey(key func(*item) []string) {
	name := func(i *item) string { return strings.Join(key(i), "\x00") }
	known := map[string][]*item{}
	for _, o := range m.old {
		if !o.matched {
			known[name(o)] = append(known[name(o)], o)
		}
	}
	for _, n := range m.new {
		if n.matched {
			continue
		}
		if list := known[name(n)]; len(list) > 0 {
			list[0].matched, n.matched = true, true
			known[name(n)] = list[1:]
		}
	}
}

// byLikeness matches each finding with the first earlier one that is like it; one with the
// same line of source goes before others.
func (m *matcher) byLikeness(r *renames, like func(*renames, *item, *item) bool) {
	for _, sameText := range []bool{true, false} {
		for _, n := range m.new {
			for _, o := range m.old {
				if n.matched || o.matched || sameText && n.text != o.text || !like(r, o, n) {
					continue
				}
				o.matched, n.matched = true, true
			}
		}
	}
}

// renamed tells whether both are the same but for names that have changed: of where they
// stand, and of what their messages speak of.
func renamed(r *renames, o, n *item) bool {
	return o.f.Code == n.f.Code && r.samePlace(o, n) && r.relate(o, n, nil) == equal
}

// otherwise tells whether the later one is the earlier one with less to it (fewer places, a
// step less, a smaller product), or with a function on its path that was split off.
func otherwise(r *renames, o, n *item) bool {
	return analyzer(o.f.Code) == analyzer(n.f.Code) && r.samePlace(o, n) && holds(r.relate(o, n, nil), o, n)
}

// holds tells whether what is between the messages leaves the finding the same one.
func holds(rel relation, o, n *item) bool {
	return rel == smaller || rel == equal || rel == longer && o.f.Code == n.f.Code
}

// splitOff tells whether the finding has gone with its statement into a function that was
// split off from the one it stood in.
func splitOff(r *renames, o, n *item) bool {
	if o.f.Code != n.f.Code || o.dir != n.dir || o.text == "" || o.text != n.text {
		return false
	}
	from, to := declID{o.dir, o.decl}, declID{n.dir, n.decl}
	if !r.calls(from, to) {
		return false
	}
	rel := r.relate(o, n, map[string]string{r.display(r.old, from): r.display(r.new, to)})
	return holds(rel, o, n)
}

func analyzer(code string) string {
	name, _, _ := strings.Cut(code, "/")
	return name
}
