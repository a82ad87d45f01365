package analyzers_test

import (
	"context"
	"flag"
	"go/ast"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/gen"
)

var (
	packages  = flag.Int("packages", 20, "of the module that is analysed")
	functions = flag.Int("functions", 200, "in each package")
	depth     = flag.Int("depth", 5, "calls between an entry point and a request")
	layers    = flag.Int("layers", 2, "of these that retry")
)

// nothing looks at each node of a package: the least that a rule does.
func nothing() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "nothing", Doc: "counts nodes", Run: func(p *analysis.Pass) (any, error) {
		n := 0
		for _, f := range p.Files {
			ast.Inspect(f, func(ast.Node) bool { n++; return true })
		}
		return nil, nil
	}}
}

func rules() []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, r := range analyzers.All() {
		out = append(out, r.New())
	}
	return out
}

func analyse(tb testing.TB, dir string, list []*analysis.Analyzer, change func(*driver.Options)) *driver.Result {
	tb.Helper()
	o := driver.Options{Dir: dir, Patterns: []string{"./..."}, NoCache: true, Analyzers: list,
		Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")}
	if change != nil {
		change(&o)
	}
	res, err := driver.Run(context.Background(), o)
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range res.Problems {
		tb.Fatalf("%s %s: %s", p.Pkg, p.Pos, p.Message)
	}
	return res
}

// BenchmarkRules analyses a module that is written for it, with all rules and nothing known
// beforehand. Beside the time it gives findings a second, what the cache keeps of a function,
// and the time as a multiple of that of a rule that does nothing, which ran in turn with it.
func BenchmarkRules(b *testing.B) {
	dir := b.TempDir()
	if err := gen.Module(gen.Size{Packages: *packages, Functions: *functions, Depth: *depth, Layers: *layers}).Write(dir); err != nil {
		b.Fatal(err)
	}
	var idle time.Duration
	findings := 0
	for b.Loop() {
		res := analyse(b, dir, rules(), nil)
		findings += len(res.Set.Findings)
		b.StopTimer()
		start := time.Now()
		analyse(b, dir, []*analysis.Analyzer{nothing()}, nil)
		idle += time.Since(start)
		b.StartTimer()
	}
	if findings == 0 {
		b.Fatal("nothing found")
	}
	b.ReportMetric(float64(findings)/b.Elapsed().Seconds(), "findings/s")
	b.ReportMetric(b.Elapsed().Seconds()/idle.Seconds(), "x-noop")
	b.ReportMetric(kept(b, dir)/float64(*packages**functions), "bytes/function")
}

// BenchmarkUnchanged is the same with all answers in the cache.
func BenchmarkUnchanged(b *testing.B) {
	dir, cache := b.TempDir(), b.TempDir()
	if err := gen.Module(gen.Size{Packages: *packages, Functions: *functions, Depth: *depth, Layers: *layers}).Write(dir); err != nil {
		b.Fatal(err)
	}
	known := func(o *driver.Options) { o.NoCache, o.CacheDir = false, cache }
	analyse(b, dir, rules(), known)
	for b.Loop() {
		if res := analyse(b, dir, rules(), known); res.Stats.Analysed != 0 {
			b.Fatal("analysed ", res.Stats.Analysed)
		}
	}
}

// kept is how much the cache holds of the packages' answers, facts included, without the
// types of the standard library.
func kept(b *testing.B, dir string) float64 {
	all, types := b.TempDir(), b.TempDir()
	analyse(b, dir, rules(), func(o *driver.Options) { o.NoCache, o.CacheDir = false, all })
	analyse(b, dir, []*analysis.Analyzer{nothing()}, func(o *driver.Options) { o.NoCache, o.CacheDir = false, types })
	return size(b, all) - size(b, types)
}

func size(b *testing.B, dir string) float64 {
	names, err := filepath.Glob(filepath.Join(dir, "*", "*-d"))
	if err != nil {
		b.Fatal(err)
	}
	var sum int64
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			b.Fatal(err)
		}
		sum += info.Size()
	}
	return float64(sum)
}
