package missingdeadline_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/missingdeadline"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/statement"
	"github.com/resilint/resilint/internal/trace"
)

func rule() *analysis.Analyzer {
	return missingdeadline.New(missingdeadline.Options{}, passes.New(catalogue.Builtin(), statement.Stated{
		Symbol:     "m/stated/gate.Configured",
		Statements: []statement.Statement{{Verb: statement.Bounded, Duration: 2 * time.Second, Reason: "the proxy"}},
	}))
}

// TestRule checks the want comments, then the paths and what is no diagnostic: findings
// of low confidence, and those that belong to another package. All packages go through
// one run, because a run reads the standard library from source.
func TestRule(t *testing.T) {
	var out strings.Builder
	results := analysistest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule(), "./...")
	seen := map[string]bool{}
	for _, r := range results {
		path := strings.TrimPrefix(r.Action.Package.PkgPath, "m/")
		if seen[path] {
			continue // with its tests, the second time
		}
		seen[path] = true
		for _, f := range r.Result.(*finding.Set).Findings {
			if len(f.Trace) == 0 || len(f.Trace) > trace.MaxSteps {
				t.Errorf("%s: a path of %d steps", f.Message, len(f.Trace))
			}
			if path == "quiet" || path == "libraries" || path == "waits" || f.Location.Pkg != "" || strings.HasPrefix(path, "app/") {
				out.WriteString(show(f))
			}
		}
		for _, n := range r.Result.(*finding.Set).Notes {
			if path == "knobs" || path == "config" || path == "embedded" {
				fmt.Fprintf(&out, "%s notes %s\n", path, n)
			}
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}

func show(f finding.Finding) string {
	out := ruletest.Show(f)
	for _, u := range f.Unless {
		out += "  unless " + u + "\n"
	}
	return out
}
