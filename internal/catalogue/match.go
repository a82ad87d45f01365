package catalogue

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A callee is a function as the matchers see it.
type callee struct {
	fn   *types.Func // origin
	sig  *types.Signature
	name string // the spelling of Name
	pkg  string
	recv string       // name of the declaring receiver type; "" for a function
	ptr  bool         // pointer receiver
	intf bool         // declared in an interface
	stat *types.Named // static receiver type of the call, or nil
}

// newCallee describes a call of fn, which must be an origin with a package.
func newCallee(fn *types.Func, static types.Type) *callee {
	c := &callee{fn: fn, sig: fn.Signature(), name: Name(fn), pkg: fn.Pkg().Path(), stat: named(static)}
	if r := c.sig.Recv(); r != nil {
		t := types.Unalias(r.Type())
		_, c.ptr = t.(*types.Pointer)
		if n := named(t); n != nil {
			c.recv = n.Obj().Name()
			c.intf = types.IsInterface(n)
		}
	}
	return c
}

// matches tells whether m names the callee.
func (m *Match) matches(c *callee) bool {
	if m.Pkg != "" {
		return c.recv == "" && c.sig.Recv() == nil && globMatch(m.Pkg, c.pkg) &&
			nameMatches(m.Funcs, c) && !nameMatches(m.Except, c)
	}
	return nameMatches(m.Methods, c) && !nameMatches(m.Except, c) && recvMatches(m.Recv, c)
}

// Matches tells whether m names fn, called through a value of type recv or of an unknown
// one where recv is nil. except_recv is not looked at.
func (m *Match) Matches(fn *types.Func, recv types.Type) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return m.matches(newCallee(fn.Origin(), recv))
}

// Matches tells whether fn has the shape.
func (s *Shape) Matches(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return s.matches(newCallee(fn.Origin(), nil))
}

// excepts tells whether the entry does not hold for the call's static receiver type.
func (m *Match) excepts(c *callee) bool {
	if m == nil || c.stat == nil {
		return false
	}
	s := typeName(c.stat)
	return slices.ContainsFunc(m.ExceptRecv, func(p string) bool { return globMatch(strings.TrimPrefix(p, "*"), s) })
}

// nameMatches tests the name patterns of a match.
func nameMatches(patterns []string, c *callee) bool {
	for _, p := range patterns {
		switch p {
		case "*ctx":
			if firstIsContext(c.sig) {
				return true
			}
		case "*noctx":
			if !firstIsContext(c.sig) {
				return true
			}
		case "*ctx:error":
			if firstIsContext(c.sig) && lastIsError(c.sig) {
				return true
			}
		case "*error":
			if lastIsError(c.sig) {
				return true
			}
		default:
			if globMatch(p, c.fn.Name()) {
				return true
			}
		}
	}
	return false
}

func firstIsContext(s *types.Signature) bool {
	if s.Params().Len() == 0 {
		return false
	}
	n, ok := types.Unalias(s.Params().At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func lastIsError(s *types.Signature) bool {
	n := s.Results().Len()
	return n > 0 && types.Identical(s.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

// recvMatches tests a receiver pattern against the declaring type of a method. An
// interface also has the methods of those it embeds, which keep the name of the
// interface that declares them.
func recvMatches(pattern string, c *callee) bool {
	if c.recv == "" {
		return false
	}
	q, ptr := strings.CutPrefix(pattern, "*")
	pkg, typ, err := splitGlob(q)
	if err != nil || ptr != c.ptr {
		return false
	}
	if globMatch(pkg, c.pkg) && globMatch(typ, c.recv) {
		return true
	}
	if !c.intf {
		return false
	}
	if c.stat != nil && c.stat.Obj().Pkg() != nil && globMatch(pkg, c.stat.Obj().Pkg().Path()) &&
		globMatch(typ, c.stat.Obj().Name()) {
		return embeds(c.stat, c.fn)
	}
	return globMatch(pkg, c.pkg) && embeddedBy(c.fn, typ)
}

// embeddedBy tells whether an interface of fn's package whose name fits the pattern has
// the interface method fn.
func embeddedBy(fn *types.Func, pattern string) bool {
	scope := fn.Pkg().Scope()
	if token.IsIdentifier(pattern) {
		tn, ok := scope.Lookup(pattern).(*types.TypeName)
		return ok && embeds(tn.Type(), fn)
	}
	for _, n := range scope.Names() {
		if tn, ok := scope.Lookup(n).(*types.TypeName); ok && globMatch(pattern, n) && embeds(tn.Type(), fn) {
			return true
		}
	}
	return false
}

// embeds tells whether t is an interface with the very method fn.
func embeds(t types.Type, fn *types.Func) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.Methods() {
		if m.Name() == fn.Name() && m.Origin() == fn {
			return true
		}
	}
	return false
}

// matches tells whether the callee has the shape.
func (s *Shape) matches(c *callee) bool {
	n := c.sig.Params().Len()
	for _, p := range []struct {
		want string
		at   int
	}{{s.First, 0}, {s.Second, 1}, {s.Last, n - 1}} {
		if p.want == "" {
			continue
		}
		if p.at < 0 || p.at >= n || !typeMatches(p.want, ParamString(c.sig, p.at)) {
			return false
		}
	}
	if s.ResultHas != "" && !resultHas(c.sig, s.ResultHas) || s.ResultLacks != "" && resultHas(c.sig, s.ResultLacks) {
		return false
	}
	if s.Result == "" {
		return true
	}
	k := c.sig.Results().Len()
	return k > 0 && typeMatches(s.Result, TypeString(c.sig.Results().At(k-1).Type()))
}

// resultHas tells whether the first result has a method of this name.
func resultHas(s *types.Signature, method string) bool {
	if s.Results().Len() == 0 {
		return false
	}
	o, _, _ := types.LookupFieldOrMethod(s.Results().At(0).Type(), true, nil, method)
	_, ok := o.(*types.Func)
	return ok
}

func typeMatches(pattern, t string) bool {
	return pattern == t || strings.ContainsAny(pattern, "*?") && globMatch(escapePointers(pattern), t)
}

// A cover is one parsed item of covers.
type cover struct {
	tree  string // "path/..." without the dots
	exact string // a name without globs
	match Match
}

func parseCover(s string) (cover, error) {
	if base, ok := strings.CutSuffix(s, "/..."); ok {
		return cover{tree: base}, nil
	}
	if !strings.ContainsAny(strings.Replace(s, "(*", "(", 1), "*?") {
		_, err := parseSymbol(s)
		return cover{exact: s}, err
	}
	bad := fmt.Errorf("malformed covers %q; write path/... or a symbol, with the globs * and ? in its parts", s)
	if rest, ok := strings.CutPrefix(s, "("); ok {
		recv, name, ok := strings.Cut(rest, ").")
		if _, _, err := splitGlob(strings.TrimPrefix(recv, "*")); !ok || err != nil || name == "" {
			return cover{}, bad
		}
		return cover{match: Match{Recv: recv, Methods: []string{name}}}, nil
	}
	pkg, name, err := splitGlob(s)
	if err != nil {
		return cover{}, bad
	}
	return cover{match: Match{Pkg: pkg, Funcs: []string{name}}}, nil
}

func (v *cover) matches(c *callee) bool {
	switch {
	case v.tree != "":
		return c.pkg == v.tree || strings.HasPrefix(c.pkg, v.tree+"/")
	case v.exact != "":
		return v.exact == c.name
	}
	return v.match.matches(c)
}
