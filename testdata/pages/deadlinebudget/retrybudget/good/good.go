// Package good is the example on the page of deadlinebudget/retrybudget, right.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type carrier struct{ client *http.Client }

func (c *carrier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	for range 4 {
		if err := c.order(ctx); err == nil || ctx.Err() != nil {
			return
		}
		pause(ctx)
	}
	w.WriteHeader(http.StatusBadGateway)
}

func (c *carrier) order(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
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
