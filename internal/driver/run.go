package driver

import (
	"context"
	"go/token"
	"go/types"
	"sync"
)

// run is the state of one Run.
type run struct {
	opts    Options
	plan    *plan
	workers int

	env    map[string]string
	fset   *token.FileSet
	nodes  []*node          // every package, imports first
	own    []*node          // the source set of them
	byID   map[string]*node // by go list's import path, variants included
	byPath map[string]*node // the source set by plain import path
	hashes *hasher
	store  *store

	wasAsked   bool           // go list was run for this run
	background sync.WaitGroup // what is kept of go list's answer

	listed []*listed                 // what go list gave, where it gave all
	known  map[digest]*types.Package // outside, from another run (see share)

	mu       sync.Mutex
	problems []Problem
	warnings []string
	done     int
	total    int
	packages sync.Map // *types.Package → *node, of the source set
	analysed int
	external int
}

func (r *run) problem(p Problem) {
	r.mu.Lock()
	r.problems = append(r.problems, p)
	r.mu.Unlock()
}

func (r *run) warn(s string) {
	r.mu.Lock()
	r.warnings = append(r.warnings, s)
	r.mu.Unlock()
}

// analyse loads what has to be loaded and runs the analyzers where no answer is known.
func (r *run) analyse(ctx context.Context) error {
	need := r.needed()
	if len(need) == 0 {
		return ctx.Err()
	}
	outside := r.newOutside(need)
	outside.open()
	need = r.narrow(need, outside)
	outside.close()
	if err := r.loadCgo(ctx, need, outside); err != nil {
		return err
	}
	if err := r.schedule(ctx, need, outside); err != nil {
		return err
	}
	outside.write()
	return nil
}
