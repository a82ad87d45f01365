package catalogue

import (
	"go/types"
	"path"
	"strconv"
	"strings"
)

// TypeString spells a type as the data does: full package paths, no parameter names, no
// type parameter brackets, any for the empty interface, and aliases resolved. Other
// interfaces without a name are spelt as go/types writes them.
func TypeString(t types.Type) string {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok {
		return typeName(n)
	}
	var text [96]byte // enough for most
	return string(AppendType(text[:0], t))
}

// AppendType appends what TypeString gives to b.
func AppendType(b []byte, t types.Type) []byte {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return AppendType(append(b, '*'), t.Elem())
	case *types.Slice:
		return AppendType(append(b, "[]"...), t.Elem())
	case *types.Array:
		b = strconv.AppendInt(append(b, '['), t.Len(), 10)
		return AppendType(append(b, ']'), t.Elem())
	case *types.Map:
		b = AppendType(append(b, "map["...), t.Key())
		return AppendType(append(b, ']'), t.Elem())
	case *types.Chan:
		return AppendType(append(b, [...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()]...), t.Elem())
	case *types.Signature:
		return appendSignature(append(b, "func"...), t)
	case *types.Interface:
		if t.Empty() {
			return append(b, "any"...)
		}
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			b = append(append(b, pkg.Path()...), '.')
		}
		return append(b, t.Obj().Name()...)
	case *types.TypeParam:
		return append(b, t.Obj().Name()...)
	case *types.Basic:
		if t.Kind() != types.UnsafePointer {
			return append(b, t.Name()...)
		}
	}
	return append(b, types.TypeString(t, nil)...)
}

func appendSignature(b []byte, s *types.Signature) []byte {
	b = append(b, '(')
	for i := range s.Params().Len() {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendParam(b, s, i)
	}
	b = append(b, ')')
	n := s.Results().Len()
	if n == 0 {
		return b
	}
	b = append(b, ' ')
	if n > 1 {
		b = append(b, '(')
	}
	for i := range n {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = AppendType(b, s.Results().At(i).Type())
	}
	if n > 1 {
		b = append(b, ')')
	}
	return b
}

// ParamString spells the type of parameter i, a variadic one as "...T".
func ParamString(s *types.Signature, i int) string {
	if !s.Variadic() || i < s.Params().Len()-1 {
		return TypeString(s.Params().At(i).Type())
	}
	return string(appendParam(nil, s, i))
}

func appendParam(b []byte, s *types.Signature, i int) []byte {
	t := s.Params().At(i).Type()
	if s.Variadic() && i == s.Params().Len()-1 {
		if sl, ok := t.(*types.Slice); ok {
			return AppendType(append(b, "..."...), sl.Elem())
		}
	}
	return AppendType(b, t)
}

// typeName spells a named type, "pkg/path.T".
func typeName(t *types.Named) string {
	o := t.Obj()
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// named returns the named type t is or points to, or nil.
func named(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// typePkg returns the package of the named type inside t: behind pointers, slices and
// the first parameter of a function, as option functions have it. It is nil where there is
// none.
func typePkg(t types.Type) *types.Package {
	for range 6 { // deeper than any parameter type
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Signature:
			if u.Params().Len() == 0 {
				return nil
			}
			t = u.Params().At(0).Type()
		case *types.Named:
			return u.Obj().Pkg()
		default:
			return nil
		}
	}
	return nil
}

// packages lists the packages, as patterns, of the types in the shape; a function that
// has none of them cannot have the shape. The standard library's do not count: nearly
// every function has one.
func (s *Shape) packages() []string {
	var out []string
	for _, t := range []string{s.First, s.Second, s.Last, s.Result} {
		t = strings.TrimPrefix(t, "...")
		t = strings.TrimPrefix(strings.TrimLeft(t, "*[]"), "func(")
		t, _, _ = strings.Cut(strings.TrimLeft(t, "*[]"), ")")
		t, _, _ = strings.Cut(t, ",")
		if pkg, _, err := splitGlob(t); err == nil && !isStd(pkg) {
			out = append(out, pkg)
		}
	}
	return out
}

// isStd tells whether a path is spelt as the standard library's are: no dot in its first
// element.
func isStd(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

// escapePointers makes a type pattern safe for path.Match: the stars that mean a pointer
// are escaped, those that mean a glob are not.
func escapePointers(t string) string {
	var b strings.Builder
	for i := 0; i < len(t); i++ {
		start := i == 0 || strings.ContainsRune("(*] ", rune(t[i-1])) || strings.HasSuffix(t[:i], "...")
		if t[i] == '*' && start {
			b.WriteByte('\\')
		}
		if t[i] == '[' {
			b.WriteByte('\\')
		}
		b.WriteByte(t[i])
	}
	return b.String()
}

// globMatch is path.Match for patterns known to be well formed.
func globMatch(pattern, s string) bool {
	if pattern == s {
		return true
	}
	if !strings.ContainsAny(pattern, "*?[\\") {
		return false
	}
	ok, err := path.Match(pattern, s)
	return err == nil && ok
}
