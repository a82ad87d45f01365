package driver

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

// chain is three packages, each calling the next, and a generic one.
func chain(t *testing.T) string {
	return module(t,
		"go.mod", "module ex.com/m\ngo 1.26\n",
		"a/a.go", "package a\n\nimport \"ex.com/m/b\"\n\nfunc A() { b.B(); b.T{}.M() }\n",
		"b/b.go", "package b\n\nimport (\n\t\"errors\"\n\t\"ex.com/m/c\"\n)\n\ntype T struct{ err error }\n\nfunc (T) M() { c.C() }\n\nvar errB = errors.New(\"b\")\n\nfunc B() { c.C(); _ = c.Map([]int{1}, hidden) }\n\nfunc hidden(i int) int { return i }\n",
		"c/c.go", "package c\n\nfunc C() {}\n\ntype N[T any] struct{ v T }\n\nfunc (n N[T]) Get() T { C(); return n.v }\n\nfunc Map[T, U any](in []T, f func(T) U) (out []U) {\n\tfor _, v := range in {\n\t\tout = append(out, f(N[T]{v}.Get()))\n\t}\n\treturn out\n}\n",
		"d/d.go", "package d\n\nfunc D() {}\n")
}

func TestFactsCrossPackages(t *testing.T) {
	dir := chain(t)
	got := show(dir, runIn(t, dir, nil))
	wantLines(t, got,
		"a/a.go:5 A 4 [ex.com/m/b.B (ex.com/m/b.T).M]",
		"b/b.go:14 B 3 [ex.com/m/c.C ex.com/m/c.Map] objects 4 packages 1",
		"c/c.go:9 Map 2 [(ex.com/m/c.N[T]).Get] objects 2 packages 0")
	if strings.Contains(got, "problem") {
		t.Error(got)
	}
}

func TestColdAndWarmAgree(t *testing.T) {
	dir := chain(t)
	share := filepath.Join(t.TempDir(), "cache")
	withCache := func(o *Options) { o.CacheDir = share }
	cold, warm := runIn(t, dir, withCache), runIn(t, dir, withCache)
	bare := runIn(t, dir, func(o *Options) { o.NoCache = true })
	if d := cmp.Diff(cold.Set, warm.Set); d != "" {
		t.Errorf("cold and warm differ:\n%s", d)
	}
	if d := cmp.Diff(cold.Set, bare.Set); d != "" {
		t.Errorf("with and without cache differ:\n%s", d)
	}
	if cold.Stats.Analysed != 4 || warm.Stats.Analysed != 0 || warm.Stats.External != 0 || warm.Stats.Packages != 4 {
		t.Errorf("cold %+v, warm %+v", cold.Stats, warm.Stats)
	}
}

func TestEditAnalysesOnlyWhatDepends(t *testing.T) {
	dir := chain(t)
	share := filepath.Join(t.TempDir(), "cache")
	var mu sync.Mutex
	var ran []string
	run := func(o *Options) {
		o.CacheDir = share
		o.Analyzers = []*analysis.Analyzer{toy(func(pkg string) {
			mu.Lock()
			defer mu.Unlock()
			ran = append(ran, filepath.Base(pkg))
		})}
	}
	steps := []struct{ file, add, want string }{
		{"", "", "a b c d"},
		{"d/d.go", "func More() {}\n", "d"},
		{"a/a.go", "func More() {}\n", "a"},
		{"b/b.go", "func More() { c.C() }\n", "a b"},
		{"c/c.go", "func More() {}\n", "a b c"},
	}
	for _, s := range steps {
		if s.file != "" {
			old, err := os.ReadFile(filepath.Join(dir, s.file))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, s.file, string(old)+s.add)
		}
		ran = nil
		res := runIn(t, dir, run)
		slices.Sort(ran)
		if got := strings.Join(ran, " "); got != s.want {
			t.Errorf("after a change of %q %s were analysed, not %s", s.file, got, s.want)
		}
		bare := runIn(t, dir, func(o *Options) { o.NoCache = true })
		if d := cmp.Diff(bare.Set, res.Set); d != "" {
			t.Errorf("after a change of %q:\n%s", s.file, d)
		}
	}
}

func TestCacheMovesWithTheCheckout(t *testing.T) {
	share := filepath.Join(t.TempDir(), "cache")
	withCache := func(o *Options) { o.CacheDir = share }
	one, two := chain(t), chain(t)
	a := runIn(t, one, withCache)
	b := runIn(t, two, withCache)
	if b.Stats.Analysed != 0 {
		t.Errorf("analysed %d packages again in another folder", b.Stats.Analysed)
	}
	if d := cmp.Diff(show(one, a), show(two, b)); d != "" {
		t.Error(d)
	}
}

