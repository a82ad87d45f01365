package retrynesting

import (
	"embed"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/passes/deadlines"
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
	if p.Index == nil || deadlines.TestPath(c.pass.Pkg.Path()) {
		return
	}
	p.Eval.Lock()
	defer p.Eval.Unlock()
	for _, s := range p.Eval.Sites() {
		if !c.quiet(s.Pos) && !c.support(s.Pos) && !deadlines.TestHelper(s.Fn) {
			c.site(s)
		}
	}
}

// site judges one place where a layer is put around others.
func (c *checker) site(s *retries.Site) {
	layers := s.Chain.Layers()
	if len(layers) < 2 || len(s.Below()) == len(layers) {
		return
	}
	factors := make([]attempts.Number, len(layers))
	for i, l := range layers {
		factors[i] = l.Attempts
	}
	total, text := attempts.Product(factors...)
	if within(total, c.options.Limit) {
		return
	}
	f := rule.Finding{Pos: s.Pos, Kind: "nested", Severity: finding.Warning, Confidence: confidence(s, layers)}
	if len(layers) > 2 && !within(total, c.options.Amplify) {
		f.Kind, f.Severity = "amplify", finding.Error
	}
	what := "one call may send " + text + " requests"
	if total.Kind == attempts.AtLeast && total.N <= 1 {
		what = "one retry runs inside another" // no number is known
	}
	f.Message = fmt.Sprintf("%s: %s; let one layer retry, the one that knows what the error means", what, chain(s.Chain, layers))
	f.Trace = s.Chain.Path
	rule.Report(c.pass, c.set, f)
}

// within tells whether a product is known not to pass the limit.
func within(total attempts.Number, limit int) bool {
	switch total.Kind {
	case attempts.Exact, attempts.AtMost:
		return total.N <= limit
	}
	return false
}

// confidence is high where every number is known and the way down is certain. A layer that
// does as a setting says may have been told not to repeat at all; a loop at the very place
// was hardly written for that. Where the outer layer goes on for ever, the inner one
// changes little, and so does a second try at once, as after a stale connection.
func confidence(s *retries.Site, layers []retries.Factor) finding.Confidence {
	conf := finding.High
	if s.Chain.Maybe || s.Chain.Opaque {
		conf = finding.Medium
	}
	sure := 0
	for i, l := range layers {
		switch {
		case s.Chain.Maybe && l.Attempts == attempts.For(0):
			// How long is for a policy to say, and which one it is nobody knows.
		case l.Attempts.Repeats():
			sure++
		case i == 0 && l.By == retries.ByLoop:
			sure, conf = sure+1, finding.Medium
		}
	}
	quick := !slices.ContainsFunc(layers[1:], func(l retries.Factor) bool { return !l.Quick })
	if sure < 2 || quick || layers[0].Attempts.Kind == attempts.Unbounded {
		return finding.Low
	}
	if sure < len(layers) {
		conf = finding.Medium
	}
	return conf
}

// chain names the layers, outermost first, and what is called in the end.
func chain(ch retries.Chain, layers []retries.Factor) string {
	var parts []string
	for _, l := range layers {
		parts = append(parts, fmt.Sprintf("%s (%s ×%s)", l.In, l.By, l.Attempts))
	}
	if last := layers[len(layers)-1]; ch.Callee != "" && last.In != ch.Callee {
		parts = append(parts, ch.Callee)
	}
	return strings.Join(parts, " → ")
}
