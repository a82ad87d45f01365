// Package bad is the first half of the page's example.
package bad

import (
	"context"
	"net/http"
	"time"
)

type quotes struct{ client *http.Client }

func (q *quotes) page(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if _, err := q.quote(ctx); err != nil {
		w.WriteHeader(http.StatusGatewayTimeout)
	}
}

func (q *quotes) quote(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = q.once(ctx); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func (q *quotes) once(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://quotes.internal/today", nil)
	if err != nil {
		return nil, err
	}
	return q.client.Do(req)
}
