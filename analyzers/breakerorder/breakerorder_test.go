package breakerorder_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/breakerorder"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/trace"
)

// TestRule checks the want comments, then the paths of one package and what is no
// diagnostic, in a golden file. All packages go through one run, because a run reads the
// standard library from source.
func TestRule(t *testing.T) {
	rule := breakerorder.New(breakerorder.Options{}, passes.New(catalogue.Builtin()))
	results := analysistest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule, "./...")
	var out strings.Builder
	for _, r := range results {
		path := strings.TrimPrefix(r.Action.Package.PkgPath, "m/")
		for _, f := range r.Result.(*finding.Set).Findings {
			if len(f.Trace) == 0 || len(f.Trace) > trace.MaxSteps {
				t.Errorf("%s: a path of %d steps", f.Message, len(f.Trace))
			}
			if f.Confidence == finding.Low || path == "order" {
				out.WriteString(ruletest.Show(f))
			}
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}
