package fallbackprimary_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/fallbackprimary"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/trace"
)

func newRule() *analysis.Analyzer {
	return fallbackprimary.New(fallbackprimary.Options{}, passes.New(catalogue.Builtin()))
}

// TestKinds checks the want comments, then the paths, and what is no diagnostic.
func TestKinds(t *testing.T) {
	var out strings.Builder
	seen := map[string]bool{}
	for _, r := range analysistest.Run(t, analysistest.TestData(), newRule(), "basic", "libraries", "app/web", "page/bad", "page/good") {
		path := r.Action.Package.PkgPath
		if seen[path] {
			continue
		}
		seen[path] = true
		for _, f := range r.Result.(*finding.Set).Findings {
			if len(f.Trace) == 0 || len(f.Trace) > trace.MaxSteps {
				t.Errorf("%s: a path of %d steps", f.Message, len(f.Trace))
			}
			if f.Confidence == finding.Low || path == "app/web" {
				out.WriteString(show(f))
			}
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}

func show(f finding.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d %s %s %s\n", filepath.Base(f.Location.File), f.Location.Line, f.Code, f.Confidence, f.Message)
	for _, s := range f.Trace {
		fmt.Fprintf(&b, "\t%s %s %s:%d %s\n", s.Kind, s.Func, s.File, s.Line, s.Note)
	}
	return b.String()
}
