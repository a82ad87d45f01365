package implement

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
)

// Packages that do not import one another speak of the same method by hashes. One is over
// name and signature, so that to have all of an interface's hashes is to implement it.

// Hash writes texts in eight digits.
func Hash(parts ...string) string {
	h := offset
	for _, s := range parts {
		h = h.text(s)
	}
	return h.String()
}

// A sum is the FNV-1a hash of texts, each with a zero byte behind it.
type sum uint32

// The constants of FNV-1a with 32 bits.
const (
	offset sum = 2166136261
	prime  sum = 16777619
)

// text adds a whole text.
func (h sum) text(s string) sum { return h.part(s).end() }

// part adds the next part of a text, and end what stands behind it.
func (h sum) part(s string) sum {
	for i := range len(s) {
		h = (h ^ sum(s[i])) * prime
	}
	return h
}

func (h sum) end() sum { return h * prime }

// typ adds the next part of a text, a type as catalogue.TypeString spells it. The types that
// most parameters have are not written out for that.
func (h sum) typ(t types.Type) sum {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return h.part("*").typ(t.Elem())
	case *types.Slice:
		return h.part("[]").typ(t.Elem())
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			h = h.part(pkg.Path()).part(".")
		}
		return h.part(t.Obj().Name())
	}
	return h.part(catalogue.TypeString(t))
}

// String writes the sum in eight digits.
func (h sum) String() string {
	const digits = "0123456789abcdef"
	var b [8]byte
	for i := range b {
		b[i] = digits[h>>(28-4*i)&15]
	}
	return string(b[:])
}

// Method is the same for a method of an interface and the one that implements it.
func Method(fn *types.Func) string {
	sig := fn.Signature()
	h := offset.text(fn.Name()).text(strconv.FormatBool(sig.Variadic()))
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range t.Len() {
			h = h.typ(t.At(i).Type()).end()
		}
		h = h.text("")
	}
	return h.String()
}

// Interface returns the id of an interface, which is made of the hashes of its methods, and
// these, sorted.
func Interface(t types.Type) (id string, methods []string) {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return "", nil
	}
	for m := range iface.Methods() {
		methods = append(methods, Method(m))
	}
	slices.Sort(methods)
	return Hash(methods...), methods
}

// Type is the id of a type, or of the generic one that it is an instance of.
func Type(tn *types.TypeName) string {
	if tn.Pkg() == nil {
		return Hash(tn.Name())
	}
	return Hash(tn.Pkg().Path(), tn.Name())
}

// A Hole is a call of a method of an interface whose implementation is not in sight. It is
// written METHOD@INTERFACE, behind a space the id of a type that does not stand there, as a
// decorator does not stand in itself, and behind another the node of the value, as package
// wiring names it.
type Hole struct{ Method, Interface, Not, Node string }

// String writes the hole.
func (h Hole) String() string {
	return strings.TrimRight(h.Method+"@"+h.Interface+" "+h.Not+" "+h.Node, " ")
}

// ParseHole reads what String wrote.
func ParseHole(s string) Hole {
	key, rest, _ := strings.Cut(s, " ")
	var h Hole
	h.Method, h.Interface, _ = strings.Cut(key, "@")
	h.Not, h.Node, _ = strings.Cut(rest, " ")
	return h
}
