package catalogue

import (
	"go/types"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A Catalogue answers what is known about a symbol. It loads a family the first time a
// symbol of that family's packages is asked for. It is safe for concurrent use.
//
// It keeps its answers, and with them the functions asked about: make one a run with
// Builtin, not one a process. The parsed data is shared by all of them.
type Catalogue struct {
	extra      *family // entries laid over the embedded ones, or nil
	extraIndex *index

	packages sync.Map // package path → *known
	declared sync.Map // *types.Package → *known
	calls    sync.Map // *types.Func → *told

	mu   sync.Mutex
	errs []error
}

// known is what there is about one package. A nil one is nothing.
type known struct {
	named   []*family // the overlay first, then by name
	shaped  []*family
	retries bool // see HasRetries

	once, symbolsOnce sync.Once
	receivers         []string
	symbols           []string // see RetrySymbols
}

// callKey is a call as far as the answer depends on it.
type callKey struct {
	fn   *types.Func
	stat *types.TypeName // the static receiver's type, or nil
}

// told is the answer about one function, for one type of the static receiver. Nearly all
// functions have one or two.
type told struct {
	stat *types.TypeName
	*answer
	next atomic.Pointer[told]
}

type answer struct {
	entries []*Entry
	retries []*Entry
}

// overlayName stands for the family of the entries given to With.
const overlayName = "models"

// Builtin returns the embedded catalogue. It costs nothing until something is asked.
func Builtin() *Catalogue { return &Catalogue{} }

// With returns the catalogue with entries laid over it, in their order and before its
// own. Where one of them speaks of a call, a type or a setting, the entries of the same
// kind below it are left out, so that users can correct the embedded data.
func (c *Catalogue) With(entries []*Entry) *Catalogue {
	if c.extra != nil {
		entries = slices.Concat(entries, c.extra.entries)
	}
	lines := indexLines(&File{Family: overlayName, Entries: entries})
	x, _ := parseIndex(strings.Join(lines, "\n")) // the lines are our own
	f := newFamily(overlayName, entries)
	f.overlay = true
	return &Catalogue{extra: f, extraIndex: x}
}

// Err returns what is wrong with the data loaded so far. For the embedded data a test
// keeps it nil.
func (c *Catalogue) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.errs) == 0 {
		return nil
	}
	return c.errs[0]
}

// Owns tells whether path lies in a module that some family describes, or is a package
// of the standard library that one describes. Entries laid over with With own nothing:
// they describe a part of the user's own code.
func (c *Catalogue) Owns(path string) bool { return embedded().index.owns(path) }

// Func returns the entries for a call of fn. The name is compared in the spelling of
// (*types.Func).Origin().FullName() without type parameter brackets. recv is the static
// receiver type of the call, or nil; entries that except it are left out. Where no entry
// names fn, entries by shape are tried. A queue's entry is returned for its new, push,
// pop and len functions. The slice is shared: do not change it.
func (c *Catalogue) Func(fn *types.Func, recv types.Type) []*Entry {
	return c.answer(fn, recv).entries
}

// Retries returns the retry entries that cover a call of fn: retries the library makes by
// itself, inside the call. Where several do, the most specific comes first. Ask it of
// calls that leave the process: what covers a client covers its setters, too. recv is as
// for Func.
func (c *Catalogue) Retries(fn *types.Func, recv types.Type) []*Entry {
	return c.answer(fn, recv).retries
}

func (c *Catalogue) answer(fn *types.Func, recv types.Type) *answer {
	if fn == nil || fn.Pkg() == nil {
		return nothing
	}
	key := callKey{fn: fn.Origin()}
	if n := named(recv); n != nil && n.Obj().Pkg() != nil {
		key.stat = n.Obj()
	}
	// Each pass asks of each call, so that nothing, the usual answer, is remembered too.
	first, ok := c.calls.Load(key.fn)
	if !ok {
		first, _ = c.calls.LoadOrStore(key.fn, &told{stat: key.stat, answer: c.find(key, recv)})
	}
	for t := first.(*told); ; t = t.next.Load() {
		if t.stat == key.stat {
			return t.answer
		}
		if t.next.Load() == nil { // of two that find out at once one is kept
			t.next.CompareAndSwap(nil, &told{stat: key.stat, answer: c.find(key, recv)})
		}
	}
}

