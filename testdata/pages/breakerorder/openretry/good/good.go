// Package good is the example on the page of breakerorder/openretry, right.
package good

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

type parcels struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (p *parcels) where(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 3 {
		resp, err = p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
		if err == nil || ctx.Err() != nil {
			return resp, err
		}
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second + rand.N(2*time.Second)):
		}
	}
	return nil, err
}
