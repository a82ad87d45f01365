package driver

import (
	"crypto/sha256"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// fixer reports each file, with a fix that replaces its first byte, and has a fault in it.
func fixer() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "fixer", Doc: "toy", ResultType: reflect.TypeFor[*finding.Set](),
		Run: func(p *analysis.Pass) (any, error) {
			s := &finding.Set{}
			for _, f := range p.Files {
				at := finding.Location{File: p.Fset.Position(f.Pos()).Filename, Line: 1, Column: 1}
				s.Findings = append(s.Findings, finding.Finding{Code: "fixer/x", Location: at, Message: "m",
					Fix: &finding.Fix{Message: "fix", Manual: p.Pkg.Name() == "b", Edits: []finding.Edit{{File: at.File, End: 1, New: "P"}}}})
				s.Faults = append(s.Faults, finding.Fault{Location: at, Message: "unreadable"})
			}
			return s, nil
		}}
}

// TestFixesAndFaults: fixes come with the sums of the files that they were made for, faults
// as problems, and both out of the cache as from the run.
func TestFixesAndFaults(t *testing.T) {
	const a, b = "package a\n", "package b\n"
	dir := module(t, "go.mod", "module m\n", "a/a.go", a, "b/b.go", b)
	share := filepath.Join(t.TempDir(), "cache")
	run := func() *Result {
		return runIn(t, dir, func(o *Options) { o.CacheDir = share; o.Analyzers = []*analysis.Analyzer{fixer()} })
	}
	nameA, nameB := filepath.Join(dir, "a", "a.go"), filepath.Join(dir, "b", "b.go")
	first := run()
	want := map[string][sha256.Size]byte{nameA: sha256.Sum256([]byte(a)), nameB: sha256.Sum256([]byte(b))}
	if d := cmp.Diff(want, first.Sums); d != "" {
		t.Error(d)
	}
	problems := []Problem{{Pkg: "m/a", Pos: nameA + ":1:1", Message: "unreadable"}, {Pkg: "m/b", Pos: nameB + ":1:1", Message: "unreadable"}}
	if d := cmp.Diff(problems, first.Problems); d != "" {
		t.Error(d)
	}
	if f := first.Set.Findings; len(f) != 2 || f[0].Fix.Manual || !f[1].Fix.Manual || f[1].Fix.Edits[0].File != nameB || first.Set.Faults != nil {
		t.Errorf("%+v", first.Set)
	}
	second := run()
	if second.Stats.Analysed != 0 {
		t.Errorf("%+v", second.Stats)
	}
	second.Stats = first.Stats
	if d := cmp.Diff(first, second); d != "" {
		t.Error(d)
	}
	write(t, dir, "a/a.go", a+"// more\n")
	if third := run(); third.Sums[nameA] == want[nameA] || third.Sums[nameB] != want[nameB] {
		t.Error("the sums are not those of what was analysed")
	}
}
