// Package good is the example on the page of deadlinebudget/reuse, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type parcels struct{ client *http.Client }

func (p *parcels) follow(ctx context.Context, ids <-chan string, seen func(*http.Response, error)) {
	for id := range ids {
		seen(p.find(ctx, id))
	}
}

func (p *parcels) find(ctx context.Context, id string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/"+id, nil)
	if err != nil {
		return nil, err
	}
	return p.client.Do(req)
}
