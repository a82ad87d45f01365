package outside

import (
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Skip tells whether a pass has nothing to learn from the package: it is not the user's own,
// or it is made for tests, by its path and since it imports what tests are written with, and
// so belongs to no service.
func Skip(pass *analysis.Pass) bool {
	return Is(pass) || TestPath(pass.Pkg.Path()) && slices.ContainsFunc(pass.Pkg.Imports(), isTesting)
}

// isTesting tells the packages that tests are written with. A suite or a double often
// imports one of a library in the place of testing itself.
func isTesting(p *types.Package) bool {
	switch p.Path() {
	case "testing", "go.uber.org/mock/gomock", "github.com/golang/mock/gomock":
		return true
	}
	return strings.HasPrefix(p.Path(), "github.com/stretchr/testify/")
}

// TestPath tells whether an import path is that of test support, an example or an
// end-to-end test, which are no services.
func TestPath(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		switch part {
		case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "testdata", "e2e",
			"example", "examples", "_examples", "mock", "mocks", "integration", "fake", "fakes":
			return true
		}
	}
	base := path.Base(p)
	return strings.HasSuffix(base, "_test") || strings.HasSuffix(base, "-test") || strings.HasSuffix(base, "-tests") || strings.HasSuffix(base, "test") && strings.HasPrefix(base, "test")
}
