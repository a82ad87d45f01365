package loops

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

// probe reports each retry with what is known of it.
func probe(describe func(*Loop) string) *analysis.Analyzer {
	cat := catalogue.Builtin()
	return &analysis.Analyzer{
		Name: "probe", Doc: "reports retries",
		Requires: []*analysis.Analyzer{ssabuild.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			s := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get()
			f := New(flow.New(s), cat)
			found := false
			for _, fn := range s.Funcs {
				for _, l := range f.Find(fn) {
					found = true
					pass.Reportf(l.Pos, "%s", describe(l))
				}
			}
			if found && !Candidate(pass) {
				pass.Reportf(pass.Files[0].Pos(), "the prefilter would leave this package out")
			}
			return nil, nil
		},
	}
}

// number is how often a loop runs its operation, with what decides it.
func number(a attempts.Number) string {
	switch {
	case a.Kind == attempts.FromParam && a.Add > 0:
		return a.Name + "+" + string(rune('0'+a.Add))
	case a.Kind == attempts.FromParam && a.Add < 0:
		return a.Name + "-" + string(rune('0'-a.Add))
	case a.Kind == attempts.FromParam:
		return a.Name
	case a.UntilCtx:
		return a.String() + " but for the context"
	}
	return a.String()
}

// TestBounds counts attempts.
func TestBounds(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), probe(func(l *Loop) string { return number(l.Attempts) }), "bounds")
}

// TestShapes reads the other properties of a retry.
func TestShapes(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), probe(func(l *Loop) string {
		out := []string{number(l.Attempts)}
		add := func(is bool, word string) {
			if is {
				out = append(out, word)
			}
		}
		add(l.Pause.Any, "pauses")
		add(l.Pause.Min > 0, l.Pause.Min.String())
		add(l.Pause.Total > 0, l.Pause.Total.String()+" in all")
		add(len(l.Pause.Sleep) > 0, "deaf")
		add(l.Pause.Jitter, "jitter")
		add(l.Ctx, "ctx")
		add(l.Classifies, "classifies")
		add(l.Optimistic, "optimistic")
		add(l.Recursion, "recursion")
		add(l.Stuck != "", "stuck "+l.Stuck)
		return strings.Join(out, ", ")
	}), "shapes")
}

// TestQuiet looks at loops that are no retries.
func TestQuiet(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), probe(func(*Loop) string { return "a retry" }), "quiet")
}
