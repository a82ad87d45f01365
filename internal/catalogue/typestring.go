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
	var b strings.Builder
	writeType(&b, t)
	return b.String()
}

func writeType(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		b.WriteByte('*')
		writeType(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		writeType(b, t.Elem())
	case *types.Array:
		b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		writeType(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		writeType(b, t.Key())
		b.WriteByte(']')
		writeType(b, t.Elem())
	case *types.Chan:
		b.WriteString([]string{"chan ", "chan<- ", "<-chan "}[t.Dir()])
		writeType(b, t.Elem())
	case *types.Signature:
		b.WriteString("func")
		writeSignature(b, t)
	case *types.Interface:
		if t.Empty() {
			b.WriteString("any")
			return
		}
		b.WriteString(types.TypeString(t, nil))
	case *types.Named:
		b.WriteString(typeName(t))
	case *types.TypeParam:
		b.WriteString(t.Obj().Name())
	default:
		b.WriteString(types.TypeString(t, nil))
	}
}

func writeSignature(b *strings.Builder, s *types.Signature) {
	b.WriteByte('(')
	for i := range s.Params().Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(ParamString(s, i))
	}
	b.WriteByte(')')
	n := s.Results().Len()
	if n == 0 {
		return
	}
	b.WriteByte(' ')
	if n > 1 {
		b.WriteByte('(')
	}
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		writeType(b, s.Results().At(i).Type())
	}
	if n > 1 {
		b.WriteByte(')')
	}
}

// ParamString spells the type of parameter i, a variadic one as "...T".
func ParamString(s *types.Signature, i int) string {
	t := s.Params().At(i).Type()
	if s.Variadic() && i == s.Params().Len()-1 {
		if sl, ok := t.(*types.Slice); ok {
			return "..." + TypeString(sl.Elem())
		}
	}
	return TypeString(t)
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
// the first parameter of a function, as option functions have it. "" where there is none.
func typePkg(t types.Type) string {
	for range 6 { // deeper than any parameter type
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Signature:
			if u.Params().Len() == 0 {
				return ""
			}
			t = u.Params().At(0).Type()
		case *types.Named:
			if u.Obj().Pkg() == nil {
				return ""
			}
			return u.Obj().Pkg().Path()
		default:
			return ""
		}
	}
	return ""
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
