// Package web repeats what a package below repeats.
package web

import (
	"context"

	"m/app/client"
)

// Source gives values.
type Source interface {
	Get(ctx context.Context, key string) (string, error)
}

type page struct{ src Source }

func newPage() *page { return &page{src: client.New("x:1")} }

func (p *page) show(ctx context.Context) (v string, err error) {
	err = client.Retry(6, func() error { // want `one call may send 6 × 4 = 24 requests: client.Retry \(loop ×6\) → redis.cmdable.Get \(go-redis ×4\)`
		v, err = p.src.Get(ctx, "page")
		return err
	})
	return v, err
}
