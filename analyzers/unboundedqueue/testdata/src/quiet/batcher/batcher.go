// Package batcher is a case of its rule.
package batcher

import (
	"context"
	"time"
)

type row struct{ a int }
type Batcher struct {
	in    chan row
	write func(context.Context, []row) error
}

func (b *Batcher) Run(ctx context.Context) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	var batch []row
	for {
		select {
		case r := <-b.in:
			batch = append(batch, r)
			if len(batch) < 100 {
				continue
			}
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := b.write(ctx, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
}
