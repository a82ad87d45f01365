package retrypolicy_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/retrypolicy"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/fix/fixtest"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/rule/ruletest"
	"github.com/resilint/resilint/internal/trace"
)

var update = flag.Bool("update", false, "write the golden files anew")

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
				show(&out, path, f)
			}
		}
	}
	golden(t, filepath.Join("testdata", "findings.golden"), out.String())
}

func show(out *strings.Builder, path string, f finding.Finding) {
	fmt.Fprintf(out, "%s:%d: %s (%s, %s)\n", path, f.Location.Line, f.Message, f.Code, f.Confidence)
	for _, s := range f.Trace {
		fmt.Fprintf(out, "  %s\n", strings.Join([]string{string(s.Kind), s.Pkg, fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Col), s.Func, s.Note}, " "))
	}
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
	golden(t, filepath.Join("testdata", "fixes.golden"), out.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (write it anew with -update): %s", name, d)
	}
}
