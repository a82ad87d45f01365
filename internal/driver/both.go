package driver

import (
	"context"
	"go/types"
	"runtime"
	"slices"
)

// A ThenError is that the earlier state of a program could not be analysed.
type ThenError struct{ Err error }

func (e *ThenError) Error() string { return e.Err.Error() }
func (e *ThenError) Unwrap() error { return e.Err }

// RunBoth analyses a program as it is now and as it was. The function then is called while
// now is loaded, and says how it was; nil options mean that there is nothing to analyse. The
// second is analysed when the first is done, and takes from it, and from the cache, all that
// they have in common. What was asked for and was not there then is no problem. Where it is
// the second that fails, the error is a *ThenError.
func RunBoth(ctx context.Context, now Options, then func(context.Context) (*Options, error)) (a, b *Result, err error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	list, second := make(chan *listing, 1), make(chan loaded, 1)
	go func() {
		o, err := then(ctx) // which is quick, and whose error comes first
		if err != nil {
			cancel() // there is no use in the rest
			second <- loaded{unknown: true, err: err}
			return
		}
		second <- loadThen(inner, o, list)
	}()
	first, err := load(inner, now)
	if err == nil {
		list <- first.listing()
		a, err = first.answer(inner)
	}
	if err != nil {
		cancel()
	}
	l := <-second
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case l.unknown:
		return nil, nil, &ThenError{l.err}
	case err != nil:
		return nil, nil, err
	case l.err != nil:
		return nil, nil, &ThenError{l.err}
	case l.r == nil:
		return a, nil, nil
	}
	l.r.share(first)
	if b, err = l.r.answer(ctx); err != nil && ctx.Err() == nil {
		err = &ThenError{err}
	}
	return a, b, err
}

// loaded is the second run, nil where there is none.
type loaded struct {
	r       *run
	unknown bool // it could not be told how the program was
	err     error
}

// loadThen loads the second run. Where go list would give the same again, it waits for what
// it gives the first.
func loadThen(ctx context.Context, o *Options, list chan *listing) loaded {
	if o == nil {
		return loaded{}
	}
	o.missing = true
	if o.Overlay != nil && o.Overlay.keepsGraph() {
		select {
		case l := <-list:
			if l != nil {
				r, err := l.run(*o)
				return loaded{r: r, err: err}
			}
		case <-ctx.Done():
			return loaded{err: ctx.Err()}
		}
	}
	r, err := load(ctx, *o)
	return loaded{r: r, err: err}
}

// listing is what the go command gave a run, for another one.
type listing struct {
	env    map[string]string
	hashes *hasher
	pkgs   []*listed
	copies []listed
}

// listing is nil where the go command did not give all. It is to be asked for before the run
// goes on, which writes to what it has.
func (r *run) listing() *listing {
	if r.listed == nil {
		return nil
	}
	l := &listing{env: r.env, hashes: r.hashes, pkgs: r.listed, copies: make([]listed, len(r.listed))}
	for i, p := range r.listed {
		l.copies[i] = *p
	}
	return l
}

// run gives a run of the same packages, of which the overlay changes contents only.
func (l *listing) run(o Options) (*run, error) {
	r := &run{opts: o, plan: newPlan(o.Analyzers), workers: runtime.GOMAXPROCS(0), env: l.env}
	r.openStore()
	r.hashes = newHasher(r.workers, o.Overlay.ReadFile, nil)
	pkgs := make([]*listed, len(l.copies))
	for i := range l.copies {
		pkgs[i] = &l.copies[i]
		if !o.Overlay.changes(pkgs[i]) {
			r.hashes.sums[pkgs[i]] = l.hashes.of(l.pkgs[i])
		}
	}
	r.build(pkgs)
	if err := r.checkRoots(); err != nil {
		return nil, err
	}
	r.computeKeys()
	return r, nil
}

// changes tells whether a Go file of the package is another under the overlay.
func (o *Overlay) changes(l *listed) bool {
	for _, list := range [][]string{l.GoFiles, l.CgoFiles, l.IgnoredGoFiles} {
		if slices.ContainsFunc(l.abs(list), func(name string) bool {
			_, ok := o.files[overlaid(name)]
			return ok
		}) {
			return true
		}
	}
	return false
}

// share lets the run use what another one, which is over, has: the answers for packages
// that are the same, and the types of packages outside, which are taken together or not at
// all (see outside).
func (r *run) share(other *run) {
	r.fset = other.fset
	r.known = make(map[digest]*types.Package)
	answers := make(map[digest]*node)
	for _, n := range other.nodes {
		switch {
		case n.own && n.entry != nil && !n.tainted:
			answers[n.key] = n
		case !n.own && n.pkg != nil && !n.tainted:
			r.known[n.key] = n.pkg
		}
	}
	for _, n := range r.own {
		// An answer has file names in it, so that it is of use in its folder only.
		if m := answers[n.key]; m != nil && m.meta.Dir == n.meta.Dir {
			n.entry = m.entry
		}
	}
}

// shared takes all packages from another run, where that has them all.
func (o *outside) shared() bool {
	for _, n := range o.direct {
		if !n.absent() && o.r.known[n.key] == nil {
			return false
		}
	}
	for _, n := range o.direct {
		if !n.absent() {
			n.pkg = o.r.known[n.key]
		}
	}
	return true
}
