package clients

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/hosts"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// urlType tells whether a value of type t is, or carries, a URL.
func urlType(t types.Type) bool {
	if n := namedType(gotype.Deref(t)); n != nil {
		switch n.Obj().Name() {
		case "URL":
			return gotype.Is(n, "net/url", "URL") || isString(t)
		case "Request":
			return gotype.Is(n, "net/http", "Request") || gotype.Is(n, "github.com/hashicorp/go-retryablehttp", "Request") || isString(t)
		}
	}
	return isString(t)
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// host is the constant host of a URL, or empty.
func (r Ref) host() string {
	if r.Kind == RefHost {
		return r.Name
	}
	return ""
}

// url says where the URL, or the request for one, comes from: its constant host, or the
// parameter or field that its front part is.
func (e *eval) url(v ssa.Value) Ref {
	if v == nil || e.urls >= maxURL {
		return Ref{} // a callee's argument may lead back to the call
	}
	e.urls++
	defer func() { e.urls-- }()
	return e.urlAt(v, 0)
}

const maxURL = 8

func (e *eval) urlAt(v ssa.Value, depth int) Ref {
	if depth > maxURL {
		return Ref{}
	}
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
		return e.concat(b, depth)
	}
	var out Ref
	for _, l := range e.x.Resolve(v) {
		if c, ok := l.Value.(*ssa.Const); l.Kind == flow.Const && (!ok || c.Value == nil || constant.StringVal(text(c)) == "") {
			continue // an error path, or a default that is replaced
		}
		r := e.urlLeaf(l, v, depth)
		if r.Kind == RefNone || out.Kind != RefNone && !sameDependency(r, out) {
			return Ref{}
		}
		if out.Kind == RefNone {
			out = r
		}
	}
	return out
}

func text(c *ssa.Const) constant.Value {
	if c.Value == nil || c.Value.Kind() != constant.String {
		return constant.MakeString("")
	}
	return c.Value
}

func sameDependency(a, b Ref) bool {
	if a.Kind == RefHost && b.Kind == RefHost {
		return hosts.Domain(a.Name) == hosts.Domain(b.Name)
	}
	return a == b
}

func (e *eval) urlLeaf(l flow.Leaf, v ssa.Value, depth int) Ref {
	switch l.Kind {
	case flow.Const:
		return hostOf(constant.StringVal(text(l.Value.(*ssa.Const))), true)
	case flow.Param:
		if p := l.Value.(*ssa.Parameter); p.Parent().Parent() == nil {
			return Ref{Kind: RefParam, Param: ssacall.ParamIndex(p)}
		}
	case flow.Global:
		g := l.Value.(*ssa.Global)
		if g.Pkg == e.x.SSA.Pkg && !e.addressTaken(g) {
			return e.urlStores(e.x.GlobalStores(g), depth)
		}
	case flow.Field:
		return e.urlField(l, depth)
	case flow.Alloc:
		return e.urlLiteral(l.Value.(*ssa.Alloc), depth)
	case flow.Call:
		return e.urlCall(l.Value.(*ssa.Call), l.Result, depth)
	case flow.Other:
		if b, ok := l.Value.(*ssa.BinOp); ok && b.Op == token.ADD && l.Value != v {
			return e.concat(b, depth+1)
		}
	}
	return Ref{}
}

// addressTaken tells whether the variable may be set by other code than its package's
// stores, as a flag is.
func (e *eval) addressTaken(g *ssa.Global) bool {
	return slices.ContainsFunc(e.x.Uses(g), func(in ssa.Instruction) bool {
		c, ok := in.(ssa.CallInstruction)
		return ok && slices.Contains(c.Common().Args, ssa.Value(g))
	})
}

// urlStores is the one dependency that all the stored values name, if they do.
func (e *eval) urlStores(stores []*ssa.Store, depth int) Ref {
	var out Ref
	for _, st := range stores {
		r := e.urlAt(st.Val, depth+1)
		if r.Kind != RefHost || out.Kind != RefNone && !sameDependency(r, out) {
			return Ref{}
		}
		out = r
	}
	return out
}

// urlField is a base URL kept in a field: its constant host where it never gets another,
// else the field itself.
func (e *eval) urlField(l flow.Leaf, depth int) Ref {
	if gotype.Name(l.Base.Type()) == "net/http.Request" || gotype.Name(l.Base.Type()) == "net/url.URL" {
		return e.urlAt(l.Base, depth+1)
	}
	if r := e.urlStores(e.x.FieldStores(l.Var), depth); r.Kind == RefHost && len(e.x.FieldStores(l.Var)) > 0 {
		return r
	}
	return e.base(l.Base, 0).field(fieldName(l))
}

// fieldName spells the field of a leaf as "pkg.T.F".
func fieldName(l flow.Leaf) string { return gotype.Name(l.Base.Type()) + "." + l.Var.Name() }

// urlLiteral is the host of url.URL{Host: "…"}.
func (e *eval) urlLiteral(a *ssa.Alloc, depth int) Ref {
	st, ok := gotype.Deref(a.Type()).Underlying().(*types.Struct)
	if !ok || gotype.Name(a.Type()) != "net/url.URL" {
		return Ref{}
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() != "Host" {
			continue
		}
		for _, s := range flow.StoresTo(a, st.Field(i)) {
			if c, ok := s.Val.(*ssa.Const); ok {
				return hostOf("https://"+constant.StringVal(text(c))+"/", true)
			}
			return e.urlAt(s.Val, depth+1)
		}
	}
	return Ref{}
}

