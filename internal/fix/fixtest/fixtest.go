// Package fixtest makes the fixes of a rule in a copy of its testdata and holds what comes
// out against the promise: the code compiles, and the rule is silent where it was fixed.
package fixtest

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/fix"
)

// maxRounds bounds how often fixes are made that got in the way of others.
const maxRounds = 5

// Run makes all fixes that the rule offers in a copy of the module at dir, whatever their
// finding's confidence, until none is left, and gives the files that changed, by their names
// relative to dir with slashes. A fix that is for a reader to judge is not made. The test
// fails where nothing is fixed, where the code no longer compiles, and where the rule reports
// as often as before in a file, with a code and confidence of which it fixed a finding. The rule's result is
// a *finding.Set. patterns name packages; one run over all is cheapest.
func Run(t *testing.T, dir string, rule *analysis.Analyzer, patterns ...string) map[string]string {
	t.Helper()
	work := t.TempDir()
	if err := os.CopyFS(work, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	found := analyse(t, work, rule, patterns)
	for range maxRounds {
		plan := fix.Make(found, sums(t, found), fix.ReadFile)
		for _, f := range plan.Files {
			if err := f.Write(); err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(work, f.Name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(rel)] = string(f.New)
		}
		if len(plan.Fixed) == 0 {
			break
		}
		after := analyse(t, work, rule, patterns)
		compare(t, work, found, plan.Fixed, after)
		found = after
		if len(plan.Left) == 0 {
			break
		}
	}
	if len(files) == 0 {
		t.Error("no finding has a fix")
	}
	return files
}

// compare wants each fixed finding to be gone.
func compare(t *testing.T, work string, before, fixed, after []finding.Finding) {
	t.Helper()
	type place struct {
		file, code string
		confidence finding.Confidence // a lesser fault behind the one that is fixed may show
	}
	count := func(list []finding.Finding) map[place]int {
		n := map[place]int{}
		for _, f := range list {
			n[place{f.Location.File, f.Code, f.Confidence}]++
		}
		return n
	}
	was, is := count(before), count(after)
	for p, n := range count(fixed) {
		if is[p] > was[p]-n {
			t.Errorf("%s: %d of %d findings of %s were fixed, and there are %d", strings.TrimPrefix(p.file, work), n, was[p], p.code, is[p])
		}
	}
}

// sums are those of the files that fixes change.
func sums(t *testing.T, found []finding.Finding) map[string][sha256.Size]byte {
	t.Helper()
	out := map[string][sha256.Size]byte{}
	for _, f := range found {
		if f.Fix == nil {
			continue
		}
		for _, e := range f.Fix.Edits {
			data, err := os.ReadFile(e.File)
			if err != nil {
				t.Fatal(err)
			}
			out[e.File] = sha256.Sum256(data)
		}
	}
	return out
}

// analyse gives what the rule finds, in its order.
func analyse(t *testing.T, dir string, rule *analysis.Analyzer, patterns []string) []finding.Finding {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir,
		Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, err := range p.Errors {
			t.Fatalf("the code does not compile: %v", err)
		}
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{rule}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []finding.Finding
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if set, ok := act.Result.(*finding.Set); ok {
			out = append(out, set.Findings...)
		}
	}
	slices.SortFunc(out, finding.Compare)
	return out
}
