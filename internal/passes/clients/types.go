package clients

import (
	"go/types"

	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
)

// A kindOf is what is asked of a type again and again.
type kindOf uint8

const (
	isClient      kindOf = 1 << iota // see clientType
	isInteresting                    // see interesting
)

// typeKey is a named type, or a pointer to one.
type typeKey struct {
	named *types.Named
	ptr   bool
}

// kindOf tells what t is. Only a named type, a pointer to one, and an interface can be
// anything: a client has a name or the method Do, a pool the method Close.
func (e *eval) kindOf(t types.Type) kindOf {
	t = types.Unalias(t)
	key := typeKey{}
	switch x := t.(type) {
	case *types.Pointer:
		key.named, key.ptr = namedType(x.Elem()), true
	case *types.Named:
		key.named = x
	case *types.Interface, *types.TypeParam:
		return e.newKind(t)
	}
	if key.named == nil {
		return 0
	}
	k, ok := e.kinds[key]
	if !ok {
		k = e.newKind(t)
		e.kinds[key] = k
	}
	return k
}

func namedType(t types.Type) *types.Named {
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

func (e *eval) newKind(t types.Type) kindOf {
	var k kindOf
	if clientType(t) {
		k = isClient | isInteresting
	}
	if httpType(t) {
		k |= isInteresting
	}
	n := namedType(gotype.Deref(t))
	if n == nil || n.Obj().Pkg() == nil {
		return k
	}
	if path := n.Obj().Pkg().Path(); path != "net/http" && e.cat.Owns(path) && closer(t) {
		k |= isInteresting
	}
	return k
}

// httpType tells whether t is a client, transport or round tripper of net/http.
func httpType(t types.Type) bool {
	return gotype.In(t, "net/http", "Client", "Transport", "RoundTripper")
}

// isClient tells whether t is a client whose calls name their host each time.
func (e *eval) isClient(t types.Type) bool { return e.kindOf(t)&isClient != 0 }

// interesting tells whether a value of type t can be, or hold, a transport or pool.
func (e *eval) interesting(t types.Type) bool { return e.kindOf(t)&isInteresting != 0 }

// holder tells whether t is a struct of the program with a field that is interesting: an
// API object with its client, a store with its database.
func (e *eval) holder(t types.Type) bool {
	n := namedType(gotype.Deref(t))
	if n == nil {
		return false
	}
	is, ok := e.holders[n]
	if !ok {
		is = e.holds(n)
		e.holders[n] = is
	}
	return is
}

func (e *eval) holds(n *types.Named) bool {
	if n.Obj().Pkg() == nil || !outside.InProgram(e.pass, n.Obj().Pkg().Path()) {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if e.interesting(f.Type()) {
			return true
		}
	}
	return false
}

// follows tells whether a value of type t is worth following to its end.
func (e *eval) follows(t types.Type) bool { return e.interesting(t) || e.holder(t) }

// closer tells whether t has a method that closes it.
func closer(t types.Type) bool {
	for _, name := range []string{"Close", "Disconnect", "Shutdown"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}
