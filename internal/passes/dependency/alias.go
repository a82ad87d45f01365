package dependency

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A home is a place in the package at which a field, or a package variable, gets its
// value, with what is wanted of that value.
type home struct {
	e      *eval
	base   ssa.Value // the struct whose field it is, or nil
	prefix Ref       // what the struct is to who asked
	outs   []origin
	whole  bool
}

// seen is r, as the constructor knows it, in the terms of who asked: what belongs to the
// struct itself.
func (h home) seen(r Ref) Ref {
	switch {
	case r.Root == Global || r.Root == Host || r.Root == Text:
		return r
	case h.base == nil || !r.Known():
		return Ref{}
	case r.Root == Made && r.Name == h.e.made(h.base).Name:
		return h.prefix.add(r.Path)
	}
	if b := h.e.one(h.base, ""); b.Root == r.Root && b.Param == r.Param && b.Name == r.Name {
		return h.prefix.add(r.Path)
	}
	if f := h.field(r); f.Known() || r.Root != Param {
		return cmp.Or(f, r)
	}
	// What the constructor was given: the same for all that it makes in one call.
	fn := h.base.Parent()
	return Ref{Root: Made, Name: fmt.Sprintf("%s#%d", h.e.placeName(fn.Pos()), r.Param), Path: r.Path}
}

// field is the field of the struct that gets what r names, with what is read from it.
func (h home) field(r Ref) Ref {
	st, ok := gotype.Deref(h.base.Type()).Underlying().(*types.Struct)
	if !ok {
		return Ref{}
	}
	for f := range st.Fields() {
		for _, s := range flow.StoresTo(h.base, f) {
			v := h.e.one(s.Val, "")
			if v.Root != r.Root || v.Param != r.Param || v.Name != r.Name {
				continue
			}
			if v.Path == r.Path {
				return h.prefix.add(fieldName(h.base.Type(), f))
			}
			rest, ok := strings.CutPrefix(r.Path, v.Path+"|")
			if v.Path == "" {
				rest, ok = r.Path, true
			}
			if ok {
				return h.prefix.add(join(fieldName(h.base.Type(), f), rest))
			}
		}
	}
	return Ref{}
}

// homes lists where what r names comes from. The first field on the way that the package
// sets somewhere is followed.
func (e *eval) homes(r Ref) []home {
	if r.Root == Global && r.Path == "" {
		return e.globalHomes(r, "")
	}
	if r.Path == "" {
		return nil
	}
	fields := r.Fields()
	for i, name := range fields {
		prefix := Ref{Root: r.Root, Param: r.Param, Name: r.Name}.add(strings.Join(fields[:i], "|"))
		if out := e.fieldHomes(name, prefix, strings.Join(fields[i+1:], "|")); len(out) > 0 {
			return out
		}
	}
	if r.Root == Global {
		return e.globalHomes(r, r.Path)
	}
	return nil
}

func (e *eval) globalHomes(r Ref, path string) []home {
	i := strings.LastIndexByte(r.Name, '.')
	if i < 0 || r.Name[:i] != e.pass.Pkg.Path() {
		return nil
	}
	g, ok := e.x.SSA.Pkg.Members[r.Name[i+1:]].(*ssa.Global)
	if !ok {
		return nil
	}
	var out []home
	for _, st := range e.x.GlobalStores(g) {
		h := home{e: e}
		h.outs, h.whole = e.at(st.Val, path)
		out = append(out, h)
	}
	return out
}

func (e *eval) fieldHomes(name string, prefix Ref, rest string) []home {
	f := e.fieldVar(name)
	if f == nil {
		return nil
	}
	var out []home
	for _, st := range e.x.FieldStores(f) {
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if in, ok := fa.X.(*ssa.FieldAddr); ok && !lastField(prefix, fieldName(in.X.Type(), flow.FieldVar(in))) {
			continue // a struct inside another field
		}
		h := home{e: e, base: fa.X, prefix: prefix}
		h.outs, h.whole = e.at(st.Val, rest)
		out = append(out, h)
	}
	return out
}

// lastField tells whether name is the last field of r, if r has any.
func lastField(r Ref, name string) bool {
	fields := r.Fields()
	return len(fields) == 0 || fields[len(fields)-1] == name
}

