// Package good is the example on the page of fallbackprimary/ctx, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type adviser struct{ tastes, trends *http.Client }

func (a *adviser) any(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	first, stop := context.WithTimeout(ctx, 700*time.Millisecond)
	defer stop()
	resp, err := ask(first, a.tastes, "https://api.tastes.example/any")
	if err != nil {
		resp, err = ask(ctx, a.trends, "https://trends.oracle.example/any")
	}
	return resp, err
}

func ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}
