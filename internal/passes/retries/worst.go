package retries

import (
	"cmp"
	"slices"

	"github.com/resilint/resilint/internal/attempts"
)

// worst sorts chains, the worst first, drops those that are too long and those that say no
// more than another, and keeps as many as a caller needs.
func worst(items []*item) []*item {
	items = slices.DeleteFunc(items, func(it *item) bool { return len(it.Factors) > maxFactors })
	ranks := make(map[*item]rank, len(items))
	for _, it := range items {
		ranks[it] = rankOf(it)
	}
	slices.SortStableFunc(items, func(a, b *item) int { return ranks[a].compare(ranks[b]) })
	var out []*item
	texts := map[*item]string{}
	text := func(it *item) string {
		s, ok := texts[it]
		if !ok {
			s = it.String()
			texts[it] = s
		}
		return s
	}
	for _, it := range items {
		if len(out) == maxItems {
			break
		}
		if !slices.ContainsFunc(out, func(have *item) bool { return have.covers(it, text) }) {
			out = append(out, it)
		}
	}
	return out
}

// A rank is what chains are sorted by. It is made once of each: a sort compares often.
type rank struct {
	guess  bool
	layers int
	opaque bool
	total  attempts.Number
}

func rankOf(it *item) rank { return rank{it.Guess, it.deep(), it.Opaque, it.Total()} }

// compare is negative where a is worse than b.
func (a rank) compare(b rank) int {
	return cmp.Or(cmpBool(a.guess, b.guess), cmpBool(a.layers == 0, b.layers == 0), cmpBool(a.opaque, b.opaque), cmp.Compare(b.layers, a.layers), cmpNumber(b.total, a.total))
}

// covers tells whether a caller that knows have has nothing to learn from it; text gives
// what an item says.
func (have *item) covers(it *item, text func(*item) string) bool {
	if have.end != it.end || have.Hole != it.Hole || have.Polls != it.Polls || have.Method != it.Method || have.by != it.by {
		return false
	}
	if it.end != nil {
		return text(have) == text(it)
	}
	return it.deep() == 0 && (have.Writes || !it.Writes) && (!have.Opaque || it.Opaque) || text(have) == text(it)
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
