package layers

import (
	"go/ast"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// embedded is the content of the file that a //go:embed directive puts into the package
// variable g, of type string or []byte.
func (e *Eval) embedded(g *ssa.Global) (string, bool) {
	for _, file := range e.pass.Files {
		for _, d := range file.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range gen.Specs {
				vs, ok := s.(*ast.ValueSpec)
				if !ok || len(vs.Names) != 1 || e.pass.TypesInfo.Defs[vs.Names[0]] != g.Object() {
					continue
				}
				name := directive(gen.Doc, vs.Doc)
				if name == "" || e.pass.ReadFile == nil {
					return "", false
				}
				dir := filepath.Dir(e.pass.Fset.Position(file.FileStart).Filename)
				text, err := e.pass.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
				return string(text), err == nil
			}
		}
	}
	return "", false
}

// directive returns the one JSON file that a //go:embed directive names, or "".
func directive(docs ...*ast.CommentGroup) string {
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		for _, c := range doc.List {
			rest, ok := strings.CutPrefix(c.Text, "//go:embed ")
			if !ok {
				continue
			}
			rest = strings.Trim(strings.TrimSpace(rest), "\"`")
			if strings.ContainsAny(rest, "*?[ ") || !strings.HasSuffix(rest, ".json") {
				return "" // of what is embedded, only such files are part of the driver's keys
			}
			return rest
		}
	}
	return ""
}
