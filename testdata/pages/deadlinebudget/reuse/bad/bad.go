// Package bad is the example on the page of deadlinebudget/reuse, wrong.
package bad

import (
	"context"
	"net/http"
	"time"
)

type parcels struct{ client *http.Client }

func (p *parcels) follow(ctx context.Context, ids <-chan string, seen func(*http.Response, error)) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for id := range ids {
		seen(p.find(ctx, id))
	}
}

func (p *parcels) find(ctx context.Context, id string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/"+id, nil)
	if err != nil {
		return nil, err
	}
	return p.client.Do(req)
}
