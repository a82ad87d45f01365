package deadlinebudget_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/deadlinebudget"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/trace"
)

func rule() *analysis.Analyzer {
	return deadlinebudget.New(deadlinebudget.Options{}, passes.New(catalogue.Builtin()))
}

// TestRule checks the want comments, then the paths and what is no diagnostic: findings
// of low confidence, those that belong to another package or hold unless the program shows
// otherwise, and the notes that show it. All packages go through one run, because a run
// reads the standard library from source.
func TestRule(t *testing.T) {
	var out strings.Builder
	results := analysistest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule(), "./...")
	for _, r := range results {
		path := strings.TrimPrefix(r.Action.Package.PkgPath, "m/")
		set := r.Result.(*finding.Set)
		for _, f := range set.Findings {
			if len(f.Trace) == 0 || len(f.Trace) > trace.MaxSteps {
				t.Errorf("%s: a path of %d steps", f.Message, len(f.Trace))
			}
			out.WriteString(show(path, f))
		}
		for _, n := range set.Notes {
			fmt.Fprintf(&out, "%s notes %s\n", path, n)
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}

func show(path string, f finding.Finding) string {
	var b strings.Builder
	b.WriteString(ruletest.ShowAt(path+": "+filepath.Base(f.Location.File), f))
	for _, u := range f.Unless {
		fmt.Fprintf(&b, "  unless %s\n", u)
	}
	if f.Fix != nil {
		fmt.Fprintf(&b, "  fix: %s, for a reader to judge: %v", f.Fix.Message, f.Fix.Manual)
		for _, e := range f.Fix.Edits {
			fmt.Fprintf(&b, ", %q", e.New)
		}
		b.WriteString("\n")
	}
	return b.String()
}
