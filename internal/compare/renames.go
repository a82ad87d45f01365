package compare

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// renames knows what the declarations of the program were called before. It is found in
// the sources: a declaration that is on one side only is the one on the other side, and
// there only, that has the same text. Names in it may differ where they are renamed, too.
type renames struct {
	then, now *sources
	old, new  map[declID]*decl // of the files that differ
	to        map[*decl]*decl  // from old to new
	members   map[[2]string]bool
	dirs      map[[2]string]bool // folders that declarations have moved between
	names     map[[2]string]bool // parts of names that stand for the same, old and new
}

func newRenames(then, now *sources, changed []string) *renames {
	r := &renames{then: then, now: now, to: map[*decl]*decl{}, members: map[[2]string]bool{}, names: map[[2]string]bool{}, dirs: map[[2]string]bool{}}
	r.old, r.new = declarations(then, changed), declarations(now, changed)
	gone, come := without(r.old, r.new), without(r.new, r.old)
	r.pair(gone, come, []token.Token{token.TYPE})
	r.pair(gone, come, []token.Token{token.FUNC, token.VAR, token.CONST})
	r.receivers(gone, come)
	r.verify()
	r.collect()
	return r
}

// declarations lists what the files declare. What is vendored is another's.
func declarations(s *sources, files []string) map[declID]*decl {
	out := map[declID]*decl{}
	for _, name := range files {
		if strings.Contains(filepath.ToSlash(name), "/vendor/") {
			continue
		}
		f := s.file(name)
		if f == nil {
			continue
		}
		s.module(f.dir)
		for _, d := range f.decls {
			if out[d.id] == nil {
				out[d.id] = d
			}
		}
	}
	return out
}

