package rule

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Quiet returns a function that tells whether a position stands in a file in which
// rules stay silent: generated code, which nobody edits, and tests, which end with the
// test binary's own time limit and are no services.
func Quiet(pass *analysis.Pass) func(token.Pos) bool {
	quiet := map[*token.File]bool{}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if ast.IsGenerated(f) || strings.HasSuffix(tf.Name(), "_test.go") {
			quiet[tf] = true
		}
	}
	return func(pos token.Pos) bool { return pos.IsValid() && quiet[pass.Fset.File(pos)] }
}
