// Package driver loads the packages of a module from source, runs the analyzers over
// them with facts, keeps what it learnt in a cache on disk, and links what only the
// whole program shows. It prints nothing and decides no exit code.
//
// A run goes through these steps, a file or two each:
//
//	load       go list, streamed; nothing is compiled (load.go, cgo.go), or what it said
//	           last time (remember.go, listcodec.go and package listkey)
//	graph      which packages are ours and which are types only (graph.go)
//	key        what each package's answer depends on, by content (key.go)
//	look up    packages whose answer is known are not even parsed (cache.go)
//	types      packages outside, from the types cache or without bodies (external.go, strip.go)
//	analyse    ours, imports first, in parallel (run.go, schedule.go, typecheck.go,
//	           action.go), with facts (facts.go) and in the analyzers' order (plan.go)
//	link       what only the whole program shows (link.go)
package driver

import (
	"context"
	"crypto/sha256"
	"errors"
	"runtime"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// Options say what to analyse and how.
type Options struct {
	Dir       string   // the folder `go list` runs in; "" is the current one
	Patterns  []string // package patterns; empty means "."
	Tests     bool     // analyse test files too
	Tags      string   // build tags, as go build -tags takes them
	Env       []string // environment for go list; nil means the process's own
	Analyzers []*analysis.Analyzer
	// CacheDir is the cache's folder; "" means $RESILINT_CACHE, else resilint in the
	// user's cache folder. NoCache switches the cache off.
	CacheDir string
	NoCache  bool
	// Salt is anything besides the inputs that the answer depends on: the binary's
	// build ID and the effective configuration.
	Salt string
	// Overlay, where set, makes the run see other files than those on disk.
	Overlay *Overlay
	// Shuffle, where not 0, is the seed of another order in which packages are looked at and
	// analysed. No answer may depend on it, which is what it is there to test.
	Shuffle uint64
	// Progress, where set, is called from one goroutine at a time with the number of
	// packages done and to do.
	Progress func(done, total int)

	missing bool           // packages asked for may be missing (see RunBoth)
	asked   func([]string) // hears the arguments of each go command; for tests
}

// A Problem is something that could not be done, so that the answer is not whole.
type Problem struct {
	Pkg     string // import path, where one is known
	Pos     string // file:line:col, where one is known
	Message string
}

// Stats say how much work a run was.
type Stats struct {
	Packages int // packages asked for
	Analysed int // of all packages of the module needed, those not found in the cache
	External int // packages outside, loaded as types only
	// Asked says that the go command was asked for the packages, since something has changed
	// besides bodies of functions, or there is no cache.
	Asked bool
}

// Result is the answer of a run: sorted, without doubles, positions with absolute paths.
type Result struct {
	Set      finding.Set
	Problems []Problem
	// Warnings say what went wrong without a loss to the answer: a cache that cannot
	// be written, a Go command newer than the one this program was built with.
	Warnings []string
	Stats    Stats
	// Files are those of the packages that were asked for, sorted.
	Files []string
	// Sums are the SHA-256 sums of the files that fixes would change, by name, as they were
	// when they were analysed: offsets in them count for these contents only.
	Sums map[string][sha256.Size]byte
}

// Run analyses the packages. The error says why nothing could be analysed at all
// (no go command, bad pattern syntax); what failed in single packages is in
// Result.Problems, and the rest of the answer stands.
//
// Each package of the source set is analysed once, whether it was asked for or only
// imported: its notes count for the program, its findings only where it was asked for.
func Run(ctx context.Context, o Options) (*Result, error) {
	r, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	return r.answer(ctx)
}

// load is the part of a run that needs no answers for packages.
func load(ctx context.Context, o Options) (*run, error) {
	if err := analysis.Validate(o.Analyzers); err != nil {
		return nil, err
	}
	r := &run{opts: o, plan: newPlan(o.Analyzers), workers: runtime.GOMAXPROCS(0)}
	r.openStore()
	if err := r.load(ctx); err != nil {
		r.background.Wait()
		return nil, err
	}
	r.computeKeys()
	return r, nil
}

// answer is the rest of a run.
func (r *run) answer(ctx context.Context) (*Result, error) {
	defer r.background.Wait()
	r.lookUp()
	if err := r.analyse(ctx); err != nil {
		return nil, err
	}
	r.store.trim()
	return r.link(), nil
}

var errNothing = errors.New("no packages to analyse")