// without lists the declarations of a that b has not, sorted.
func without(a, b map[declID]*decl) []*decl {
	var out []*decl
	for id, d := range a {
		if b[id] == nil {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(x, y *decl) int {
		return cmp.Or(cmp.Compare(x.id.dir, y.id.dir), cmp.Compare(x.id.name, y.id.name))
	})
	return out
}

// pair matches declarations of these kinds by their shape. Where several have the same one,
// a name that stays decides; where none does, nothing is known.
func (r *renames) pair(gone, come []*decl, kinds []token.Token) {
	group := func(s *sources, list []*decl, into map[string][]*decl) (order []string) {
		for _, d := range list {
			if slices.Contains(kinds, d.kind) {
				key := shape(d.kind, s.tokens(d))
				if into[key] == nil {
					order = append(order, key)
				}
				into[key] = append(into[key], d)
			}
		}
		return order
	}
	olds, news := map[string][]*decl{}, map[string][]*decl{}
	order := group(r.then, gone, olds)
	group(r.now, come, news)
	for _, key := range order {
		a, b := olds[key], news[key]
		for _, same := range []func(x, y *decl) bool{
			func(x, y *decl) bool { return r.mapped(x) == y.id.name },
			func(x, y *decl) bool { return bare(x.id.name) == bare(y.id.name) },
			func(x, y *decl) bool { return x.id.dir == y.id.dir },
			func(x, y *decl) bool { return true },
		} {
			a, b = r.unique(a, b, same)
		}
	}
}

// unique pairs those that find one partner only, each way, and gives what is left.
func (r *renames) unique(a, b []*decl, same func(x, y *decl) bool) (restA, restB []*decl) {
	taken := map[*decl]bool{}
	for _, x := range a {
		var partners, rivals []*decl
		for _, y := range b {
			if same(x, y) {
				partners = append(partners, y)
			}
		}
		if len(partners) == 1 {
			for _, z := range a {
				if same(z, partners[0]) {
					rivals = append(rivals, z)
				}
			}
		}
		if len(rivals) == 1 {
			r.to[x] = partners[0]
			taken[x], taken[partners[0]] = true, true
		}
	}
	isTaken := func(d *decl) bool { return taken[d] }
	return slices.DeleteFunc(slices.Clone(a), isTaken), slices.DeleteFunc(slices.Clone(b), isTaken)
}

// mapped is the name that a method has where only its type is renamed.
func (r *renames) mapped(d *decl) string {
	typ, method, ok := strings.Cut(d.id.name, ".")
	if !ok {
		return d.id.name
	}
	if t := r.old[declID{d.id.dir, typ}]; t != nil && r.to[t] != nil {
		return r.to[t].id.name + "." + method
	}
	return d.id.name
}

func bare(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// receivers pairs types that have several possible partners by where their methods went.
func (r *renames) receivers(gone, come []*decl) {
	for _, t := range gone {
		if t.kind != token.TYPE || r.to[t] != nil {
			continue
		}
		var target *decl
		for _, d := range gone {
			typ, _, method := strings.Cut(d.id.name, ".")
			m := r.to[d]
			if !method || m == nil || d.id.dir != t.id.dir || typ != t.id.name {
				continue
			}
			to, _, _ := strings.Cut(m.id.name, ".")
			u := r.new[declID{m.id.dir, to}]
			if target != nil && u != target {
				target = nil
				break
			}
			target = u
		}
		if target != nil && slices.Contains(come, target) &&
			shape(t.kind, r.then.tokens(t)) == shape(target.kind, r.now.tokens(target)) {
			r.to[t] = target
		}
	}
}

// verify takes back each pair that differs in a name which is no renamed one, until all
// that is left holds together.
func (r *renames) verify() {
	for changed := true; changed; {
		changed = false
		r.learnMembers()
		for a, b := range r.to {
			if !r.holds(a, b) {
				delete(r.to, a)
				changed = true
			}
		}
	}
}

// learnMembers learns the fields and methods that are renamed: those of types that are the
// same otherwise, and the methods that are paired.
func (r *renames) learnMembers() {
	clear(r.members)
	learn := func(a, b *decl) {
		x, y := r.then.tokens(a), r.now.tokens(b)
		if shape(a.kind, x) != shape(b.kind, y) {
			return
		}
		fieldsX, fieldsY := membersOf(x), membersOf(y)
		for i := range x {
			// Fields that have changed places are not renamed.
			if x[i].kind == member && x[i].text != y[i].text && !fieldsY[x[i].text] && !fieldsX[y[i].text] {
				r.members[[2]string{x[i].text, y[i].text}] = true
			}
		}
	}
	for a, b := range r.to {
		if a.kind == token.TYPE {
			learn(a, b)
		}
		if fn, ok := a.node.(*ast.FuncDecl); ok && fn.Recv != nil {
			r.members[[2]string{bare(a.id.name), bare(b.id.name)}] = true
		}
	}
	for id, a := range r.old {
		if b := r.new[id]; b != nil && a.kind == token.TYPE && b.kind == token.TYPE {
			learn(a, b)
		}
	}
}

func membersOf(toks []tok) map[string]bool {
	out := map[string]bool{}
	for _, t := range toks {
		if t.kind == member {
			out[t.text] = true
		}
	}
	return out
}

// holds tells whether two declarations with one shape differ in renamed names only.
func (r *renames) holds(a, b *decl) bool {
	x, y := r.then.tokens(a), r.now.tokens(b)
	if len(x) != len(y) || a.kind != b.kind {
		return false
	}
	for i := range x {
		if x[i].kind != y[i].kind {
			return false
		}
		switch x[i].kind {
		case plain:
			if x[i].text != y[i].text {
				return false
			}
		case local:
			if x[i].n != y[i].n {
				return false
			}
		case member:
			if x[i].text != y[i].text && !r.members[[2]string{x[i].text, y[i].text}] {
				return false
			}
		case ref:
			if !r.refers(x[i], y[i]) {
				return false
			}
		}
	}
	return true
}

// refers tells whether two names mean the same declaration.
func (r *renames) refers(x, y tok) bool {
	if x.dir == y.dir && x.text == y.text {
		return true
	}
	a := r.old[declID{x.dir, x.text}]
	return a != nil && r.to[a] != nil && r.to[a].id == declID{y.dir, y.text}
}

// collect learns which parts of names stand for the same.
func (r *renames) collect() {
	for pair := range r.members {
		r.names[pair] = true
	}
	for id, a := range r.old {
		if b := r.new[id]; b != nil {
			r.names[[2]string{a.file.syntax.Name.Name, b.file.syntax.Name.Name}] = true
		}
	}
	for a, b := range r.to {
		x, y := strings.Split(a.id.name, "."), strings.Split(b.id.name, ".")
		if len(x) == len(y) {
			for i := range x {
				r.names[[2]string{x[i], y[i]}] = true
			}
		}
		r.dirs[[2]string{a.id.dir, b.id.dir}] = true
		r.names[[2]string{a.file.syntax.Name.Name, b.file.syntax.Name.Name}] = true
	}
}
