package rule

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"
)

// Import gives the name by which the package can be used at pos, and adds the import where
// the file has none, in the place where gofmt wants it. The package must be one of the
// standard library, or imported by the package under analysis already, since it may need a
// line in go.mod otherwise.
func (c *Change) Import(pos token.Pos, pkg string) string {
	f := c.file(pos)
	if f == nil {
		c.bad = true
		return ""
	}
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		scope = c.pass.TypesInfo.Scopes[f]
	}
	if scope == nil {
		c.bad = true
		return ""
	}
	for _, spec := range f.Imports {
		name := c.pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Name() == "_" || name.Name() == "." || name.Imported().Path() != pkg {
			continue
		}
		if _, obj := scope.LookupParent(name.Name(), pos); obj == name {
			return name.Name()
		}
	}
	name := c.freeName(f, scope, pos, c.packageName(pkg))
	if name == "" {
		c.bad = true
		return ""
	}
	text := strconv.Quote(pkg)
	if name != path.Base(pkg) {
		text = name + " " + text
	}
	c.addImport(f, pkg, text)
	return name
}

// packageName is the name that a package gives itself, as far as that is known.
func (c *Change) packageName(pkg string) string {
	for _, imp := range c.pass.Pkg.Imports() {
		if imp.Path() == pkg {
			return imp.Name()
		}
	}
	return path.Base(pkg)
}

// freeName gives a name like the wanted one that nothing at pos, in the file or in the
// package has.
func (c *Change) freeName(f *ast.File, scope *types.Scope, pos token.Pos, want string) string {
	for n := 1; n < 10; n++ {
		name := numbered(want, n)
		_, seen := scope.LookupParent(name, pos)
		if seen == nil && c.pass.Pkg.Scope().Lookup(name) == nil && !c.uses(f, name) {
			return name
		}
	}
	return ""
}

// uses tells whether an inner scope of the file has the name for anything, or the file's
// own scope for an import: a new one could not be told from it.
func (c *Change) uses(f *ast.File, name string) bool {
	file := c.pass.TypesInfo.Scopes[f]
	return file != nil && file.Lookup(name) != nil
}

// addImport adds a spec: in its place by the alphabet among those of the standard library,
// or behind the others of its kind.
func (c *Change) addImport(f *ast.File, pkg, text string) {
	d := importDecl(f)
	if d == nil {
		c.Insert(c.endOfLine(f, f.Name.End()), "\n\nimport "+text)
		return
	}
	if !d.Lparen.IsValid() {
		spec := d.Specs[0].(*ast.ImportSpec) // all specs of an import are
		c.Insert(spec.Pos(), "(\n\t")
		c.Insert(spec.End(), "\n\t"+text+"\n)")
		return
	}
	var before, after *ast.ImportSpec
	for _, s := range d.Specs {
		spec, ok := s.(*ast.ImportSpec)
		if !ok || standard(pathOf(spec)) != standard(pkg) {
			continue
		}
		if !standard(pkg) || pathOf(spec) < pkg {
			before = spec
		} else if after == nil {
			after = spec
		}
	}
	switch {
	case before != nil:
		c.Insert(c.endOfLine(f, before.End()), "\n\t"+text)
	case after != nil:
		at := after.Pos()
		if after.Doc != nil {
			at = after.Doc.Pos()
		}
		c.Insert(at, text+"\n\t")
	case standard(pkg) && len(d.Specs) > 0:
		c.Insert(d.Lparen+1, "\n\t"+text+"\n")
	case len(d.Specs) > 0:
		c.Insert(c.endOfLine(f, d.Specs[len(d.Specs)-1].End()), "\n\n\t"+text)
	default:
		c.Insert(d.Lparen+1, "\n\t"+text+"\n")
	}
}

// importDecl is the declaration to add to: the first in parentheses, else the first. What
// imports C stays alone.
func importDecl(f *ast.File) *ast.GenDecl {
	var first *ast.GenDecl
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			break
		}
		if g.Lparen.IsValid() {
			return g
		}
		if spec, ok := g.Specs[0].(*ast.ImportSpec); ok && first == nil && pathOf(spec) != "C" {
			first = g
		}
	}
	return first
}

func pathOf(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

// standard tells a package of the standard library, by a first part without a dot.
func standard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

// endOfLine is pos, or the end of a comment behind it in its line.
func (c *Change) endOfLine(f *ast.File, pos token.Pos) token.Pos {
	line := c.pass.Fset.PositionFor(pos, false).Line
	for _, g := range f.Comments {
		if g.Pos() >= pos && c.pass.Fset.PositionFor(g.Pos(), false).Line == line {
			return g.End()
		}
	}
	return pos
}
