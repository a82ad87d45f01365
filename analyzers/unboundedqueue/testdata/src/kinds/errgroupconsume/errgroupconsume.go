// Package errgroupconsume is a case of its rule.
package errgroupconsume

import (
	"context"
	"golang.org/x/sync/errgroup"
)

type msg struct{ key string }
type consumer interface {
	Fetch(ctx context.Context) (msg, error)
}
type store interface {
	Save(ctx context.Context, k string) error
}

func Run(ctx context.Context, c consumer, s store) error {
	g, ctx := errgroup.WithContext(ctx)
	for {
		m, err := c.Fetch(ctx)
		if err != nil {
			break
		}
		g.Go(func() error { return s.Save(ctx, m.key) }) // want `(starts|takes a task) for.*unboundedqueue/spawn`
	}
	return g.Wait()
}