// urlArgs says which argument of a function, the receiver first, its URL comes from.
var urlArgs = map[string]int{
	"net/http.NewRequest":                                          1,
	"net/http.NewRequestWithContext":                               2,
	"(*net/http.Request).WithContext":                              0,
	"(*net/http.Request).Clone":                                    0,
	"github.com/hashicorp/go-retryablehttp.NewRequest":             1,
	"github.com/hashicorp/go-retryablehttp.NewRequestWithContext":  2,
	"github.com/hashicorp/go-retryablehttp.FromRequest":            0,
	"(*github.com/hashicorp/go-retryablehttp.Request).WithContext": 0,
	"net/url.Parse":                   0,
	"net/url.ParseRequestURI":         0,
	"net/url.JoinPath":                0,
	"(*net/url.URL).String":           0,
	"(*net/url.URL).JoinPath":         0,
	"(*net/url.URL).ResolveReference": 0,
	"(*net/url.URL).Parse":            0,
	"strings.TrimRight":               0,
	"strings.TrimSuffix":              0,
	"strings.TrimSpace":               0,
	"strings.TrimLeft":                0,
	"strings.Replace":                 0,
	"strings.ReplaceAll":              0,
	"strings.ToLower":                 0,
	"fmt.Sprint":                      0,
}

// urlPackages are the packages of the functions of urlArgs.
var urlPackages = map[string]bool{
	"net/http": true, "github.com/hashicorp/go-retryablehttp": true, "net/url": true, "strings": true, "fmt": true,
}

// urlArg is which argument of fn its URL comes from, if any.
func urlArg(fn *types.Func) (int, bool) {
	if fn.Pkg() == nil || !urlPackages[fn.Pkg().Path()] {
		return 0, false
	}
	i, ok := urlArgs[fn.FullName()]
	return i, ok
}

func (e *eval) urlCall(c *ssa.Call, result, depth int) Ref {
	com := c.Common()
	obj, _ := ssacall.Target(com)
	if obj == nil {
		return Ref{}
	}
	as := ssacall.Args(com)
	if len(as) == 2 && gotype.IsFunc(obj, "fmt.Sprintf") {
		return e.sprintf(as, depth)
	}
	if i, ok := urlArg(obj); ok {
		if i >= len(as) {
			return Ref{}
		}
		return e.urlAt(as[i], depth+1)
	}
	if f := e.fact(obj); f != nil {
		for _, r := range f.Results {
			if r.Index == result && r.Kind == ResultURL {
				return e.substAt(r.Ref, as, depth+1)
			}
		}
	}
	return Ref{}
}

// subst turns what a callee says of its parameters into what the arguments are here.
func (e *eval) subst(r Ref, as []ssa.Value) Ref { return e.substAt(r, as, 0) }

func (e *eval) substAt(r Ref, as []ssa.Value, depth int) Ref {
	if r.Kind != RefParam {
		return r
	}
	if r.Param >= len(as) {
		return Ref{}
	}
	if r.Path == "" {
		return e.urlAt(as[r.Param], depth)
	}
	return e.base(as[r.Param], 0).path(r.Path)
}

// path is the ref of the fields in p, read one from another.
func (r Ref) path(p string) Ref {
	if p == "" {
		return r
	}
	for _, f := range strings.Split(p, "|") {
		r = r.field(f)
	}
	return r
}

// sprintf reads a format with its constant front, or the argument that the front is.
func (e *eval) sprintf(as []ssa.Value, depth int) Ref {
	c, ok := as[0].(*ssa.Const)
	if !ok {
		return Ref{}
	}
	format := constant.StringVal(text(c))
	front, _, cut := strings.Cut(format, "%")
	if front != "" {
		return hostOf(front, !cut)
	}
	if !strings.HasPrefix(format, "%s") && !strings.HasPrefix(format, "%v") {
		return Ref{}
	}
	if v := variadic(as[1], 0); v != nil {
		return e.urlAt(v, depth+1)
	}
	return Ref{}
}

// variadic is the i-th of the values given for a variadic parameter.
func variadic(v ssa.Value, i int64) ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok || s.X.Referrers() == nil {
		return nil
	}
	for _, ref := range *s.X.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if c, ok := ia.Index.(*ssa.Const); !ok || c.Int64() != i {
			continue
		}
		for _, r := range *ia.Referrers() {
			if st, ok := r.(*ssa.Store); ok {
				return st.Val
			}
		}
	}
	return nil
}

// concat reads a + b + … from the left as far as it is constant.
func (e *eval) concat(b *ssa.BinOp, depth int) Ref {
	parts := operands(b)
	front := ""
	for i, p := range parts {
		s, ok := constText(p)
		if ok {
			front += s
			continue
		}
		if front == "" {
			return e.urlAt(p, depth+1)
		}
		if strings.HasSuffix(front, "://") { // the host itself is a value
			r := e.urlAt(p, depth+1)
			if r.Kind == RefNone && i == 1 {
				return Ref{}
			}
			return r
		}
		return hostOf(front, false)
	}
	return hostOf(front, true)
}

func constText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

func operands(v ssa.Value) []ssa.Value {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
		return append(operands(b.X), operands(b.Y)...)
	}
	return []ssa.Value{v}
}
