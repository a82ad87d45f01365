package dependency

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// A fieldKey is a field of a named type: other types may have the same fields.
type fieldKey struct {
	typ   *types.TypeName
	field *types.Var
}

// fieldName spells a field of t as "pkg.T.F".
func (e *eval) fieldName(t types.Type, f *types.Var) string {
	n, ok := types.Unalias(gotype.Deref(t)).(*types.Named)
	if !ok {
		return fieldName(t, f)
	}
	k := fieldKey{n.Obj(), f}
	s, ok := e.names[k]
	if !ok {
		s = fieldName(t, f)
		e.names[k] = s
	}
	return s
}

func fieldName(t types.Type, f *types.Var) string { return gotype.Name(t) + "." + f.Name() }

// fieldOf is the field "pkg.T.F" of t, or nil.
func fieldOf(t types.Type, name string) *types.Var {
	st, ok := gotype.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	i := strings.LastIndexByte(name, '.')
	for f := range st.Fields() {
		if f.Name() == name[i+1:] && fieldName(t, f) == name {
			return f
		}
	}
	return nil
}

// placeName spells a place in the package: "pkg/file:line:column", or nothing where there is
// none.
func (e *eval) placeName(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	name, ok := e.spelled[pos]
	if !ok {
		p := e.pass.Fset.Position(pos)
		name = e.pass.Pkg.Path() + "/" + filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
		e.spelled[pos] = name
	}
	return name
}
