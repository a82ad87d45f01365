// Package good is the example on the page of fallbackprimary/pool, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type firm struct {
	places chan struct{}
	client *http.Client
}

type adviser struct{ tastes, trends *firm }

func newAdviser() *adviser {
	return &adviser{tastes: newFirm(), trends: newFirm()}
}

func newFirm() *firm {
	t := http.DefaultTransport.(*http.Transport).Clone()
	return &firm{places: make(chan struct{}, 10), client: &http.Client{Transport: t, Timeout: 2 * time.Second}}
}

func (a *adviser) any(ctx context.Context) (*http.Response, error) {
	resp, err := a.tastes.ask(ctx, "https://api.tastes.example/any")
	if err != nil {
		resp, err = a.trends.ask(ctx, "https://trends.oracle.example/any")
	}
	return resp, err
}

func (f *firm) ask(ctx context.Context, url string) (*http.Response, error) {
	select {
	case f.places <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-f.places }()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return f.client.Do(req)
}
