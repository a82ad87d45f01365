// Package driver loads the packages of a module from source, runs the analyzers over
// them with facts, keeps what it learnt in a cache on disk, and links what only the
// whole program shows. It prints nothing and decides no exit code.
package driver

import (
	"context"
	"errors"

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
	// Progress, where set, is called from one goroutine at a time with the number of
	// packages done and to do.
	Progress func(done, total int)
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
}

// Result is the answer of a run: sorted, without doubles, positions with absolute paths.
type Result struct {
	Set      finding.Set
	Problems []Problem
	Stats    Stats
}

// Run analyses the packages. The error says why nothing could be analysed at all
// (no go command, bad pattern syntax); what failed in single packages is in
// Result.Problems, and the rest of the answer stands.
func Run(ctx context.Context, o Options) (*Result, error) {
	return nil, errors.New("driver: not built")
}