// fieldVar is the field "pkg.T.F" of a type of this package, or nil.
func (e *eval) fieldVar(name string) *types.Var {
	if f, ok := e.fields[name]; ok {
		return f
	}
	e.fields[name] = nil
	typ, _, ok := cutLast(name)
	if !ok {
		return nil
	}
	pkg, t, ok := cutLast(typ)
	if !ok || pkg != e.pass.Pkg.Path() {
		return nil
	}
	obj := e.pass.Pkg.Scope().Lookup(t)
	if obj == nil {
		return nil
	}
	e.fields[name] = fieldOf(obj.Type(), name)
	return e.fields[name]
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// Likeness says whether two Refs name one value.
type Likeness uint8

// The values of a Likeness.
const (
	Other Likeness = iota // not as far as is known
	Maybe                 // some constructor, or some caller of one, gives both the same
	Same
)

// Like tells whether a and b, seen from one function, are the same value.
func (p *Package) Like(a, b Ref) Likeness {
	switch {
	case p.e == nil || !a.Known() || !b.Known():
		return Other
	case a == b:
		return Same
	case a.Root == Text || b.Root == Text || a.Root == Host || b.Root == Host || a.Root == Made || b.Root == Made:
		return Other
	case p.e.alias(a, b):
		return Maybe
	}
	return Other
}

// alias tells whether two fields get one value where their struct is made.
func (e *eval) alias(a, b Ref) bool {
	if a.Root != b.Root || a.Param != b.Param || a.Name != b.Name || a.Path == "" || b.Path == "" {
		return false
	}
	x, y := a.Fields(), b.Fields()
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	if i == len(x) || i == len(y) {
		return false
	}
	prefix := Ref{Root: a.Root, Param: a.Param, Name: a.Name}
	hx := e.fieldHomes(x[i], prefix, strings.Join(x[i+1:], "|"))
	hy := e.fieldHomes(y[i], prefix, strings.Join(y[i+1:], "|"))
	if gets(hx, b) || gets(hy, a) {
		return true
	}
	for _, p := range hx {
		for _, q := range hy {
			if p.base == q.base && (meet(p.outs, q.outs) || e.sameAddress(p.outs, q.outs) || e.callersGive(p, q)) {
				return true
			}
		}
	}
	return false
}

// gets tells whether what is stored at one of the homes is r itself, as in
// s.secondary = s.primary.
func gets(homes []home, r Ref) bool {
	return slices.ContainsFunc(homes, func(h home) bool {
		return slices.ContainsFunc(h.outs, func(o origin) bool { return h.seen(o.ref) == r })
	})
}

func meet(a, b []origin) bool {
	return slices.ContainsFunc(a, func(x origin) bool {
		return x.ref.Root != Text && slices.ContainsFunc(b, func(y origin) bool { return x.ref == y.ref })
	})
}

// sameAddress tells whether both are made by one function with one address: two pools on
// one data source name, two connections to one host.
func (e *eval) sameAddress(a, b []origin) bool {
	for _, x := range a {
		for _, y := range b {
			c, ok := x.val.(*ssa.Call)
			d, ok2 := y.val.(*ssa.Call)
			if !ok || !ok2 || c == d || x.ref.Path != y.ref.Path {
				continue
			}
			if e.madeAlike(c.Common(), d.Common()) {
				return true
			}
			if in := e.inner(c.Common()); in.Known() && in == e.inner(d.Common()) {
				return true
			}
		}
	}
	return false
}

// inner is the connection that a call makes something around: a stub, a repository.
func (e *eval) inner(com *ssa.CallCommon) Ref {
	for _, a := range com.Args {
		if e.connection(a.Type()) {
			return e.one(a, "")
		}
	}
	return Ref{}
}

// connection tells whether t is a connection or pool to one dependency.
func (e *eval) connection(t types.Type) bool {
	name := gotype.Name(t)
	if name == "google.golang.org/grpc.ClientConnInterface" || name == "google.golang.org/grpc.ClientConn" {
		return true
	}
	pkg, _, ok := cutLast(name)
	if !ok || clients.ClientType(t) || pkg == "net/http" {
		return false
	}
	return slices.Contains(e.cat.Receivers(pkg), "*"+name) || slices.Contains(e.cat.Receivers(pkg), name)
}

func (e *eval) madeAlike(a, b *ssa.CallCommon) bool {
	f, _ := ssacall.Target(a)
	g, _ := ssacall.Target(b)
	if f == nil || f != g || len(a.Args) != len(b.Args) {
		return false
	}
	texts := 0
	for i := range a.Args {
		if !isString(a.Args[i].Type()) {
			continue
		}
		x := e.one(a.Args[i], "")
		if !x.Known() || x != e.one(b.Args[i], "") {
			return false
		}
		texts++
	}
	return texts > 0
}

// callersGive tells whether some caller of the constructor hands in one value for both
// fields.
func (e *eval) callersGive(p, q home) bool {
	for _, x := range p.outs {
		for _, y := range q.outs {
			if x.ref.Root != Param || y.ref.Root != Param || x.ref.Path != y.ref.Path || p.base.Parent() == nil || p.base.Parent().Parent() != nil {
				continue
			}
			for _, c := range e.x.Callers(p.base.Parent()) {
				as := ssacall.Args(c.Common())
				if x.ref.Param >= len(as) || y.ref.Param >= len(as) {
					continue
				}
				a, b := e.one(as[x.ref.Param], ""), e.one(as[y.ref.Param], "")
				if a.Known() && a == b && a.Root != Text {
					return true
				}
			}
		}
	}
	return false
}

// factOf is the fact of the function that c calls, or nil.
func (e *eval) factOf(c ssa.CallInstruction) *Func {
	obj, _ := ssacall.Target(c.Common())
	return e.fact(obj)
}
