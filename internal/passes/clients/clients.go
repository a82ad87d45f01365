// Package clients knows how clients, transports and pools are made, kept and shared.
package clients

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// New returns the pass. Its result is a *Package.
func New(cat *catalogue.Catalogue) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "resilintclients",
		Doc:        "how clients, transports and pools are made, kept and shared",
		Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			return &Package{}, nil
		},
	}
}

// Package is what the pass found in one package.
type Package struct{}
