package deadlinebudget

import (
	"embed"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/retries"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	return rule.Info{Name: "deadlinebudget", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		{Name: "inverted", Summary: "an inner timeout is as long as the outer one, or longer", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "pertry", Summary: "attempts, their timeouts and the pauses between them do not fit into the deadline over them", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "retrybudget", Summary: "each attempt has a timeout and nothing bounds them all", Severity: finding.Warning, Confidence: finding.Medium, Default: rule.On},
		{Name: "reuse", Summary: "one timeout is spent by every item of a loop", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "fallback", Summary: "a fallback may take as long as what it stands in for, or longer", Severity: finding.Info, Confidence: finding.Low, Default: rule.Low},
		{Name: "zero", Summary: "a duration is nanoseconds by accident", Severity: finding.Error, Confidence: finding.High, Default: rule.On},
	}}
}

// Options of the rule.
type Options struct{}

// Validate tells what is wrong with the options.
func (Options) Validate() error { return nil }

// New returns the rule. Its result is a *finding.Set.
func New(_ Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "deadlinebudget",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Deadlines, p.Clients, p.Retries},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			quiet, support := rule.Quiet(pass), deadlines.TestSupport(pass)
			c := &checker{
				pass:    pass,
				cat:     p.Catalogue,
				life:    pass.ResultOf[p.Clients].(*clients.Package),
				retried: pass.ResultOf[p.Retries].(*retries.Package),
				set:     &finding.Set{},
				tried:   map[string]bool{},
				quiet:   func(pos token.Pos) bool { return quiet(pos) || support(pos) },
			}
			c.run(pass.ResultOf[p.Deadlines].(*deadlines.Package))
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	pass    *analysis.Pass
	cat     *catalogue.Catalogue
	eval    *deadlines.Eval
	life    *clients.Package // which functions only an operator's command runs
	retried *retries.Package
	set     *finding.Set
	quiet   func(token.Pos) bool
	// tried holds the timeouts, as deadlines.Place names them, that are told as those of the
	// attempts of a retry.
	tried map[string]bool
	// open holds the timeouts and retries that other packages can come to.
	open map[string]bool
	// ifaces holds the interfaces in sight; nil until asked.
	ifaces []declared
	// values holds the functions that the package uses as values; nil until asked.
	values map[types.Object]bool
}

func (c *checker) run(p *deadlines.Package) {
	if outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	c.zero()
	defer func() { slices.Sort(c.set.Notes) }()
	p.Eval.Lock()
	defer p.Eval.Unlock()
	c.life.Lock() // in the same order as every rule
	defer c.life.Unlock()
	c.retried.Eval.Lock()
	defer c.retried.Eval.Unlock()
	if p.Index == nil {
		return
	}
	c.eval = p.Eval
	c.retries(p)
	c.wrapped(p)
	c.inverted(p)
	c.servers(p)
	c.reuse(p)
	c.fallbacks(p)
}

func (c *checker) report(f rule.Finding) {
	if f.At == nil && c.quiet(f.Pos) {
		return
	}
	rule.Report(c.pass, c.set, f)
}

func (c *checker) inProgram(path string) bool { return outside.InProgram(c.pass, path) }

// note keeps what only the whole program needs, once.
func (c *checker) note(s string) {
	if s = "knob " + s; !slices.Contains(c.set.Notes, s) {
		c.set.Notes = append(c.set.Notes, s)
	}
}
