package retries

import (
	"cmp"
	"slices"

	"github.com/resilint/resilint/internal/attempts"
)

// worst sorts chains, the worst first, drops those that are too long and those that say no
// more than another, and keeps as many as a caller needs. The slice may be that of items.
func (e *Eval) worst(items []*item) []*item {
	items = slices.DeleteFunc(items, func(it *item) bool { return len(it.Factors) > maxFactors })
	switch len(items) {
	case 0:
		return nil
	case 1:
		return items[:1:1]
	}
	sorted := e.ranks[:0] // what is ranked is done with before the next is
	for _, it := range items {
		sorted = append(sorted, rankOf(it))
	}
	e.ranks = sorted
	slices.SortStableFunc(sorted, ranked.compare)
	var out []*item
	kept := sorted[:0] // a prefix of what has been looked at
	for i := range sorted {
		if len(out) == maxItems {
			break
		}
		if !slices.ContainsFunc(kept, func(have ranked) bool { return have.covers(&sorted[i]) }) {
			out = append(out, sorted[i].item)
			kept = append(kept, sorted[i])
		}
	}
	return out
}

// A ranked is a chain with what chains are sorted by. That is found once of each: a sort
// compares often.
type ranked struct {
	*item
	layers int
	total  attempts.Number
}

func rankOf(it *item) ranked { return ranked{it, it.deep(), it.Total()} }

// compare is negative where a is worse than b.
func (a ranked) compare(b ranked) int {
	return cmp.Or(cmpBool(a.Guess, b.Guess), cmpBool(a.layers == 0, b.layers == 0), cmpBool(a.Opaque, b.Opaque), cmp.Compare(b.layers, a.layers), cmpNumber(b.total, a.total))
}

// covers tells whether a caller that knows have has nothing to learn from it.
func (have *ranked) covers(it *ranked) bool {
	if have.end != it.end || have.Hole != it.Hole || have.Polls != it.Polls || have.Method != it.Method || have.by != it.by {
		return false
	}
	if it.end == nil && it.layers == 0 && (have.Writes || !it.Writes) && (!have.Opaque || it.Opaque) {
		return true
	}
	return have.says(it.item)
}

// says tells whether a reader takes the two for the same.
func (it *item) says(o *item) bool {
	if it.Callee == o.Callee && it.Param == o.Param && it.Opaque == o.Opaque && slices.Equal(it.Factors, o.Factors) {
		return true // and the rest is the same already
	}
	return it.String() == o.String()
}

func cmpBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func cmpNumber(a, b attempts.Number) int {
	switch {
	case a.Less(b):
		return -1
	case b.Less(a):
		return 1
	}
	return 0
}
