package deadlines

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// TestSupport returns a function that tells whether a position stands in a file that
// only tests use, though it is no test's file by name: it imports package testing, or
// starts a server of package httptest. In a package named after tests one such file
// speaks for all.
func TestSupport(pass *analysis.Pass) func(token.Pos) bool {
	if pass.Pkg.Name() == "main" {
		return func(token.Pos) bool { return false }
	}
	support := map[*token.File]bool{}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if !strings.HasSuffix(tf.Name(), "_test.go") && usedByTests(f) {
			support[tf] = true
		}
	}
	name := strings.TrimSuffix(path.Base(pass.Pkg.Path()), "s")
	whole := len(support) > 0 && (strings.HasSuffix(name, "test") || strings.HasSuffix(name, "testing") || strings.HasSuffix(name, "testutil"))
	return func(pos token.Pos) bool { return whole || pos.IsValid() && support[pass.Fset.File(pos)] }
}

func usedByTests(f *ast.File) bool {
	httptest := false
	for _, imp := range f.Imports {
		switch p, _ := strconv.Unquote(imp.Path.Value); p {
		case "testing":
			return true
		case "net/http/httptest":
			httptest = true
		}
	}
	if !httptest {
		return false
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok { // a recorder is used by services as well
			x, ok := s.X.(*ast.Ident)
			found = found || ok && x.Name == "httptest" && strings.HasSuffix(s.Sel.Name, "Server")
		}
		return !found
	})
	return found
}
