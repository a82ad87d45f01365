package driver

import (
	"context"
	"go/types"
	"slices"
)

// A ThenError is that the earlier state of a program could not be analysed.
type ThenError struct{ Err error }

func (e *ThenError) Error() string { return e.Err.Error() }
func (e *ThenError) Unwrap() error { return e.Err }

// RunBoth analyses a program as it is now and as it was. Both are loaded side by side; the
// second is analysed when the first is done, so that it finds in the cache all that they
// have in common. What was asked for and was not there then is no problem. Where it is the
// second that fails, the error is a *ThenError.
func RunBoth(ctx context.Context, now, then Options) (a, b *Result, err error) {
	then.missing = true
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type loaded struct {
		r   *run
		err error
	}
	var second chan loaded // nil where go list would give the same again
	if then.Overlay == nil || !then.Overlay.keepsGraph() {
		second = make(chan loaded, 1)
		go func() {
			r, err := load(ctx, then)
			second <- loaded{r, err}
		}()
	}
	first, err := load(ctx, now)
	if err == nil {
		a, err = first.answer(ctx)
	}
	if err != nil {
		cancel()
		if second != nil {
			<-second
		}
		return nil, nil, err
	}
	var l loaded
	if second != nil {
		l = <-second
	} else {
		l.r, l.err = first.again(ctx, then)
	}
	if l.err == nil {
		l.r.share(first)
		b, l.err = l.r.answer(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case l.err != nil:
		return nil, nil, &ThenError{l.err}
	}
	return a, b, nil
}

// again gives a run of the same packages, of which the overlay changes the contents only.
func (r *run) again(ctx context.Context, o Options) (*run, error) {
	if r.listed == nil {
		return load(ctx, o)
	}
	s := &run{opts: o, plan: newPlan(o.Analyzers), workers: r.workers, env: r.env}
	s.hashes = newHasher(r.workers, o.Overlay.ReadFile)
	pkgs := make([]*listed, 0, len(r.listed))
	for _, l := range r.listed {
		c := *l
		c.CompiledGoFiles = nil
		pkgs = append(pkgs, &c)
		if !o.Overlay.changes(l) {
			s.hashes.sums[&c] = r.hashes.of(l)
		}
	}
	s.build(pkgs)
	if err := s.checkRoots(); err != nil {
		return nil, err
	}
	s.computeKeys()
	return s, nil
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

// share lets the run use the types of packages outside that another one has loaded, which
// is over. They are taken together or not at all (see outside).
func (r *run) share(other *run) {
	r.fset = other.fset
	r.known = make(map[digest]*types.Package)
	for _, n := range other.nodes {
		if !n.own && n.pkg != nil && !n.tainted {
			r.known[n.key] = n.pkg
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