// nothing is the answer for most functions; they share it.
var nothing = &answer{}

func (c *Catalogue) find(key callKey, recv types.Type) *answer {
	k, s := c.about(key.fn.Pkg()), (*known)(nil)
	if key.stat != nil {
		s = c.about(key.stat.Pkg())
	}
	switch {
	case s == nil:
		recv = nil // the receiver's type is not catalogued
	case s != k:
		k = merged(k, s)
	}
	shapes := c.shapesOf(key.fn.Signature())
	if k == nil && len(shapes) == 0 {
		return nothing
	}
	a := ask(newCallee(key.fn, recv), k, shapes)
	return &a
}

// ask puts the question to the families.
func ask(c *callee, k *known, shapes []*family) answer {
	var a answer
	if k != nil {
		a.entries = collect(k.named, func(f *family) []*Entry { return f.named(c) })
		a.retries = collect(k.named, func(f *family) []*Entry { return f.covering(c) })
	}
	if len(a.entries) == 0 {
		a.entries = collect(shapes, func(f *family) []*Entry { return f.shaped(c) })
	}
	return a
}

// collect asks the families in turn. What an overlay says of a kind hides what the
// families below it say of it.
func collect(families []*family, ask func(*family) []*Entry) []*Entry {
	var out []*Entry
	over := 0 // how many of out are the overlay's
	for _, f := range families {
		for _, e := range ask(f) {
			hidden := slices.ContainsFunc(out[:over], func(o *Entry) bool { return o.Kind == e.Kind })
			if f.overlay || !hidden {
				out = append(out, e)
			}
		}
		if f.overlay {
			over = len(out)
		}
	}
	return out
}

