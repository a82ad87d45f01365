// Package good is the example on the page of deadlinebudget/inverted, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type carrier struct{ client *http.Client }

func (c *carrier) offer(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.tariff(ctx)
}

func (c *carrier) tariff(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/tariff", nil)
	if err != nil {
		return nil, err
	}
	return c.client.Do(req)
}
