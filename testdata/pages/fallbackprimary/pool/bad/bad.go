// Package bad is the example on the page of fallbackprimary/pool, wrong.
package bad

import (
	"context"
	"net/http"
)

type adviser struct {
	places         chan struct{}
	tastes, trends *http.Client
}

func (a *adviser) any(ctx context.Context) (*http.Response, error) {
	resp, err := a.ask(ctx, a.tastes, "https://api.tastes.example/any")
	if err != nil {
		resp, err = a.ask(ctx, a.trends, "https://trends.oracle.example/any")
	}
	return resp, err
}

func (a *adviser) ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	select {
	case a.places <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-a.places }()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}
