package baseline

import (
	"cmp"
	"path"
	"slices"

	"github.com/resilint/resilint/internal/finding"
)

// A Run is what a run of the analysis has seen, for Match to hold entries against.
type Run struct {
	Shown    []finding.Finding // what was asked for and no comment silences; of equal ones the first are known
	Silenced []finding.Finding // what was asked for and a comment silences
	Hidden   []finding.Finding // what occurs and was not asked for
	Rel      func(file string) string
	// Exists tells whether there is a file of that name, as entries have it.
	Exists func(rel string) bool
	// Looked tells whether the run would have found an entry's findings if they were there.
	Looked func(Entry) bool
}

// A Match says which findings a baseline knows, and what has become of its entries.
type Match struct {
	New   []finding.Finding // that no entry stands for
	Known []finding.Finding
	Moved []Moved
	Gone  []Gone
	// Unasked are entries that occur among what was not asked for, Unjudged those that
	// were neither found nor looked for. Their Count is how many of them.
	Unasked, Unjudged []Entry
}

// Moved is an entry whose finding stands in another file by now.
type Moved struct {
	Entry Entry // Count is how many have moved
	To    string
}

// Gone is an entry of which some or all findings no longer occur.
type Gone struct {
	Entry    Entry // Count is how many are gone
	Silenced bool  // they occur, and a comment silences them
}

// Match holds the entries against a run. Of equal findings, those beyond what an entry counts
// are new, and the last ones are taken for them.
//
// A finding has moved where an entry is left over that says the same of the same function, and
// whose file is no longer there, or is in the same folder: no two functions of a Go package
// have one name.
func (b *Baseline) Match(r Run) *Match {
	m := &matcher{run: r, entries: b.Entries, open: make([]int, len(b.Entries)), index: map[key]int{}}
	for i, e := range b.Entries {
		m.open[i] = e.Count
		m.index[e.key()] = i
	}
	m.left = append(m.same(r.Shown, false), m.same(r.Hidden, true)...)
	for i := range m.entries {
		m.moved(i)
	}
	silenced := map[key]int{}
	for _, f := range r.Silenced {
		silenced[entryOf(f, r.Rel).key()]++
	}
	for i, e := range m.entries {
		m.gone(i, silenced[e.key()], true)
		if m.open[i] > 0 && r.Looked(e) {
			m.gone(i, m.open[i], false)
		}
		if m.open[i] > 0 {
			e.Count = m.open[i]
			m.out.Unjudged = append(m.out.Unjudged, e)
		}
	}
	for _, f := range m.left {
		if !f.hidden && !f.used {
			m.out.New = append(m.out.New, f.Finding)
		}
	}
	slices.SortStableFunc(m.out.Known, finding.Compare)
	return &m.out
}

type matcher struct {
	run     Run
	entries []Entry
	open    []int // of each entry: those that are not found yet
	index   map[key]int
	left    []*leftover
	byWhat  map[what][]*leftover
	out     Match
}

// A leftover is a finding that no entry names with its file.
type leftover struct {
	finding.Finding
	entry        Entry
	hidden, used bool
}

// what is a finding without its file.
type what struct{ fn, code, message string }

func (e Entry) what() what { return what{e.Func, e.Code, e.Message} }

// same takes the findings that entries name, and gives the others.
func (m *matcher) same(findings []finding.Finding, hidden bool) []*leftover {
	var left []*leftover
	unasked := map[int]int{}
	for _, f := range findings {
		e := entryOf(f, m.run.Rel)
		i, ok := m.index[e.key()]
		switch {
		case !ok || m.open[i] == 0:
			left = append(left, &leftover{Finding: f, entry: e, hidden: hidden})
			continue
		case hidden:
			unasked[i]++
		default:
			m.out.Known = append(m.out.Known, f)
		}
		m.open[i]--
	}
	for i, e := range m.entries {
		if e.Count = unasked[i]; e.Count > 0 {
			m.out.Unasked = append(m.out.Unasked, e)
		}
	}
	return left
}

// moved finds the findings of an entry in other files.
func (m *matcher) moved(i int) {
	if m.open[i] == 0 {
		return
	}
	if m.byWhat == nil {
		m.byWhat = map[what][]*leftover{}
		for _, f := range m.left {
			m.byWhat[f.entry.what()] = append(m.byWhat[f.entry.what()], f)
		}
	}
	e := m.entries[i]
	var near []*leftover
	exists := m.run.Exists(e.File)
	for _, f := range m.byWhat[e.what()] {
		if !f.used && mayBe(e, f.entry.File, exists) {
			near = append(near, f)
		}
	}
	slices.SortStableFunc(near, func(a, b *leftover) int {
		return cmp.Compare(far(e.File, a.entry.File), far(e.File, b.entry.File))
	})
	for _, f := range near[:min(len(near), m.open[i])] {
		f.used = true
		m.open[i]--
		if !f.hidden {
			m.out.Known = append(m.out.Known, f.Finding)
		}
		m.move(e, f.entry.File)
	}
}

func (m *matcher) move(e Entry, to string) {
	i := slices.IndexFunc(m.out.Moved, func(o Moved) bool { return o.Entry.key() == e.key() && o.To == to })
	if i < 0 {
		i = len(m.out.Moved)
		e.Count = 0
		m.out.Moved = append(m.out.Moved, Moved{e, to})
	}
	m.out.Moved[i].Entry.Count++
}

// mayBe tells whether an entry's finding may stand in the file by now. Where no function is
// known too many findings are alike, so that half of the name must be as it was.
func mayBe(e Entry, file string, exists bool) bool {
	sameDir := path.Dir(file) == path.Dir(e.File)
	switch {
	case file == e.File:
		return false
	case exists:
		return e.Func != "" && sameDir
	}
	return e.Func != "" || sameDir || path.Base(file) == path.Base(e.File)
}

// far orders files by how likely it is that one has become the other.
func far(from, to string) int {
	switch {
	case path.Base(from) == path.Base(to):
		return 0
	case path.Dir(from) == path.Dir(to):
		return 1
	}
	return 2
}

// gone takes at most n of those of an entry that were not found.
func (m *matcher) gone(i, n int, silenced bool) {
	if n = min(n, m.open[i]); n == 0 {
		return
	}
	m.open[i] -= n
	e := m.entries[i]
	e.Count = n
	m.out.Gone = append(m.out.Gone, Gone{e, silenced})
}

// Prune gives the baseline without what is gone, and with what has moved at its new place. It
// adds nothing.
func (b *Baseline) Prune(m *Match) *Baseline {
	left := map[key]int{}
	for _, g := range m.Gone {
		left[g.Entry.key()] -= g.Entry.Count
	}
	out := &Baseline{Tags: b.Tags}
	for _, x := range m.Moved {
		left[x.Entry.key()] -= x.Entry.Count
		e := x.Entry
		e.File = x.To
		out.Entries = append(out.Entries, e)
	}
	for _, e := range b.Entries {
		if e.Count += left[e.key()]; e.Count > 0 {
			out.Entries = append(out.Entries, e)
		}
	}
	out.tidy()
	return out
}
