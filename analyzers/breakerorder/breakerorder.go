package breakerorder

import (
	"embed"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/breakers"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/trace"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	return rule.Info{Name: "breakerorder", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		{Name: "inside", Summary: "a whole retry counts as one call of the breaker around it", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "openretry", Summary: "a retry goes on while the breaker inside it is open", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "masked", Summary: "a failure counts as a success of the breaker around it", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "config", Summary: "a breaker's settings can't do what a breaker is for", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "slow", Summary: "a call behind a breaker has no deadline", Severity: finding.Info, Confidence: finding.Low, Default: rule.Low},
		{Name: "bypass", Summary: "a dependency is called behind its breaker and around it", Severity: finding.Info, Confidence: finding.Low, Default: rule.Low},
	}}
}

// Options of the rule.
type Options struct{}

// Validate tells what is wrong with the options.
func (Options) Validate() error { return nil }

// New returns the rule. Its result is a *finding.Set.
func New(_ Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "breakerorder",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Breakers, p.Deadlines, p.Retries},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{pass: pass, cat: p.Catalogue, set: &finding.Set{}, quiet: rule.Quiet(pass), told: map[token.Pos]bool{}}
			c.retry = pass.ResultOf[p.Retries].(*retries.Package).Eval
			c.dead = pass.ResultOf[p.Deadlines].(*deadlines.Package)
			c.run(pass.ResultOf[p.Breakers].(*breakers.Package))
			return c.set, nil
		},
	}
}

type checker struct {
	pass  *analysis.Pass
	cat   *catalogue.Catalogue
	set   *finding.Set
	quiet func(token.Pos) bool
	test  func(token.Pos) bool
	told  map[token.Pos]bool
	pkg   *breakers.Package
	dead  *deadlines.Package
	retry *retries.Eval
	x     *flow.Index

	settings []*settings // in the package, in source order
	groups   []*group
}

func (c *checker) run(p *breakers.Package) {
	// A pass's answers are computed when they are first asked for, and some drivers run
	// the rules of a package side by side. All rules lock in this order.
	c.dead.Eval.Lock()
	defer c.dead.Eval.Unlock()
	c.retry.Lock()
	defer c.retry.Unlock()
	p.Lock()
	defer p.Unlock()
	if p.Index == nil || outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	c.pkg, c.x, c.test = p, p.Index, deadlines.TestSupport(c.pass)
	c.settings = c.findSettings()
	c.config()
	for _, k := range p.Calls {
		if deadlines.TestHelper(k.Fn) {
			continue
		}
		c.masked(k)
		c.inside(k)
		c.slow(k)
	}
	c.tellGroups()
	c.stacks()
	if p.Refusing() {
		c.open()
	}
	c.cancel()
	c.bypass()
}

// report tells f once for a place.
func (c *checker) report(f rule.Finding) {
	if c.quiet(f.Pos) || c.test(f.Pos) || c.told[f.Pos] {
		return
	}
	c.told[f.Pos] = true
	if f.Severity == "" {
		f.Severity = finding.Warning
	}
	rule.Report(c.pass, c.set, f)
}

func (c *checker) step(kind trace.Kind, pos token.Pos, fn *ssa.Function, note string) trace.Step {
	return rule.Step(c.pass, kind, pos, name(fn), note)
}

// name names the declared function that fn is or stands in.
func name(fn *ssa.Function) string {
	fn = flow.Named(flow.Origin(fn))
	if obj, ok := fn.Object().(*types.Func); ok {
		return deadlines.FuncName(obj)
	}
	return fn.Name()
}
