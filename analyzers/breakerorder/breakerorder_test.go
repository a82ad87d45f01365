package breakerorder_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/resilint/resilint/analyzers/breakerorder"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes"
	"github.com/resilint/resilint/internal/trace"
)

var update = flag.Bool("update", false, "write the golden file anew")

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
				out.WriteString(show(f))
			}
		}
	}
	golden(t, filepath.Join("testdata", "findings.golden"), out.String())
}

func show(f finding.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: %s (%s, %s)\n", filepath.Base(f.Location.File), f.Location.Line, f.Message, f.Code, f.Confidence)
	for _, s := range f.Trace {
		fmt.Fprintf(&b, "  %s %s %s:%d:%d %s %s\n", s.Kind, s.Pkg, s.File, s.Line, s.Col, s.Func, s.Note)
	}
	return b.String()
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
