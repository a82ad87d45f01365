package retrynesting

import (
	"embed"
	"errors"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/nest"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	return rule.Info{Name: "retrynesting", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		{Name: "nested", Summary: "a retry layer repeats what has a retry layer of its own", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "amplify", Summary: "three retry layers or more multiply beyond a limit", Severity: finding.Error, Confidence: finding.High, Default: rule.On},
	}}
}

// Options of the rule.
type Options struct {
	// Limit is the largest product of two layers that draws no finding. 1 reports any two
	// layers that repeat.
	Limit int `yaml:"limit"`
	// Amplify is the largest product of three layers or more that is not reported as amplify.
	Amplify int `yaml:"amplify"`
}

// Defaults are the options of a user who sets none.
var Defaults = Options{Limit: 1, Amplify: 10}

// Validate tells what is wrong with the options.
func (o Options) Validate() error {
	switch {
	case o.Limit < 1:
		return errors.New("limit is below 1; write 1 to report any nesting")
	case o.Amplify < 1:
		return errors.New("amplify is below 1; write 10, or the largest product that you allow")
	}
	return nil
}

// New returns the rule. Its result is a *finding.Set.
func New(o Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "retrynesting",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Retries},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{options: o, pass: pass, set: &finding.Set{}, quiet: rule.Quiet(pass), support: deadlines.TestSupport(pass)}
			c.run(pass.ResultOf[p.Retries].(*retries.Package))
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	options Options
	pass    *analysis.Pass
	set     *finding.Set
	quiet   func(token.Pos) bool
	support func(token.Pos) bool
}

func (c *checker) run(p *retries.Package) {
	if p.Index == nil || outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	p.Eval.Lock()
	defer p.Eval.Unlock()
	c.set.Notes = p.Links
	for _, s := range p.Eval.OpenSites() {
		if !c.quiet(s.Pos) && !c.support(s.Pos) && !deadlines.TestHelper(s.Fn) {
			c.site(s)
		}
	}
}

// site judges one place where a layer is put around others. What goes on behind an
// interface is for the whole program to judge.
func (c *checker) site(s *retries.Site) {
	limits := nest.Limits{Nested: c.options.Limit, Amplify: c.options.Amplify}
	f := rule.Finding{Pos: s.Pos, Kind: "nested", Severity: finding.Warning, Confidence: finding.Low, Trace: s.Chain.Path}
	open := c.open(s, limits)
	layers := s.Chain.Layers()
	v, ok := limits.Judge(s.Chain.Local())
	ok = ok && !s.Chain.Guess
	switch {
	case ok && len(s.Below()) != len(layers):
		f.Kind, f.Severity, f.Confidence, f.Message = v.Kind, v.Severity, v.Confidence, v.Message
	case open == "":
		return
	default:
		f.If = finding.IfNested
	}
	f.Nest = open
	rule.Report(c.pass, c.set, f)
}

// open writes the chains from the site that end in an interface, where the site adds a layer
// to them.
func (c *checker) open(s *retries.Site, limits nest.Limits) string {
	o := nest.Open{Limits: limits}
	for _, ch := range s.Open {
		if s.Added <= len(ch.Factors) && len(nest.Layers(ch.Factors[:s.Added])) > 0 {
			o.Chains = append(o.Chains, ch.Open())
		}
	}
	if len(o.Chains) == 0 {
		return ""
	}
	return o.Encode()
}