// shapesOf returns the families with a shape that a function of this signature may have.
func (c *Catalogue) shapesOf(s *types.Signature) []*family {
	var out []*family
	add := func(t types.Type) {
		p := typePkg(t)
		if p == nil || isStd(p.Path()) {
			return
		}
		if k := c.about(p); k != nil {
			for _, f := range k.shaped {
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	n := s.Params().Len()
	for i := range min(n, 2) {
		add(s.Params().At(i).Type())
	}
	if n > 2 {
		add(s.Params().At(n - 1).Type())
	}
	if k := s.Results().Len(); k > 0 {
		add(s.Results().At(k - 1).Type())
	}
	return out
}

// CallType returns the entries for a call of a value of the named func type t.
func (c *Catalogue) CallType(t types.Type) []*Entry {
	return c.ofType(t, (*family).called)
}

// Lit returns the entries for composite literals, new and zero values of the named type,
// or of the one t points to.
func (c *Catalogue) Lit(t types.Type) []*Entry {
	return c.ofType(t, func(f *family, name string) []*Entry { return f.pick(slices.Clone(f.lits[name])) })
}

func (c *Catalogue) ofType(t types.Type, ask func(*family, string) []*Entry) []*Entry {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	k := c.about(n.Obj().Pkg())
	if k == nil {
		return nil
	}
	return collect(k.named, func(f *family) []*Entry { return ask(f, typeName(n)) })
}

// Var returns the entries for a package variable, such as net/http.DefaultClient.
func (c *Catalogue) Var(v *types.Var) []*Entry {
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	k := c.about(v.Pkg())
	if k == nil {
		return nil
	}
	name := v.Pkg().Path() + "." + v.Name()
	return collect(k.named, func(f *family) []*Entry { return f.pick(slices.Clone(f.vars[name])) })
}

// Setting returns the settings that symbol stands for: symbol is "pkg.T.F" for a struct
// field or a FullName for an option function or setter. Each comes with its entry. The
// entry of the type that has the field comes first: others may say what their makers set.
func (c *Catalogue) Setting(symbol string) []Setting {
	if symbol == "" {
		return nil
	}
	symbol = stripBrackets(symbol)
	path := fieldPkg(symbol)
	if y, err := parseSymbol(symbol); err == nil {
		path = y.pkg
	}
	k := c.known(path)
	if k == nil {
		return nil
	}
	var out []Setting
	for _, f := range k.named {
		if f == c.extra && len(f.settings[symbol]) > 0 {
			return slices.Clone(f.settings[symbol])
		}
		out = append(out, f.settings[symbol]...)
	}
	own := typeOf(symbol)
	slices.SortStableFunc(out, func(a, b Setting) int {
		return boolOrder(slices.Contains(a.Entry.Names.Lit, own), slices.Contains(b.Entry.Names.Lit, own))
	})
	return out
}

// typeOf is the type part of "pkg.T.F".
func typeOf(field string) string { return field[:max(strings.LastIndex(field, "."), 0)] }

// boolOrder sorts true before false.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// Receivers returns the named types of package path that have catalogued outbound
// methods, sorted, spelt "*path.T" or "path.T". Types that only a glob names are not
// among them. The slice is shared: do not change it.
func (c *Catalogue) Receivers(path string) []string {
	k := c.known(path)
	if k == nil {
		return nil
	}
	k.once.Do(func() {
		k.receivers = k.list(func(f *family) []string { return f.receivers(path) })
	})
	return k.receivers
}

// list gives what the families say, each once, sorted.
func (k *known) list(of func(*family) []string) []string {
	var out []string
	for _, f := range k.named {
		out = append(out, of(f)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Knows tells whether any entry may speak of what the package at path declares. It is for
// callers that would have to spell a name before they ask.
func (c *Catalogue) Knows(path string) bool { return c.known(path) != nil }

// about is known for a package at hand, whose path need not be read.
func (c *Catalogue) about(p *types.Package) *known {
	if k, ok := c.declared.Load(p); ok {
		return k.(*known)
	}
	k := c.known(p.Path())
	c.declared.Store(p, k)
	return k
}

// known returns what there is about a package, loading its families; nil for nothing.
func (c *Catalogue) known(path string) *known {
	if k, ok := c.packages.Load(path); ok {
		return k.(*known)
	}
	x := embedded().index
	k := &known{named: c.load(x.families(path)), shaped: c.load(x.shaped(path))}
	if c.extra != nil {
		if len(c.extraIndex.families(path)) > 0 {
			k.named = slices.Insert(k.named, 0, c.extra)
		}
		if len(c.extraIndex.shaped(path)) > 0 {
			k.shaped = slices.Insert(k.shaped, 0, c.extra)
		}
	}
	k.retries = slices.ContainsFunc(k.named, func(f *family) bool { return f.retriesIn(path) })
	if len(k.named)+len(k.shaped) == 0 {
		k = nil
	}
	got, _ := c.packages.LoadOrStore(path, k)
	return got.(*known)
}

// load returns the families of these names, and keeps what is wrong with them for Err.
func (c *Catalogue) load(names []string) []*family {
	var out []*family
	for _, n := range names {
		f, err := embedded().load(n)
		if f != nil {
			out = append(out, f)
		}
		if err != nil {
			c.mu.Lock()
			c.errs = append(c.errs, err)
			c.mu.Unlock()
		}
	}
	return out
}

// merged is what is known of two packages, for a method declared in one and called
// through a type of the other.
func merged(a, b *known) *known {
	if a == nil {
		return b
	}
	m := &known{named: slices.Clone(a.named)}
	for _, f := range b.named {
		if !slices.Contains(m.named, f) {
			m.named = append(m.named, f)
		}
	}
	return m
}

// A Setting is a field of an entry.
type Setting struct {
	Entry *Entry
	Field *Field
}

// Name is the spelling under which a function is looked up: its origin's full name
// without type parameter brackets.
func Name(fn *types.Func) string { return stripBrackets(fn.Origin().FullName()) }
