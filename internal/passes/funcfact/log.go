package funcfact

import (
	"go/types"
	"slices"
)

// A Log notes which facts of the package under analysis an answer was made from, and tells
// which answers no longer hold since one of these has changed. A search for a fixed point
// then makes anew only what it has to. It serves one goroutine at a time; the zero Log is
// empty.
type Log struct {
	clock   int                 // how many changes there were
	changed map[*types.Func]int // the last change of a function's fact
	open    *Reading            // of the answer that is being made, or nil
}

// A Reading is what was read for an answer: the functions whose facts were asked for. None
// of those that have not changed after at says anything else.
type Reading struct {
	of   []*types.Func
	seen map[*types.Func]bool // all of them, once they are many
	at   int
}

// Empty tells whether no fact was read.
func (r Reading) Empty() bool { return len(r.of) == 0 }

// Note notes that the fact of fn is read, where an answer is being made.
func (l *Log) Note(fn *types.Func) {
	if l.open != nil {
		l.open.note(fn)
	}
}

// maxReads is up to how many functions each is looked at for one that is noted already.
const maxReads = 32

func (r *Reading) note(fn *types.Func) {
	switch {
	case len(r.of) <= maxReads:
		if slices.Contains(r.of, fn) {
			return
		}
	case r.seen == nil:
		r.seen = map[*types.Func]bool{}
		for _, have := range r.of {
			r.seen[have] = true
		}
		fallthrough
	default:
		if r.seen[fn] {
			return
		}
		r.seen[fn] = true
	}
	r.of = append(r.of, fn)
}

// Join adds what was read for an answer that this one is made of.
func (r *Reading) Join(o Reading) {
	for _, fn := range o.of {
		r.note(fn)
	}
	r.at = min(r.at, o.at)
}

// Use is Join for the answer that is being made, if there is one.
func (l *Log) Use(o Reading) {
	if l.open != nil {
		l.open.Join(o)
	}
}

// Reading does f, and gives what was read for it.
func (l *Log) Reading(f func()) Reading {
	outer := l.open
	r := Reading{at: l.clock}
	l.open = &r
	f()
	l.open = outer
	return r
}

// Change notes that the fact of fn has changed.
func (l *Log) Change(fn *types.Func) {
	if l.changed == nil {
		l.changed = map[*types.Func]int{}
	}
	l.clock++
	l.changed[fn] = l.clock
}

// Clock counts the changes.
func (l *Log) Clock() int { return l.clock }

// Outdated tells whether a fact that was read has changed since.
func (l *Log) Outdated(r Reading) bool {
	return r.at < l.clock && slices.ContainsFunc(r.of, func(fn *types.Func) bool { return l.changed[fn] > r.at })
}

// Read is Get for an answer that l follows.
func (t *Table[F, P]) Read(l *Log, fn *types.Func) P {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() != t.pass.Pkg {
		return t.Imported(fn)
	}
	l.Note(fn)
	return t.Own[fn]
}
