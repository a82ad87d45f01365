package rule

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Quiet returns a function that tells whether a position stands in a file in which
// rules stay silent: generated code, which nobody edits, and tests, which end with the
// test binary's own time limit and are no services. The files are read when it is first asked:
// of most packages there is nothing to tell.
func Quiet(pass *analysis.Pass) func(token.Pos) bool {
	quiet := sync.OnceValue(func() map[*token.File]bool { return quietFiles(pass) })
	return func(pos token.Pos) bool { return pos.IsValid() && quiet()[pass.Fset.File(pos)] }
}

func quietFiles(pass *analysis.Pass) map[*token.File]bool {
	quiet := map[*token.File]bool{}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		// cgo copies a file with a line directive that leads back to what was written.
		cgo := pass.Fset.Position(f.Package).Filename != tf.Name()
		if ast.IsGenerated(f) && !cgo || testFile(filepath.Base(tf.Name())) {
			quiet[tf] = true
		}
	}
	return quiet
}

// testFile tells whether a file is by its name a test's, or a stand-in that tests use.
func testFile(base string) bool {
	name := strings.TrimSuffix(base, ".go")
	for _, word := range []string{"test", "mock", "mocks", "fake", "testutil", "testing"} {
		if name == word || strings.HasSuffix(name, "_"+word) || strings.HasPrefix(name, word+"_") {
			return true
		}
	}
	return false
}
