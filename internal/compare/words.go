package compare

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// relation says what a message has become.
type relation int

const (
	different relation = iota
	equal              // the same, names that have changed aside
	smaller            // with less to it
	longer             // with functions on the path that were split off
)

// words parts a message into names, numbers and signs. A name keeps its dots.
func words(message string) []string {
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			word := message[start:end]
			trimmed := strings.TrimRight(word, ".")
			if trimmed != "" {
				out = append(out, trimmed)
			}
			start = -1
		}
	}
	for i, c := range message {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '.':
			if start < 0 {
				start = i
			}
		default:
			flush(i)
			if !unicode.IsSpace(c) {
				out = append(out, string(c))
			}
		}
	}
	flush(len(message))
	return out
}

func isNumber(w string) bool { return w[0] >= '0' && w[0] <= '9' }

// takeNumbers takes out of a message what may get smaller without making it another: the
// number of further places ("and 3 more"), and the product of attempts ("= 12"). Each is
// -1 where there is none.
func takeNumbers(list []string) (rest []string, more, product int) {
	more, product = -1, -1
	for i := 0; i < len(list); i++ {
		next := func(n int) string {
			if i+n < len(list) {
				return list[i+n]
			}
			return ""
		}
		n, err := strconv.Atoi(next(1))
		switch {
		case err == nil && list[i] == "and" && (next(2) == "more" || next(2) == "other"):
			more = n
			i += 2
			rest = append(rest, "more")
			if next(1) != "" { // "calls", or "call" where it is one
				i++
				rest = append(rest, strings.TrimSuffix(list[i], "s"))
			}
		case err == nil && list[i] == "=" && slices.Contains(list, "×"):
			product = n
			i++
		default:
			rest = append(rest, list[i])
		}
	}
	return rest, more, product
}

// withoutExample leaves out which implementation of an interface stands for all of them:
// another one may come before it by now.
func withoutExample(message string) string {
	if i := strings.LastIndex(message, " (implemented by "); i >= 0 && strings.HasSuffix(message, ")") {
		return message[:i]
	}
	return message
}

// relate tells what the earlier message has become. Whole names of extra may stand for
// others, besides those that are renamed.
func (r *renames) relate(o, n *item, extra map[string]string) relation {
	locals := r.locals(o, n)
	same := func(a, b string) bool { return a == b || extra[a] == b && a != "" || r.sameName(a, b, locals) }
	x, moreX, productX := takeNumbers(words(withoutExample(o.f.Message)))
	y, moreY, productY := takeNumbers(words(withoutExample(n.f.Message)))
	if moreX == moreY && productX == productY && slices.EqualFunc(x, y, same) {
		return equal
	}
	if moreY <= moreX && productY <= productX {
		if dropped, ok := surplus(x, y, same); ok && (productY < productX || !onPath(dropped, r.isGone)) {
			return smaller
		}
	}
	if moreX == moreY && productX == productY {
		added, ok := surplus(y, x, func(b, a string) bool { return same(a, b) })
		if ok && len(added) > 0 && slices.Contains(added, "→") && !onPath(added, r.isNew) && !slices.ContainsFunc(added, isNumber) {
			return longer
		}
	}
	return different
}

// surplus gives what long has more than short, where short is a part of it in its order.
func surplus(long, short []string, same func(a, b string) bool) (more []string, ok bool) {
	i := 0
	for _, w := range long {
		if i < len(short) && same(w, short[i]) {
			i++
		} else {
			more = append(more, w)
		}
	}
	return more, i == len(short)
}

// onPath tells whether words that a message has lost or won are steps of a path other than
// the ones that known tells of.
func onPath(list []string, known func(name string) bool) bool {
	return slices.Contains(list, "→") && slices.ContainsFunc(list, func(w string) bool {
		return strings.Contains(w, ".") && !known(w)
	})
}

// sameName tells whether two names stand for the same, part by part.
func (r *renames) sameName(a, b string, locals map[[2]string]bool) bool {
	if isNumber(a) || isNumber(b) {
		return false
	}
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		pair := [2]string{x[i], y[i]}
		if x[i] != y[i] && !r.names[pair] && !locals[pair] {
			return false
		}
	}
	return true
}

// locals pairs the local names of the declarations that two findings stand in, where these
// are the same otherwise.
func (r *renames) locals(o, n *item) map[[2]string]bool {
	a, b := r.old[declID{o.dir, o.decl}], r.new[declID{n.dir, n.decl}]
	if a == nil || b == nil || !r.holds(a, b) {
		return nil
	}
	out := map[[2]string]bool{}
	x, y := r.then.tokens(a), r.now.tokens(b)
	for i := range x {
		if x[i].kind == local {
			out[[2]string{x[i].text, y[i].text}] = true
		}
	}
	return out
}

// samePlace tells whether two findings stand in the same declaration.
func (r *renames) samePlace(o, n *item) bool {
	if o.dir == n.dir && o.decl == n.decl {
		return true
	}
	if o.decl == "" && n.decl == "" {
		return r.dirs[[2]string{o.dir, n.dir}]
	}
	a := r.old[declID{o.dir, o.decl}]
	return a != nil && r.to[a] != nil && r.to[a].id == declID{n.dir, n.decl}
}

// display is a declaration's name as messages have it.
func (r *renames) display(side map[declID]*decl, id declID) string {
	if d := side[id]; d != nil {
		return d.file.syntax.Name.Name + "." + id.name
	}
	return ""
}

// isGone tells whether a name of a message is that of a declaration that is no more.
func (r *renames) isGone(name string) bool { return named(r.old, r.new, name) }

// isNew tells whether a name of a message is that of a declaration that was not there.
func (r *renames) isNew(name string) bool { return named(r.new, r.old, name) }

// named tells whether a declaration of one side that the other has not has the name.
func named(side, other map[declID]*decl, name string) bool {
	for id, d := range side {
		if other[id] == nil && d.file.syntax.Name.Name+"."+id.name == name {
			return true
		}
	}
	return false
}

// calls tells whether a function that was there before calls one that was not.
func (r *renames) calls(from, to declID) bool {
	a, b := r.old[from], r.new[from]
	if b == nil && a != nil && r.to[a] != nil {
		b = r.to[a]
	}
	if a == nil || b == nil || r.old[to] != nil || r.new[to] == nil {
		return false
	}
	for _, t := range r.now.tokens(b) {
		if t.kind == ref && t.dir == to.dir && t.text == to.name || t.kind == member && t.text == bare(to.name) && strings.Contains(to.name, ".") {
			return true
		}
	}
	return false
}
