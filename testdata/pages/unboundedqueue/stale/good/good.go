// Package good is the example on the page of unboundedqueue/stale, right.
package good

import "context"

type job struct {
	ctx  context.Context
	sku  string
	done chan string
}

type desk struct {
	jobs chan job
	look func(string) string
}

func (d *desk) run() {
	for j := range d.jobs {
		if j.ctx.Err() != nil {
			continue
		}
		j.done <- d.look(j.sku)
	}
}

func (d *desk) ask(ctx context.Context, sku string) (string, error) {
	j := job{ctx, sku, make(chan string, 1)}
	select {
	case d.jobs <- j:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	select {
	case v := <-j.done:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
