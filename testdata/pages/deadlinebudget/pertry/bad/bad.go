// Package bad is the example on the page of deadlinebudget/pertry, wrong.
package bad

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type parcels struct{ client *http.Client }

func (p *parcels) where(ctx context.Context) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	for range 3 {
		if resp, err = p.once(ctx); err == nil {
			return resp, nil
		}
		if ctx.Err() != nil {
			break
		}
		pause(ctx)
	}
	return nil, err
}

func (p *parcels) once(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/", nil)
	if err != nil {
		return nil, err
	}
	return p.client.Do(req)
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
	}
}
