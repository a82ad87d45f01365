package implement

import (
	"encoding/hex"
	"go/types"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
)

// Packages that do not import one another speak of the same method by hashes. One is over
// name and signature, so that to have all of an interface's hashes is to implement it.

// Hash writes texts in eight digits.
func Hash(parts ...string) string {
	h := newSum()
	for _, s := range parts {
		h = add(h, s)
	}
	return h.String()
}

// A sum is the hash of the texts that were added, FNV-1a with a zero behind each.
type sum uint32

func newSum() sum { return 2166136261 }

func add[T string | []byte](h sum, text T) sum {
	for i := range len(text) {
		h = (h ^ sum(text[i])) * 16777619
	}
	return h * 16777619
}

func (h sum) String() string {
	var text [8]byte
	return string(hex.AppendEncode(text[:0], []byte{byte(h >> 24), byte(h >> 16), byte(h >> 8), byte(h)}))
}

// Method is the same for a method of an interface and the one that implements it.
func Method(fn *types.Func) string {
	sig := fn.Signature()
	h := add(newSum(), fn.Name())
	if sig.Variadic() {
		h = add(h, "true")
	} else {
		h = add(h, "false")
	}
	var text [96]byte // enough for most types
	for _, t := range [...]*types.Tuple{sig.Params(), sig.Results()} {
		for v := range t.Variables() {
			h = add(h, catalogue.AppendType(text[:0], v.Type()))
		}
		h = add(h, "")
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
