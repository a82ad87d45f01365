package funcfact

import (
	"go/types"
	"testing"
)

// TestLog: an answer is out of date where a fact that it, or an answer it was made of, has
// read changed after it was made, and nowhere else.
func TestLog(t *testing.T) {
	fn := func(name string) *types.Func {
		return types.NewFunc(0, nil, name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	}
	a, b, c := fn("a"), fn("b"), fn("c")
	var l Log
	l.Note(a) // for no answer
	l.Use(Reading{of: []*types.Func{a}})
	l.Change(a)
	var inner Reading
	outer := l.Reading(func() {
		l.Note(a)
		inner = l.Reading(func() { l.Note(b) })
	})
	nothing := l.Reading(func() {})
	if !nothing.Empty() || outer.Empty() || inner.Empty() {
		t.Error("what was read is not what was noted")
	}
	if l.Outdated(outer) || l.Outdated(inner) {
		t.Error("a change before an answer makes it out of date")
	}
	l.Change(c)
	if l.Outdated(outer) || l.Outdated(inner) || l.Outdated(nothing) {
		t.Error("a change of what was not read makes an answer out of date")
	}
	l.Change(b)
	if l.Outdated(outer) || !l.Outdated(inner) {
		t.Error("an answer has read what another one has read, or not what it has itself")
	}
	late := l.Reading(func() { l.Use(inner) })
	if !l.Outdated(late) {
		t.Error("an answer made of one that is out of date holds")
	}
	outer.Join(inner)
	if !l.Outdated(outer) {
		t.Error("what is joined does not count")
	}
	if l.Clock() != 3 {
		t.Errorf("%d changes, want 3", l.Clock())
	}
}

// TestManyReads: what is noted twice counts all the same, of however many.
func TestManyReads(t *testing.T) {
	var l Log
	var all []*types.Func
	for range 3 * maxReads {
		all = append(all, types.NewFunc(0, nil, "f", types.NewSignatureType(nil, nil, nil, nil, nil, false)))
	}
	r := l.Reading(func() {
		for range 2 {
			for _, fn := range all {
				l.Note(fn)
			}
		}
	})
	for _, fn := range all {
		l.Change(fn)
		if !l.Outdated(r) {
			t.Fatal("a fact that was read is not noted")
		}
		r.at = l.Clock()
	}
}
