// Package doors makes the rules ready for programs that run analyzers themselves: go vet
// and golangci-lint. Both show the text of a diagnostic and little else, know nothing of
// checks and confidence, and see one package at a time.
//
// So each rule gets an analyzer around it, which shows what is asked for, heeds the
// comments that silence, and keeps back what only the whole program can confirm.
// docs/doors.md lists what is then left of differences to the command line; the test of
// it runs the doors side by side.
package doors

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/directives"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/rule"
)

// Options say what to show. The zero one shows what the command line does by default.
type Options struct {
	Checks     string // as the flag -checks; empty means default
	Confidence string // as the flag -confidence; empty means medium
	// LeaveNolint leaves //nolint to the program that runs the rules: golangci-lint also
	// reports those that silence nothing, and must see for this what they silence.
	LeaveNolint bool
	// Rules, Models and Stated are what stands under these keys of a .resilint.yml, as decoded
	// from YAML or JSON; nil where nothing does.
	Rules, Models, Stated any
	// Dir is the folder from which on a .resilint.yml is looked for, as the command line does
	// from its own; it counts for what the options leave out. Empty looks for none.
	Dir string
}

// A choice is Options, read.
type choice struct {
	wanted      config.Checks
	least       int
	leaveNolint bool
}

// read tells what is wrong with the options, and what to write instead.
func (o Options) read(rules []analyzers.Rule) (*choice, error) {
	checks, confidence := o.Checks, finding.Confidence(o.Confidence)
	if checks == "" {
		checks = "default"
	}
	if confidence == "" {
		confidence = finding.Medium
	}
	wanted, err := config.ParseChecks(checks, infos(rules))
	if err != nil {
		return nil, fmt.Errorf("checks: %w", err)
	}
	if confidence.Rank() > finding.Low.Rank() {
		return nil, fmt.Errorf("confidence: unknown level %q: it is high, medium or low", o.Confidence)
	}
	return &choice{wanted, confidence.Rank(), o.LeaveNolint}, nil
}

func infos(rules []analyzers.Rule) []rule.Info {
	var out []rule.Info
	for _, r := range rules {
		out = append(out, r.Info)
	}
	return out
}

// New gives an analyzer for each rule, and one for the comments of owners that cannot be
// read, or says what is wrong with the options.
func New(o Options) ([]*analysis.Analyzer, error) {
	all, err := o.configure()
	if err != nil {
		return nil, err
	}
	o.Checks, o.Confidence = all.Checks, string(all.Confidence)
	rules := analyzers.New(analyzers.Config{Catalogue: all.Catalogue(), Options: all.Options, Stated: all.Stated})
	c, err := o.read(rules)
	if err != nil {
		return nil, err
	}
	return wrap(rules, func() (*choice, error) { return c, nil }), nil
}

// later gives the analyzers before it is known what o will be: flags are read after the
// analyzers are made.
func later(o *Options) []*analysis.Analyzer {
	rules := analyzers.All()
	return wrap(rules, sync.OnceValues(func() (*choice, error) { return o.read(rules) }))
}

func wrap(rules []analyzers.Rule, chosen func() (*choice, error)) []*analysis.Analyzer {
	g := gatherer(rules)
	out := []*analysis.Analyzer{owner.Faults}
	for _, r := range rules {
		out = append(out, &analysis.Analyzer{
			Name:     r.Name,
			Doc:      r.Doc,
			Requires: []*analysis.Analyzer{g, directives.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				c, err := chosen()
				if err != nil {
					return nil, err
				}
				c.show(pass, r.Name+"/", pass.ResultOf[g].(*gathered), pass.ResultOf[directives.Analyzer].(*finding.Set))
				return nil, nil
			},
		})
	}
	return out
}

// gathered is what all rules say of a package.
type gathered struct {
	reports []report
	notes   []string
}

type report struct {
	finding    finding.Finding
	diagnostic analysis.Diagnostic
}

// gatherer makes the analyzer that runs all rules and keeps what they report. It is one
// for all, because what one rule notes of the package can refute what another finds.
func gatherer(rules []analyzers.Rule) *analysis.Analyzer {
	var inside []*analysis.Analyzer
	requires := []*analysis.Analyzer{}
	seen := map[*analysis.Analyzer]bool{}
	for _, r := range rules {
		a := r.New()
		inside = append(inside, a)
		for _, req := range a.Requires {
			if !seen[req] {
				seen[req] = true
				requires = append(requires, req)
			}
		}
	}
	return &analysis.Analyzer{
		Name:       "resilintfindings",
		Doc:        "what all rules say of a package",
		Requires:   requires,
		ResultType: reflect.TypeFor[*gathered](),
		FactTypes:  []analysis.Fact{new(linked)},
		Run: func(pass *analysis.Pass) (any, error) {
			g := &gathered{}
			if outside.Is(pass) {
				return g, nil
			}
			for _, a := range inside {
				if err := g.run(pass, a); err != nil {
					return nil, fmt.Errorf("%s: %w", a.Name, err)
				}
			}
			own := g.fact()
			if own != nil {
				pass.ExportPackageFact(own)
			}
			g.join(pass, own)
			return g, nil
		},
	}
}

// run runs a rule, in a pass of its own.
func (g *gathered) run(pass *analysis.Pass, a *analysis.Analyzer) error {
	inner := *pass
	inner.Analyzer = a
	inner.Report = func(analysis.Diagnostic) {} // rule.Report is the only one who reports
	inner.ResultOf = map[*analysis.Analyzer]any{
		rule.Taking: rule.Taker(func(f finding.Finding, d analysis.Diagnostic) {
			g.reports = append(g.reports, report{f, d})
		}),
	}
	for _, req := range a.Requires {
		inner.ResultOf[req] = pass.ResultOf[req]
	}
	out, err := a.Run(&inner)
	if err != nil {
		return err
	}
	if set, ok := out.(*finding.Set); ok {
		g.notes = append(g.notes, set.Notes...)
	}
	return nil
}

// oneshot tells whether the package is a program that runs once and ends.
func (g *gathered) oneshot() bool { return g.noted("main oneshot") }

func (g *gathered) noted(note string) bool {
	for _, n := range g.notes {
		if n == note {
			return true
		}
	}
	return false
}

// knob begins a note of a setting.
const knob = "knob "

// refuted tells whether the package itself makes the finding untrue: cond is an element
// of finding.Finding.Unless.
func (g *gathered) refuted(cond string) bool {
	name, other, both := strings.Cut(cond, " !")
	return g.noted(knob+strings.TrimPrefix(name, knob)) && !(both && g.noted(knob+other))
}
