package implement

import (
	"encoding/hex"
	"go/types"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
)

// Packages that do not import one another speak of the same method by hashes. One is over
// name and signature, so that to have all of an interface's hashes is to implement it.

// Hash writes texts in eight digits.
func Hash(parts ...string) string {
	var room [256]byte // enough for most
	b := room[:0]
	for _, s := range parts {
		b = append(append(b, s...), 0)
	}
	return digits(b)
}

// digits hashes texts, each with a zero byte behind it.
func digits(texts []byte) string {
	h := fnv.New32a()
	h.Write(texts)
	return hex.EncodeToString(h.Sum(nil))
}

// Method is the same for a method of an interface and the one that implements it: the hash
// of the name, of whether it is variadic, and of the types as catalogue.TypeString spells
// them.
func Method(fn *types.Func) string {
	sig := fn.Signature()
	var room [256]byte
	b := append(append(room[:0], fn.Name()...), 0)
	b = append(strconv.AppendBool(b, sig.Variadic()), 0)
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range t.Len() {
			b = append(catalogue.AppendType(b, t.At(i).Type()), 0)
		}
		b = append(b, 0)
	}
	return digits(b)
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
