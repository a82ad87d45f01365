// Package gotype asks the questions about types that every pass and rule asks: which
// named type it is, whether it is a context.
//
// It knows nothing of what the types are for.
package gotype

import (
	"go/types"
	"slices"
	"strings"
)

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

// In tells whether t, or what it points to, is one of the types names of package pkg.
func In(t types.Type, pkg string, names ...string) bool {
	n, ok := types.Unalias(Deref(t)).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg && slices.Contains(names, n.Obj().Name())
}

// PointerTo tells whether t is a pointer to the type name of package pkg.
func PointerTo(t types.Type, pkg, name string) bool {
	_, ok := t.(*types.Pointer)
	return ok && Is(t, pkg, name)
}

// IsContext tells whether t is context.Context.
func IsContext(t types.Type) bool { return Is(t, "context", "Context") }

// IsError tells whether t is the type error.
func IsError(t types.Type) bool { return types.Identical(t, errorType) }

var errorType = types.Universe.Lookup("error").Type()

// Fails tells whether a function of the signature can tell that it failed: its last result
// is an error.
func Fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && IsError(sig.Results().At(n-1).Type())
}

// Path returns the import path of the package that declares obj, or "".
func Path(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// IsFunc tells whether fn is the function of the full name, as types.Func.FullName has it.
// It writes that name only where the last part fits: most calls are asked about several times.
func IsFunc(fn *types.Func, full string) bool {
	return strings.HasSuffix(full, fn.Name()) && fn.FullName() == full
}

// FuncName names a function for a reader: pkg.F for a function, pkg.T.M for a method.
func FuncName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		n, ok := types.Unalias(Deref(types.Unalias(recv.Type()))).(*types.Named)
		if !ok {
			return fn.Name()
		}
		if n.Obj().Pkg() == nil {
			return n.Obj().Name() + "." + fn.Name()
		}
		return n.Obj().Pkg().Name() + "." + n.Obj().Name() + "." + fn.Name()
	}
	return qualified(fn)
}

func qualified(o types.Object) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Name() + "." + o.Name()
}
