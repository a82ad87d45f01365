// Package passes bundles the helper analyzers that rules share. Rules that get the same
// Set share its results, because go/analysis knows an analyzer by its pointer.
//
// It holds no rule and no analysis of its own.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/implement"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/queues"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/passes/wiring"
	"github.com/resilint/resilint/internal/statement"
)

// A Set is one instance of every helper analyzer, over one catalogue.
type Set struct {
	Catalogue *catalogue.Catalogue
	SSA       *analysis.Analyzer // result *ssabuild.Lazy
	Deadlines *analysis.Analyzer // result *deadlines.Package
	Clients   *analysis.Analyzer // result *clients.Package
	Breakers  *analysis.Analyzer // result *breakers.Package
	Depends   *analysis.Analyzer // result *dependency.Package
	Owner     *analysis.Analyzer // result *owner.Package
	Retries   *analysis.Analyzer // result *retries.Package
	Queues    *analysis.Analyzer // result *queues.Package
	Wiring    *analysis.Analyzer // result *wiring.Package
}

// New makes a Set over cat, with what a configuration states of symbols.
func New(cat *catalogue.Catalogue, stated ...statement.Stated) *Set {
	own := owner.New(stated)
	impl := implement.New()
	wire := wiring.New(impl)
	cl := clients.New(cat)
	return &Set{
		Catalogue: cat,
		SSA:       ssabuild.Analyzer,
		Deadlines: deadlines.New(cat, own, impl),
		Clients:   cl,
		Depends:   dependency.New(cat, cl),
		Breakers:  breakers.New(cat),
		Owner:     own,
		Retries:   retries.New(cat, own, impl, wire),
		Queues:    queues.New(cat),
		Wiring:    wire,
	}
}
