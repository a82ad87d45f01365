// Package passes bundles the helper analyzers that rules share. Rules that get the same
// Set share its results, because go/analysis knows an analyzer by its pointer.
//
// It holds no rule and no analysis of its own.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/queues"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// A Set is one instance of every helper analyzer, over one catalogue.
type Set struct {
	Catalogue *catalogue.Catalogue
	SSA       *analysis.Analyzer // result *ssabuild.Lazy
	Deadlines *analysis.Analyzer // result *deadlines.Package
	Clients   *analysis.Analyzer // result *clients.Package
	Queues    *analysis.Analyzer // result *queues.Package
}

// New makes a Set over cat.
func New(cat *catalogue.Catalogue) *Set {
	return &Set{
		Catalogue: cat,
		SSA:       ssabuild.Analyzer,
		Deadlines: deadlines.New(cat),
		Clients:   clients.New(cat),
		Queues:    queues.New(cat),
	}
}
