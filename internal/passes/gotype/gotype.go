// Package gotype asks the questions about types that every pass and rule asks: which
// named type it is, whether it is a context.
//
// It knows nothing of what the types are for.
package gotype

import "go/types"

// Deref returns what the pointer t points to, or t.
func Deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Name returns "pkg.T" for a named type or a pointer to one, else "".
func Name(t types.Type) string {
	n, ok := types.Unalias(Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// Is tells whether t, or what it points to, is the type name of package pkg.
func Is(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(Deref(t)).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

// PointerTo tells whether t is a pointer to the type name of package pkg.
func PointerTo(t types.Type, pkg, name string) bool {
	_, ok := t.(*types.Pointer)
	return ok && Is(t, pkg, name)
}

// IsContext tells whether t is context.Context.
func IsContext(t types.Type) bool { return Is(t, "context", "Context") }
