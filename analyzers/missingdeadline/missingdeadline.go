package missingdeadline

import (
	"embed"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssabuild"
	"github.com/resilint/resilint/internal/passes/wiring"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	return rule.Info{Name: "missingdeadline", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		{Name: "background", Summary: "a context without deadline reaches a call that leaves the process", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "noctx", Summary: "a call that leaves the process carries no deadline and nothing else ends it", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "client", Summary: "a client whose every time limit is off", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "detached", Summary: "the caller's context is dropped for one without deadline", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "acquire", Summary: "a request waits for a slot of something shared with nothing to end the wait", Severity: finding.Warning, Confidence: finding.Medium, Default: rule.On},
		{Name: "abandon", Summary: "a timeout only stops the waiting: the work goes on", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "conn", Summary: "a connection is read or written with no deadline on it", Severity: finding.Warning, Confidence: finding.Low, Default: rule.Low},
		{Name: "request", Summary: "a request's own context, which has no deadline, goes out with none", Severity: finding.Warning, Confidence: finding.Medium, Default: rule.Opt},
		{Name: "server", Summary: "an HTTP server that waits for ever for a request's header", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
	}}
}

// Options of the rule.
type Options struct{}

// Validate tells what is wrong with the options.
func (Options) Validate() error { return nil }

// New returns the rule. Its result is a *finding.Set.
func New(_ Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "missingdeadline",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Deadlines, p.Clients, p.SSA, p.Wiring},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			quiet, support := rule.Quiet(pass), deadlines.TestSupport(pass)
			c := &checker{
				pass:  pass,
				cat:   p.Catalogue,
				ssa:   pass.ResultOf[p.SSA].(*ssabuild.Lazy),
				life:  pass.ResultOf[p.Clients].(*clients.Package),
				set:   &finding.Set{},
				wired: pass.ResultOf[p.Wiring].(*wiring.Package),
				quiet: func(pos token.Pos) bool { return quiet(pos) || support(pos) },
			}
			c.run(pass.ResultOf[p.Deadlines].(*deadlines.Package))
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	pass  *analysis.Pass
	cat   *catalogue.Catalogue
	ssa   *ssabuild.Lazy
	eval  *deadlines.Eval
	life  *clients.Package // which functions only an operator's command runs
	set   *finding.Set
	wired *wiring.Package
	quiet func(token.Pos) bool
	// schema holds the types that manage a database's schema.
	schema map[*types.TypeName]bool
	// fields holds what the catalogue was asked of settings, and funcs what it says of the
	// functions that the package uses, for those of which it says anything.
	fields map[member]knob
	funcs  map[*types.Func]knob
	known  map[*types.Package]bool // see knows
}

func (c *checker) run(p *deadlines.Package) {
	p.Eval.Lock()
	defer p.Eval.Unlock()
	c.life.Lock()
	defer c.life.Unlock()
	c.drivers()
	c.wires()
	if p.Index == nil || outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	c.eval = p.Eval
	c.fields, c.known = map[member]knob{}, map[*types.Package]bool{}
	c.funcs = c.knobs()
	c.schema = p.Eval.SchemaTypes()
	c.calls(p)
	c.slots(p)
	c.conns()
	c.abandoned(p)
	c.servers(p)
	c.transports(p)
	c.read(p)
}

func (c *checker) report(f rule.Finding) {
	if f.At == nil && (c.quiet(f.Pos) || f.Kind != "abandon" && c.eval != nil && c.eval.Within(f.Pos) > 0) {
		return // work that is given up goes on, within whatever time
	}
	rule.Report(c.pass, c.set, f)
}
