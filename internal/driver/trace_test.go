package driver

import (
	"context"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// TestTracePaths: a step names its file by package and base name, and the answer by path,
// in this package, in another, in one outside and in the tests of one; also where the
// answer comes from the cache.
func TestTracePaths(t *testing.T) {
	dir := module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"svc/a.go", "package svc\n\nimport (\n\t\"errors\"\n\t_ \"ex.com/m/sub/store\"\n)\n\nvar Err = errors.New(\"\")\n",
		"svc/a_test.go", "package svc_test\n",
		"sub/store/store.go", "package store\n")
	steps := []trace.Step{
		{Pkg: "ex.com/m/svc", File: "a.go", Line: 1},
		{Pkg: "ex.com/m/sub/store", File: "store.go", Line: 1},
		{Pkg: "ex.com/m/svc_test", File: "a_test.go", Line: 1},
		{Pkg: "errors", File: "errors.go", Line: 1},
		{Pkg: "example.org/nowhere", File: "x.go", Line: 1},
		{Pkg: "ex.com/m/svc"},
	}
	an := &analysis.Analyzer{Name: "steps", Doc: "toy", ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(p *analysis.Pass) (any, error) {
			set := &finding.Set{}
			if p.Pkg.Path() == "ex.com/m/svc" {
				at := p.Fset.Position(p.Files[0].Pos())
				set.Findings = []finding.Finding{{Code: "toy/steps", Trace: steps,
					Location: finding.Location{File: at.Filename, Line: at.Line, Column: at.Column}}}
			}
			return set, nil
		}}
	o := Options{Dir: dir, Patterns: []string{"./..."}, Tests: true, Env: environment(), Analyzers: []*analysis.Analyzer{an},
		CacheDir: t.TempDir()}
	for _, from := range []string{"source", "cache"} {
		res, err := Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Set.Findings) != 1 || len(res.Problems) > 0 {
			t.Fatalf("from %s: %+v", from, res)
		}
		var got []string
		for _, s := range res.Set.Findings[0].Trace {
			got = append(got, s.Path)
		}
		want := []string{
			filepath.Join(dir, "svc", "a.go"),
			filepath.Join(dir, "sub", "store", "store.go"),
			filepath.Join(dir, "svc", "a_test.go"),
			filepath.Join(goroot(t), "src", "errors", "errors.go"),
			"", "",
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("from %s: %s", from, d)
		}
	}
	if steps[0].Path != "" {
		t.Error("the steps of the package's own answer were changed")
	}
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
