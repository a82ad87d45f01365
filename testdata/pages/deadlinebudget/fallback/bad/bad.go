// Package bad is the example on the page of deadlinebudget/fallback, wrong.
package bad

import (
	"context"
	"net/http"
	"time"
)

type prices struct{ near, far *http.Client }

func (p *prices) get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func (p *prices) price(ctx context.Context) (*http.Response, error) {
	first, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := p.get(first, p.near, "http://near.internal/")
	if err == nil {
		return resp, nil
	}
	second, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return p.get(second, p.far, "http://far.internal/")
}
