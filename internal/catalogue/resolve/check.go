package resolve

import (
	"cmp"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
)

// A Checker resolves entries against a universe and collects what does not hold.
type Checker struct {
	U    *Universe
	Errs []string          // each begins with the entry's file:line
	seen map[string]string // outbound function → position of its entry
}

// NewChecker makes a Checker that has seen no entry.
func NewChecker(u *Universe) *Checker { return &Checker{U: u, seen: map[string]string{}} }

// Failf notes an error at pos.
func (c *Checker) Failf(pos, format string, args ...any) {
	c.Errs = append(c.Errs, pos+": "+fmt.Sprintf(format, args...))
}

// Entry checks everything an entry names. It returns a package of those it names.
func (c *Checker) Entry(e *catalogue.Entry) (home string) {
	fns := c.functions(e)
	home = c.types(e)
	if len(fns) > 0 {
		home = fns[0].Pkg().Path()
	}
	home = cmp.Or(home, c.covers(e))
	if len(fns) == 0 {
		c.signature(e, nil)
	}
	for _, f := range fns {
		c.signature(e, f)
		c.once(e, f)
	}
	c.handlerCtx(e)
	for _, v := range slices.Concat(e.OpenErrors, e.StopErrors) {
		v = strings.TrimPrefix(v, "type:")
		if c.U.object(v) == nil && c.U.funcs[v] == nil {
			c.Failf(e.Pos, "no error value %s%s", v, c.U.nearVar(v))
		}
	}
	for i := range e.Fields {
		c.setting(e, &e.Fields[i])
	}
	for _, set := range e.Sets {
		c.set(e, set)
	}
	return home
}

// set checks a setting of a retry, whose package may be a glob.
func (c *Checker) set(e *catalogue.Entry, set catalogue.Set) {
	field, ok := strings.CutPrefix(set.By, "field:")
	if !ok || !strings.Contains(field, "*") {
		c.ref(e.Pos, "sets", set.By, nil)
		return
	}
	i := strings.LastIndex(field, "/") + 1
	glob, rest, _ := strings.Cut(field[i:], ".")
	for _, p := range c.U.matching(field[:i] + glob) {
		if c.U.field(p.Types.Path() + "." + rest) {
			return
		}
	}
	c.Failf(e.Pos, "sets: %s does not resolve in any package loaded", set.By)
}

// once refuses a second outbound entry for a function: two could only contradict.
func (c *Checker) once(e *catalogue.Entry, f *types.Func) {
	if e.Kind != catalogue.KindOutbound {
		return
	}
	name := catalogue.Name(f)
	if at, ok := c.seen[name]; ok && at != e.Pos {
		c.Failf(e.Pos, "%s is outbound at %s already", name, at)
	}
	c.seen[name] = e.Pos
}

// functions resolves the functions an entry names.
func (c *Checker) functions(e *catalogue.Entry) []*types.Func {
	var out []*types.Func
	find := func(names []string, keep bool) {
		for _, s := range names {
			f := c.U.funcs[s]
			if f == nil {
				c.Failf(e.Pos, "no function %s%s", s, c.U.nearFunc(s))
			} else if keep {
				out = append(out, f)
			}
		}
	}
	n := &e.Names
	find(n.Sym, true)
	find(n.New, len(n.Sym) == 0)
	find(n.Push, len(n.Sym) == 0)
	find(n.Pop, false)
	find(n.Len, false)
	if n.Match != nil {
		got := c.U.expand(n.Match)
		if len(got) == 0 {
			c.Failf(e.Pos, "the match names nothing")
		}
		c.matchNames(e)
		out = append(out, got...)
	}
	if s := n.Shape; s != nil && s.Example != "" {
		switch f := c.U.funcs[s.Example]; {
		case f == nil:
			c.Failf(e.Pos, "no function %s%s", s.Example, c.U.nearFunc(s.Example))
		case !s.Matches(f):
			c.Failf(e.Pos, "the example %s has not the shape: %s", s.Example, catalogue.TypeString(f.Signature()))
		}
	}
	return out
}

// matchNames checks that each method named without a glob is one of the type.
func (c *Checker) matchNames(e *catalogue.Entry) {
	m := e.Names.Match
	for _, r := range m.ExceptRecv {
		if c.U.types[strings.TrimPrefix(r, "*")] == nil {
			c.Failf(e.Pos, "no type %s%s", r, c.U.nearType(strings.TrimPrefix(r, "*")))
		}
	}
	t := c.U.types[strings.TrimPrefix(m.Recv, "*")]
	if t == nil {
		return // a glob, or functions of a package
	}
	for _, n := range slices.Concat(m.Methods, m.Except) {
		if !strings.ContainsAny(n, "*?[") && method(t.Type(), n) == nil {
			c.Failf(e.Pos, "no method %s on %s%s", n, m.Recv, c.U.nearFunc("("+m.Recv+")."+n))
		}
	}
}

