package unboundedqueue_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/unboundedqueue"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/trace"
)

func rule() *analysis.Analyzer {
	return unboundedqueue.New(unboundedqueue.Defaults(), passes.New(catalogue.Builtin()))
}

// TestRule checks the want comments, then the paths, the fixes, and what is no diagnostic:
// findings of low confidence, and those that belong to another package. All packages go
// through one run, because a run reads the standard library from source.
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
			if strings.HasPrefix(path, "quiet/") {
				t.Errorf("%s: %s", path, f.Message)
			}
			if f.Fix != nil {
				fixed(t, f)
			}
			if path == "low" || path == "fix" || path == "kinds/stale" || strings.HasPrefix(path, "app/") {
				out.WriteString(show(f))
			}
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}

// fixed applies a fix and parses what comes out.
func fixed(t *testing.T, f finding.Finding) {
	t.Helper()
	e := f.Fix.Edits[0]
	text, err := os.ReadFile(e.File)
	if err != nil {
		t.Fatal(err)
	}
	after := string(text[:e.Start]) + e.New + string(text[e.End:])
	if _, err := parser.ParseFile(token.NewFileSet(), e.File, after, 0); err != nil {
		t.Errorf("%s: %v", f.Message, err)
	}
}

func show(f finding.Finding) string {
	out := ruletest.Show(f)
	if f.Fix != nil {
		out += fmt.Sprintf("  fix: %s: %q\n", f.Fix.Message, f.Fix.Edits[0].New)
	}
	return out
}

func TestOptions(t *testing.T) {
	if err := unboundedqueue.Defaults().Validate(); err != nil {
		t.Error(err)
	}
	if err := (unboundedqueue.Options{Capacity: 1}).Validate(); err == nil {
		t.Error("a capacity of 1 is accepted")
	}
}

// TestExample keeps the code of the page equal to what TestRule runs the rule over.
func TestExample(t *testing.T) {
	ruletest.Example(t, ruletest.Code(unboundedqueue.Info().Doc, "Example"))
}
