// Package bad is the example on the page of deadlinebudget/retrybudget, wrong.
package bad

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type carrier struct{ client *http.Client }

func (c *carrier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for range 4 {
		if err := c.order(r.Context()); err == nil || r.Context().Err() != nil {
			return
		}
		pause(r.Context())
	}
	w.WriteHeader(http.StatusBadGateway)
}

func (c *carrier) order(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/pickup", nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
	}
}
