package sharedclient

import (
	"embed"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	return rule.Info{Name: "sharedclient", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		{Name: "default", Summary: "service code calls through http.DefaultClient", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "shared", Summary: "one client calls two or more dependencies", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "mutate", Summary: "http.DefaultClient or http.DefaultTransport is written to", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "percall", Summary: "a transport or connection pool is made for each call", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "bulkhead", Summary: "calls to two dependencies wait at one limiter, semaphore or worker pool", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "library", Summary: "a constructor of a library falls back to http.DefaultClient", Severity: finding.Warning, Confidence: finding.Low, Default: rule.Low},
		{Name: "transport", Summary: "the clients of two dependencies share one transport", Severity: finding.Warning, Confidence: finding.Low, Default: rule.Low},
		{Name: "policy", Summary: "clients of different dependencies have one timeout from one place", Severity: finding.Info, Confidence: finding.Medium, Default: rule.Opt},
		{Name: "size", Summary: "a pool for work that waits is sized by the number of cores", Severity: finding.Warning, Confidence: finding.Low, Default: rule.Low},
	}}
}

// Options of the rule.
type Options struct{}

// Validate tells what is wrong with the options.
func (Options) Validate() error { return nil }

// New returns the rule. Its result is a *finding.Set.
func New(_ Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "sharedclient",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Clients, p.Deadlines, p.Depends},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{pass: pass, set: &finding.Set{}, quiet: rule.Quiet(pass)}
			c.eval = pass.ResultOf[p.Deadlines].(*deadlines.Package).Eval
			c.cat, c.deps = p.Catalogue, pass.ResultOf[p.Depends].(*dependency.Package)
			c.run(pass.ResultOf[p.Clients].(*clients.Package))
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	pass  *analysis.Pass
	set   *finding.Set
	pkg   *clients.Package
	eval  *deadlines.Eval
	cat   *catalogue.Catalogue
	deps  *dependency.Package
	quiet func(token.Pos) bool
}

func (c *checker) run(p *clients.Package) {
	c.eval.Lock() // in the same order as every rule
	defer c.eval.Unlock()
	p.Lock()
	defer p.Unlock()
	c.deps.Lock()
	defer c.deps.Unlock()
	if p.Main != "" {
		c.set.Notes = append(c.set.Notes, "main "+string(p.Main))
	}
	if p.Index == nil || p.Main == clients.MainOneshot || outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	c.pkg = p
	c.defaults(p.Defaults)
	c.mutations(p.Writes)
	c.drops(p.Drops)
	c.shared(p.Shared)
	c.accessors(p)
	c.bulkheads(p.Shared)
	c.transports(p.Transports())
	c.library(p.LibraryDefaults())
	c.policies(p.Policies())
	c.sizes()
}

func (c *checker) report(f rule.Finding) {
	if f.At == nil && c.quiet(f.Pos) {
		return
	}
	if f.Severity == "" {
		f.Severity = finding.Warning
	}
	rule.Report(c.pass, c.set, f)
}
