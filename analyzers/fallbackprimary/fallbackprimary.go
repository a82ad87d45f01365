package fallbackprimary

import (
	"embed"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/clients"
	"github.com/resilint/resilint/internal/passes/deadlines"
	"github.com/resilint/resilint/internal/passes/dependency"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/rule"
)

//go:embed doc*.go
var pages embed.FS

// Info describes the rule.
func Info() rule.Info {
	return rule.Info{Name: "fallbackprimary", Doc: rule.Pages(pages), Kinds: []rule.Kind{
		{Name: "same", Summary: "a fallback calls the dependency that has just failed", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "policy", Summary: "the fallback of a library or chain leads back to its primary", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "ctx", Summary: "a fallback runs on the deadline that its primary has spent", Severity: finding.Warning, Confidence: finding.High, Default: rule.On},
		{Name: "pool", Summary: "a fallback waits behind the same limiter or circuit as its primary", Severity: finding.Warning, Confidence: finding.Low, Default: rule.Low},
		{Name: "lie", Summary: "a failure is answered with an empty success", Severity: finding.Warning, Confidence: finding.Low, Default: rule.Low},
	}}
}

// Options of the rule.
type Options struct{}

// Validate tells what is wrong with the options.
func (Options) Validate() error { return nil }

// New returns the rule. Its result is a *finding.Set.
func New(_ Options, p *passes.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "fallbackprimary",
		Doc:        rule.PageFor(rule.Pages(pages), ""),
		Requires:   []*analysis.Analyzer{p.Clients, p.Deadlines, p.Depends},
		ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{pass: pass, cat: p.Catalogue, set: &finding.Set{}, quiet: rule.Quiet(pass)}
			c.deps = pass.ResultOf[p.Depends].(*dependency.Package)
			c.clients = pass.ResultOf[p.Clients].(*clients.Package)
			eval := pass.ResultOf[p.Deadlines].(*deadlines.Package).Eval
			eval.Lock() // in the same order as every rule
			defer eval.Unlock()
			c.clients.Lock()
			defer c.clients.Unlock()
			c.deps.Lock()
			defer c.deps.Unlock()
			c.run()
			return c.set, nil
		},
	}
}

// A checker judges one package.
type checker struct {
	pass    *analysis.Pass
	cat     *catalogue.Catalogue
	set     *finding.Set
	deps    *dependency.Package
	clients *clients.Package
	x       *flow.Index
	quiet   func(token.Pos) bool
	told    map[token.Pos]bool // one finding for a place
}

func (c *checker) run() {
	if c.deps.Index == nil || c.clients.Main == clients.MainOneshot || outside.TestPath(c.pass.Pkg.Path()) {
		return
	}
	c.set.Notes = append(c.set.Notes, c.deps.Links...)
	c.x, c.told = c.deps.Index, map[token.Pos]bool{}
	for _, fn := range c.x.SSA.Funcs {
		sites := c.deps.Sites(fn)
		if len(sites) == 0 || deadlines.TestHelper(fn) || c.quiet(fn.Pos()) || c.clients.Index != nil && c.clients.Operator(fn) {
			continue
		}
		c.function(fn, sites)
	}
}

// function judges the calls of fn itself: those in the literals inside it are theirs.
func (c *checker) function(fn *ssa.Function, sites []*flow.Site) {
	var calls []*call
	for _, s := range sites {
		if v, ok := s.CallInstruction.(*ssa.Call); ok {
			c.policies(v)
			if k := c.call(v); k != nil {
				calls = append(calls, k)
			}
		}
	}
	if len(calls) == 0 || len(calls) > maxCalls {
		return
	}
	c.late(fn, calls)
	for _, primary := range calls {
		f := c.failing(primary)
		if f == nil {
			continue
		}
		for _, second := range calls {
			if second != primary {
				c.pair(primary, second, calls, f)
			}
		}
		c.lie(primary, calls, f)
	}
}

// maxCalls bounds the calls of one function that are held against one another.
const maxCalls = 80

// A call is a call that may leave the process.
type call struct {
	*ssa.Call
	meets []dependency.Meet
	more  bool
	// limits are the deadlines set for it, once they have been asked for.
	limits []*ssa.Call
	asked  bool
}

func (c *checker) call(v *ssa.Call) *call {
	meets, more := c.deps.Meets(v)
	if len(meets) == 0 {
		return nil
	}
	return &call{Call: v, meets: meets, more: more}
}

// only is the one dependency that the call meets, where it is known to meet no other.
func (k *call) only(d *dependency.Package) dependency.Ref { return only(d, k.meets, k.more) }

func only(d *dependency.Package, meets []dependency.Meet, more bool) dependency.Ref {
	if more || len(meets) == 0 {
		return dependency.Ref{}
	}
	key := meets[0].Key()
	for _, m := range meets {
		if d.Like(m.Key(), key) == dependency.Other {
			return dependency.Ref{}
		}
	}
	return key
}

// report reports once for each place.
func (c *checker) report(f rule.Finding) {
	if c.told[f.Pos] || c.quiet(f.Pos) {
		return
	}
	c.told[f.Pos] = true
	f.Severity = finding.Warning
	rule.Report(c.pass, c.set, f)
}
