package outside_test

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/passes/outside"
)

// TestSkip: a package is made for tests where its path says so and it imports what
// tests are written with. A service that does, and one with such a path, are looked into.
func TestSkip(t *testing.T) {
	for _, c := range []struct {
		path, imports string
		version       string
		want          bool
	}{
		{"shop/store/tests", "testing", "", true},
		{"shop/internal/testutil", "testing", "", true},
		{"shop/store/store-tests", "github.com/stretchr/testify/suite", "", true},
		{"shop/store/mocks", "go.uber.org/mock/gomock", "", true},
		{"shop/mocks", "github.com/stretchr/objx", "", false},
		{"shop/store/store-tests", "testing", "", true},
		{"shop/integration", "net/http", "", false},
		{"shop/store", "testing", "", false},
		{"shop/contest", "testing", "", false},
		{"acme.example/relay", "net/http", "v1.2.0", true}, // another's module
	} {
		pkg := types.NewPackage(c.path, "p")
		pkg.SetImports([]*types.Package{types.NewPackage(c.imports, "i")})
		pass := &analysis.Pass{Pkg: pkg, Module: &analysis.Module{Path: "m", Version: c.version}}
		if got := outside.Skip(pass); got != c.want {
			t.Errorf("%s that imports %s: %v", c.path, c.imports, got)
		}
	}
}
