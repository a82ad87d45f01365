package retrypolicy_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/retrypolicy"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/fix/fixtest"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/trace"
)

func rule() *analysis.Analyzer {
	return retrypolicy.New(retrypolicy.Options{}, passes.New(catalogue.Builtin()))
}

// TestRule checks the want comments, then what is no diagnostic: paths, and findings of
// low confidence.
func TestRule(t *testing.T) {
	var out strings.Builder
	seen := map[string]bool{}
	for _, r := range analysistest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule(), "./...") {
		path := strings.TrimPrefix(r.Action.Package.PkgPath, "m/")
		if seen[path] {
			continue
		}
		seen[path] = true
		for _, f := range r.Result.(*finding.Set).Findings {
			if len(f.Trace) == 0 || len(f.Trace) > trace.MaxSteps {
				t.Errorf("%s: a path of %d steps", f.Message, len(f.Trace))
			}
			if f.Confidence == finding.Low || path == "libraries" {
				out.WriteString(ruletest.ShowAt(path, f))
			}
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}

// TestFixes: fixed code compiles and is not reported; what the shapes of package fixes look
// like then is kept.
func TestFixes(t *testing.T) {
	files := fixtest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule(), "./...")
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "fixes/") {
			out.WriteString("-- " + name + " --\n" + ruletest.WantComment.ReplaceAllString(files[name], ""))
		}
	}
	golden.Equal(t, filepath.Join("testdata", "fixes.golden"), out.String())
}
