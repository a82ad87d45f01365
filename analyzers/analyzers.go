// Package analyzers holds the one list of rules. Whoever runs rules (the command, go
// vet, the golangci-lint plugin, the documentation) takes them from here, so that all
// of them know the same ones.
//
// It holds no rule itself: each has a folder of its own below this one.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers/breakerorder"
	"github.com/resilint/resilint/analyzers/deadlinebudget"
	"github.com/resilint/resilint/analyzers/fallbackprimary"
	"github.com/resilint/resilint/analyzers/missingdeadline"
	"github.com/resilint/resilint/analyzers/retrynesting"
	"github.com/resilint/resilint/analyzers/retrypolicy"
	"github.com/resilint/resilint/analyzers/sharedclient"
	"github.com/resilint/resilint/analyzers/unboundedqueue"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/statement"
)

// A Rule is a rule and how to make its analyzer.
type Rule struct {
	rule.Info
	// Options gives a pointer to new options of the rule, which hold the defaults.
	Options func() rule.Options
	New     func() *analysis.Analyzer
}

// A Config says what the rules are made of. The zero one is that of a user who has
// configured nothing.
type Config struct {
	Catalogue *catalogue.Catalogue // nil means the embedded one
	// Options holds what Rule.Options gave, changed, by the name of the rule. A rule
	// that is not named has its defaults.
	Options map[string]rule.Options
	Stated  []statement.Stated // what the owner states of symbols
}

// All lists the rules as they are without a configuration.
func All() []Rule { return New(Config{}) }

// New lists the rules in the order in which they are to be shown.
func New(c Config) []Rule {
	if c.Catalogue == nil {
		c.Catalogue = catalogue.Builtin()
	}
	p := passes.New(c.Catalogue, c.Stated...)
	return []Rule{
		list(c, p, breakerorder.Info(), breakerorder.Options{}, breakerorder.New),
		list(c, p, missingdeadline.Info(), missingdeadline.Options{}, missingdeadline.New),
		list(c, p, retrynesting.Info(), retrynesting.Defaults, retrynesting.New),
		list(c, p, deadlinebudget.Info(), deadlinebudget.Options{}, deadlinebudget.New),
		list(c, p, retrypolicy.Info(), retrypolicy.Options{}, retrypolicy.New),
		list(c, p, sharedclient.Info(), sharedclient.Options{}, sharedclient.New),
		list(c, p, unboundedqueue.Info(), unboundedqueue.Defaults(), unboundedqueue.New),
		list(c, p, fallbackprimary.Info(), fallbackprimary.Options{}, fallbackprimary.New),
	}
}

// options is what a pointer to a rule's options must be able to do.
type options[O any] interface {
	*O
	rule.Options
}

// list makes the line of a rule.
func list[O any, P options[O]](c Config, p *passes.Set, info rule.Info, defaults O, mk func(O, *passes.Set) *analysis.Analyzer) Rule {
	set := defaults
	if o, ok := c.Options[info.Name].(P); ok {
		set = *o
	}
	return Rule{
		Info:    info,
		Options: func() rule.Options { o := defaults; return P(&o) },
		New:     func() *analysis.Analyzer { return mk(set, p) },
	}
}