// types resolves the types and variables an entry names, and returns the package of the
// first of them.
func (c *Checker) types(e *catalogue.Entry) string {
	home := ""
	n := &e.Names
	for _, t := range slices.Concat(n.Lit, n.Type) {
		if c.U.types[t] == nil {
			c.Failf(e.Pos, "no type %s%s", t, c.U.nearType(t))
		}
		home = cmp.Or(home, typePath(t))
	}
	for _, v := range n.Var {
		if _, ok := c.U.object(v).(*types.Var); !ok {
			c.Failf(e.Pos, "no variable %s%s", v, c.U.nearVar(v))
		}
		home = cmp.Or(home, typePath(v))
	}
	if t := n.Iface; t != "" {
		if o := c.U.types[t]; o == nil || !types.IsInterface(o.Type()) {
			c.Failf(e.Pos, "no interface %s%s", t, c.U.nearType(t))
		}
		home = cmp.Or(home, typePath(t))
	}
	for _, t := range n.CallType {
		p := c.funcType(t)
		if p == "" {
			c.Failf(e.Pos, "no func type %s", t)
		}
		home = cmp.Or(home, p)
	}
	if s := n.Shape; s != nil {
		for _, t := range []string{s.First, s.Second, s.Last, s.Result} {
			c.spelling(e.Pos, "shape", t)
		}
	}
	return home
}

// funcType returns the package of a func type that fits the pattern.
func (c *Checker) funcType(pattern string) string {
	name := pattern[strings.LastIndex(pattern, ".")+1:]
	for _, p := range c.U.matching(typePath(pattern)) {
		for _, n := range p.Types.Scope().Names() {
			t, ok := p.Types.Scope().Lookup(n).(*types.TypeName)
			if fits, _ := path.Match(name, n); !ok || !fits {
				continue
			}
			if _, ok := t.Type().Underlying().(*types.Signature); ok {
				return p.ImportPath
			}
		}
	}
	return ""
}

// covers resolves what an implicit retry covers, and returns a package of it.
func (c *Checker) covers(e *catalogue.Entry) string {
	home := ""
	for _, s := range e.Names.Covers {
		if f := c.U.funcs[s]; f != nil {
			home = cmp.Or(home, f.Pkg().Path())
			continue
		}
		if base, ok := strings.CutSuffix(s, "/..."); ok {
			home = cmp.Or(home, base)
			continue
		}
		m := &catalogue.Match{}
		if rest, ok := strings.CutPrefix(s, "("); ok {
			recv, name, _ := strings.Cut(rest, ").")
			m.Recv, m.Methods = recv, []string{name}
		} else {
			m.Pkg, m.Funcs = typePath(s), []string{s[strings.LastIndex(s, ".")+1:]}
		}
		got := c.U.expand(m)
		if len(got) == 0 {
			c.Failf(e.Pos, "covers %s: no such function", s)
			continue
		}
		home = cmp.Or(home, got[0].Pkg().Path())
	}
	return home
}

// setting resolves the field or option of a setting.
func (c *Checker) setting(e *catalogue.Entry, f *catalogue.Field) {
	switch {
	case f.Field != "" && !c.U.field(f.Field):
		c.Failf(e.Pos, "no field %s%s", f.Field, c.U.nearField(f.Field))
	case f.Option != "" && c.U.funcs[f.Option] == nil:
		c.Failf(e.Pos, "no function %s%s", f.Option, c.U.nearFunc(f.Option))
	}
}

// ref resolves a reference; sig is the signature of the function asked about, or nil.
func (c *Checker) ref(pos, what, s string, sig *types.Signature) {
	kind, v, _ := strings.Cut(s, ":")
	ok, near := true, func(string) string { return "" }
	switch kind {
	case "field":
		ok, near = c.U.field(v), c.U.nearField
	case "func":
		ok, near = c.U.funcs[v] != nil, c.U.nearFunc
	case "type":
		ok, near = c.U.types[v] != nil, c.U.nearType
	case "var":
		o := c.U.object(v)
		_, isType := o.(*types.TypeName)
		ok, near = o != nil && !isType, c.U.nearVar
	case "arg":
		i, err := strconv.Atoi(v)
		ok = err == nil && sig != nil && i < sig.Params().Len()
	}
	if !ok {
		c.Failf(pos, "%s: %s does not resolve%s", what, s, near(v))
	}
}
