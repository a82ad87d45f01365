// Package analyzers holds the one list of rules. Whoever runs rules (the command, go
// vet, the golangci-lint plugin, the documentation) takes them from here, so that all
// of them know the same ones.
//
// It holds no rule itself: each has a folder of its own below this one.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers/missingdeadline"
	"github.com/resilint/resilint/analyzers/sharedclient"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule"
)

// A Rule is a rule and how to make its analyzer.
type Rule struct {
	rule.Info
	New func() *analysis.Analyzer
}

// All lists the rules in the order in which they are to be shown.
func All() []Rule {
	p := passes.New(catalogue.Builtin())
	return []Rule{
		{missingdeadline.Info(), func() *analysis.Analyzer { return missingdeadline.New(missingdeadline.Options{}, p) }},
		{sharedclient.Info(), func() *analysis.Analyzer { return sharedclient.New(sharedclient.Options{}, p) }},
	}
}