func TestSaltAndFlags(t *testing.T) {
	dir := chain(t)
	share := filepath.Join(t.TempDir(), "cache")
	runIn(t, dir, func(o *Options) { o.CacheDir = share })
	res := runIn(t, dir, func(o *Options) { o.CacheDir = share; o.Salt = "other" })
	if res.Stats.Analysed != 4 {
		t.Errorf("another salt found old answers: %+v", res.Stats)
	}
	if res := runIn(t, dir, func(o *Options) { o.CacheDir = share; o.Env = environment("GOARCH=arm64") }); res.Stats.Analysed != 4 {
		t.Errorf("another GOARCH found old answers: %+v", res.Stats)
	}
}

func TestSameAnswerOnAnyNumberOfCores(t *testing.T) {
	dir := chain(t)
	var first string
	for _, procs := range []int{1, 2, 4} {
		old := runtime.GOMAXPROCS(procs)
		got := show(dir, runIn(t, dir, func(o *Options) { o.NoCache = true }))
		runtime.GOMAXPROCS(old)
		if first == "" {
			first = got
		} else if got != first {
			t.Errorf("with %d cores:\n%s", procs, cmp.Diff(first, got))
		}
	}
}

func TestSameAnswerInAnyOrder(t *testing.T) {
	dir := chain(t)
	share := filepath.Join(t.TempDir(), "cache")
	want := show(dir, runIn(t, dir, func(o *Options) { o.CacheDir = share }))
	for seed := range uint64(8) {
		for _, cache := range []string{share, filepath.Join(t.TempDir(), "cache")} {
			res := runIn(t, dir, func(o *Options) { o.Shuffle, o.CacheDir = seed, cache })
			if d := cmp.Diff(want, show(dir, res)); d != "" {
				t.Errorf("with the packages in another order:\n%s", d)
			}
			if known := cache == share; known != (res.Stats.Analysed == 0) {
				t.Errorf("seed %d: analysed %d packages, cached: %v", seed, res.Stats.Analysed, known)
			}
		}
	}
}

func TestReadOnlyCache(t *testing.T) {
	dir := chain(t)
	file := filepath.Join(t.TempDir(), "file")
	write(t, filepath.Dir(file), "file", "")
	res := runIn(t, dir, func(o *Options) { o.CacheDir = filepath.Join(file, "cache") })
	if len(res.Warnings) != 1 || len(res.Problems) != 0 || len(res.Set.Findings) == 0 {
		t.Errorf("warnings %q, problems %v", res.Warnings, res.Problems)
	}
	if os.Getuid() == 0 {
		return // root writes everywhere
	}
	share := filepath.Join(t.TempDir(), "cache")
	runIn(t, dir, func(o *Options) { o.CacheDir = share })
	for i, sub := range mustGlob(t, filepath.Join(share, "*")) {
		if err := os.Chmod(sub, 0o555); err != nil {
			t.Fatal(i, err)
		}
		t.Cleanup(func() { _ = os.Chmod(sub, 0o777) })
	}
	res = runIn(t, dir, func(o *Options) { o.CacheDir = share; o.Salt = "new" })
	if len(res.Warnings) != 1 || len(res.Problems) != 0 || len(res.Set.Findings) == 0 {
		t.Errorf("warnings %q, problems %v", res.Warnings, res.Problems)
	}
}

func mustGlob(t *testing.T, pattern string) []string {
	t.Helper()
	out, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDamagedCache holds that damage to the cache costs time only.
func TestDamagedCache(t *testing.T) {
	dir := chain(t)
	share := filepath.Join(t.TempDir(), "cache")
	withCache := func(o *Options) { o.CacheDir = share }
	want := runIn(t, dir, withCache)
	for i, f := range mustGlob(t, filepath.Join(share, "*", "*-d")) {
		switch i % 3 {
		case 0:
			write(t, filepath.Dir(f), filepath.Base(f), "damage")
		case 1:
			if err := os.Remove(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	if d := cmp.Diff(want.Set, runIn(t, dir, withCache).Set); d != "" {
		t.Error(d)
	}
}

func TestProgress(t *testing.T) {
	dir := chain(t)
	var calls [][2]int
	runIn(t, dir, func(o *Options) {
		o.Progress = func(done, total int) { calls = append(calls, [2]int{done, total}) }
	})
	if want := [][2]int{{1, 4}, {2, 4}, {3, 4}, {4, 4}}; !cmp.Equal(calls, want) {
		t.Error(calls)
	}
}

func TestNothingToAnalyse(t *testing.T) {
	dir := chain(t)
	for _, o := range []Options{
		{Dir: dir, Patterns: []string{"./nothere"}},
		{Dir: t.TempDir(), Patterns: []string{"./..."}},
		{Dir: filepath.Join(dir, "nothere")},
		{Dir: dir},
	} {
		if o.Env == nil {
			o.Env = environment()
		}
		o.NoCache = true
		if res, err := Run(context.Background(), o); err == nil {
			t.Errorf("%+v: no error, %+v", o, res)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %q", err)
		}
	}
	if res, err := Run(context.Background(), Options{Dir: dir + "/a", NoCache: true, Env: environment()}); err != nil {
		t.Error(err, res) // no analyzers are no error
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, Options{Dir: dir, NoCache: true, Env: environment()}); err == nil {
		t.Error("a run that was cancelled gave no error")
	}
}

func needGcc(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
}
