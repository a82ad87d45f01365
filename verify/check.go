package verify

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

// A checker resolves entries against a universe and collects what does not hold.
type checker struct {
	u    *universe
	std  string              // GOROOT/src
	dirs map[string]string   // module path → root
	read map[string][]string // files read for evidence
	seen map[string]string   // outbound function → position of its entry
	errs []string
}

func newChecker(u *universe, std string) *checker {
	c := &checker{u: u, std: std, dirs: map[string]string{}, read: map[string][]string{}, seen: map[string]string{}}
	for _, p := range u.paths {
		if m := u.pkgs[p].Module; m != nil {
			c.dirs[m.Path] = m.Dir
		}
	}
	return c
}

func (c *checker) failf(pos, format string, args ...any) {
	c.errs = append(c.errs, pos+": "+fmt.Sprintf(format, args...))
}

// modules compares the versions named with those loaded.
func (c *checker) modules(f *catalogue.File, goVersion string) {
	for _, m := range f.Modules {
		got := ""
		if m.Path == "std" {
			got = goVersion
		}
		for _, p := range c.u.paths {
			if pm := c.u.pkgs[p].Module; pm != nil && pm.Path == m.Path {
				got = pm.Version
				break
			}
		}
		switch {
		case got == "":
			c.failf(m.Pos, "module %s: no package of it is loaded; name one under packages", m.Path)
		case got != m.Version:
			c.failf(m.Pos, "module %s is %s here, read from %s; read the facts again", m.Path, got, m.Version)
		}
	}
}

// entry checks everything an entry names.
func (c *checker) entry(e *catalogue.Entry) {
	fns := c.functions(e)
	home := c.types(e)
	if len(fns) > 0 {
		home = fns[0].Pkg().Path()
	}
	if home == "" {
		home = c.covers(e)
	} else {
		c.covers(e)
	}
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
		if c.u.object(v) == nil && c.u.funcs[v] == nil {
			c.failf(e.Pos, "no error value %s", v)
		}
	}
	sources := slices.Clone(e.Source)
	for i := range e.Fields {
		c.setting(e, &e.Fields[i])
		sources = append(sources, e.Fields[i].Source...)
	}
	for _, s := range sources {
		if err := c.source(s, home); err != nil {
			c.failf(e.Pos, "%v", err)
		}
	}
}

// once refuses a second outbound entry for a function: two could only contradict.
func (c *checker) once(e *catalogue.Entry, f *types.Func) {
	if e.Kind != catalogue.KindOutbound {
		return
	}
	name := catalogue.Name(f)
	if at, ok := c.seen[name]; ok && at != e.Pos {
		c.failf(e.Pos, "%s is outbound at %s already", name, at)
	}
	c.seen[name] = e.Pos
}

// functions resolves the functions an entry names.
func (c *checker) functions(e *catalogue.Entry) []*types.Func {
	var out []*types.Func
	find := func(names []string, keep bool) {
		for _, s := range names {
			f := c.u.funcs[s]
			if f == nil {
				c.failf(e.Pos, "no function %s", s)
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
		got := c.u.expand(n.Match)
		if len(got) == 0 {
			c.failf(e.Pos, "the match names nothing")
		}
		c.matchNames(e)
		out = append(out, got...)
	}
	if s := n.Shape; s != nil && s.Example != "" {
		switch f := c.u.funcs[s.Example]; {
		case f == nil:
			c.failf(e.Pos, "no function %s", s.Example)
		case !s.Matches(f):
			c.failf(e.Pos, "the example %s has not the shape: %s", s.Example, catalogue.TypeString(f.Signature()))
		}
	}
	return out
}

// matchNames checks that each method named without a glob is one of the type.
func (c *checker) matchNames(e *catalogue.Entry) {
	m := e.Names.Match
	for _, r := range m.ExceptRecv {
		if c.u.types[strings.TrimPrefix(r, "*")] == nil {
			c.failf(e.Pos, "no type %s", r)
		}
	}
	t := c.u.types[strings.TrimPrefix(m.Recv, "*")]
	if t == nil {
		return // a glob, or functions of a package
	}
	for _, n := range slices.Concat(m.Methods, m.Except) {
		if !strings.ContainsAny(n, "*?[") && method(t.Type(), n) == nil {
			c.failf(e.Pos, "no method %s on %s", n, m.Recv)
		}
	}
}

// types resolves the types and variables an entry names, and returns the package of the
// first of them.
func (c *checker) types(e *catalogue.Entry) string {
	home := ""
	n := &e.Names
	for _, t := range slices.Concat(n.Lit, n.Type) {
		if c.u.types[t] == nil {
			c.failf(e.Pos, "no type %s", t)
		}
		home = cmp.Or(home, typePath(t))
	}
	for _, v := range n.Var {
		if _, ok := c.u.object(v).(*types.Var); !ok {
			c.failf(e.Pos, "no variable %s", v)
		}
		home = cmp.Or(home, typePath(v))
	}
	if t := n.Iface; t != "" {
		if o := c.u.types[t]; o == nil || !types.IsInterface(o.Type()) {
			c.failf(e.Pos, "no interface %s", t)
		}
		home = cmp.Or(home, typePath(t))
	}
	for _, t := range n.CallType {
		p := c.funcType(t)
		if p == "" {
			c.failf(e.Pos, "no func type %s", t)
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
func (c *checker) funcType(pattern string) string {
	name := pattern[strings.LastIndex(pattern, ".")+1:]
	for _, p := range c.u.matching(typePath(pattern)) {
		for _, n := range p.types.Scope().Names() {
			t, ok := p.types.Scope().Lookup(n).(*types.TypeName)
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
func (c *checker) covers(e *catalogue.Entry) string {
	home := ""
	for _, s := range e.Names.Covers {
		if f := c.u.funcs[s]; f != nil {
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
		got := c.u.expand(m)
		if len(got) == 0 {
			c.failf(e.Pos, "covers %s: no such function", s)
			continue
		}
		home = cmp.Or(home, got[0].Pkg().Path())
	}
	return home
}

// setting resolves the field or option of a setting.
func (c *checker) setting(e *catalogue.Entry, f *catalogue.Field) {
	switch {
	case f.Field != "" && !c.u.field(f.Field):
		c.failf(e.Pos, "no field %s", f.Field)
	case f.Option != "" && c.u.funcs[f.Option] == nil:
		c.failf(e.Pos, "no function %s", f.Option)
	}
}

// ref resolves a reference; sig is the signature of the function asked about, or nil.
func (c *checker) ref(pos, what, s string, sig *types.Signature) {
	kind, v, _ := strings.Cut(s, ":")
	ok := true
	switch kind {
	case "field":
		ok = c.u.field(v)
	case "func":
		ok = c.u.funcs[v] != nil
	case "type":
		ok = c.u.types[v] != nil
	case "var":
		o := c.u.object(v)
		_, isType := o.(*types.TypeName)
		ok = o != nil && !isType
	case "arg":
		i, err := strconv.Atoi(v)
		ok = err == nil && sig != nil && i < sig.Params().Len()
	}
	if !ok {
		c.failf(pos, "%s: %s does not resolve", what, s)
	}
}
