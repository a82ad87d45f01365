package retrynesting_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/retrynesting"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/golden"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/trace"
)

// TestRule checks the want comments, then, in a golden file, the paths of two packages and
// what is no diagnostic. All packages go through one run, because a run reads the standard
// library from source.
func TestRule(t *testing.T) {
	rule := retrynesting.New(retrynesting.Defaults, passes.New(catalogue.Builtin()))
	results := analysistest.Run(t, filepath.Join(analysistest.TestData(), "src"), rule, "./...")
	var out strings.Builder
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
			if f.Confidence != finding.High || path == "app/web" || path == "amplify" {
				out.WriteString(ruletest.Show(f))
			}
		}
	}
	golden.Equal(t, filepath.Join("testdata", "findings.golden"), out.String())
}

// TestOptions checks what other limits than the defaults leave over.
func TestOptions(t *testing.T) {
	for _, x := range []struct {
		options retrynesting.Options
		want    string
	}{
		{retrynesting.Options{Limit: 9, Amplify: 10}, "amplify 27"},
		{retrynesting.Options{Limit: 1, Amplify: 27}, "nested 9, nested 27"},
	} {
		rule := retrynesting.New(x.options, passes.New(catalogue.Builtin()))
		var got []string
		for _, r := range analysistest.Run(quiet{}, filepath.Join(analysistest.TestData(), "src"), rule, "m/amplify") {
			for _, f := range r.Result.(*finding.Set).Findings {
				_, product, _ := strings.Cut(f.Message, " = ")
				product, _, _ = strings.Cut(product, " ")
				got = append(got, strings.TrimPrefix(f.Code, "retrynesting/")+" "+product)
			}
		}
		if got := strings.Join(got, ", "); got != x.want {
			t.Errorf("%+v gives %q, want %q", x.options, got, x.want)
		}
	}
}

// quiet lets a run go on whose findings do not meet the want comments.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

func TestValidate(t *testing.T) {
	for _, o := range []retrynesting.Options{{}, {Limit: 1}, {Amplify: 10}, {Limit: -1, Amplify: 10}} {
		if o.Validate() == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if err := retrynesting.Defaults.Validate(); err != nil {
		t.Error(err)
	}
}
