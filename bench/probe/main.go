//go:build linux

// Command probe runs the driver once and says what it cost: with all rules, with an
// analyzer that does nothing, with one that only builds SSA, or with one that visits it.
// The first against the second is what the rules add to reading and checking the source. It
// is how the figures in docs/performance.md are taken, and no part of the tool.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/heap"
	"github.com/resilint/resilint/internal/passes/directives"
	"github.com/resilint/resilint/internal/passes/owner"
	"github.com/resilint/resilint/internal/passes/ssabuild"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "probe:", err)
		os.Exit(2)
	}
}

func run() error {
	what := flag.String("run", "all", "what to run: all (the rules), nothing, ssa (build it of each package, and nothing else), or visit (look at each instruction of it once, too)")
	tests := flag.Bool("tests", false, "with test files")
	cache := flag.String("cache", "", "keep what is learnt in this folder; without it nothing is kept, so that each run is a cold one")
	cpu := flag.String("cpuprofile", "", "write a CPU profile here")
	mem := flag.String("memprofile", "", "write a profile of all allocations here")
	flag.Parse()
	list, err := chosen(*what)
	if err != nil {
		return err
	}
	if *mem != "" {
		runtime.MemProfileRate = 64 << 10
	}
	if *cpu != "" {
		f, err := os.Create(*cpu)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	heap.Tune() // as the command does
	start := time.Now()
	res, err := driver.Run(context.Background(), driver.Options{Patterns: flag.Args(), Tests: *tests, Analyzers: list, CacheDir: *cache, NoCache: *cache == ""})
	if err != nil {
		return err
	}
	tell(res, time.Since(start))
	if *mem == "" {
		return nil
	}
	f, err := os.Create(*mem)
	if err != nil {
		return err
	}
	defer f.Close()
	runtime.GC() // the profile has what was allocated before the last collection
	return pprof.Lookup("allocs").WriteTo(f, 0)
}

// chosen gives the analyzers to run.
func chosen(what string) ([]*analysis.Analyzer, error) {
	switch what {
	case "all":
		list := []*analysis.Analyzer{directives.Analyzer, owner.Faults}
		for _, r := range analyzers.All() {
			list = append(list, r.New())
		}
		return list, nil
	case "nothing":
		return []*analysis.Analyzer{empty(nil)}, nil
	case "visit":
		return []*analysis.Analyzer{visitor()}, nil
	case "ssa":
		return []*analysis.Analyzer{empty(ssabuild.Analyzer)}, nil
	}
	return nil, fmt.Errorf("-run %q is none of all, nothing, ssa, visit", what)
}

// empty is an analyzer without findings, which has SSA built if it is given the pass.
func empty(ssa *analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "empty", Doc: "does nothing", ResultType: reflect.TypeFor[*finding.Set]()}
	if ssa != nil {
		a.Requires = []*analysis.Analyzer{ssa}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		if ssa != nil {
			pass.ResultOf[ssa].(*ssabuild.Lazy).Get()
		}
		return &finding.Set{}, nil
	}
	return a
}

// tell prints one line: seconds by the clock and of CPU, peak memory and allocations in
// MiB, lines of other programs such as go list left out.
func tell(res *driver.Result, wall time.Duration) {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	cpu := time.Duration(use.Utime.Nano() + use.Stime.Nano())
	fmt.Printf("wall %.2f cpu %.2f peak %d allocated %d packages %d findings %d\n",
		wall.Seconds(), cpu.Seconds(), use.Maxrss>>10, m.TotalAlloc>>20, res.Stats.Analysed, len(res.Set.Findings))
}
