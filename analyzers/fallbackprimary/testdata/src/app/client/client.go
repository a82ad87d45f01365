// Package client calls one API, for packages above it.
package client

import (
	"context"
	"errors"
	"net/http"
)

// ErrMissing is an answer.
var ErrMissing = errors.New("missing")

// API is one dependency.
type API struct {
	base string
	http *http.Client
}

// New makes one.
func New(base string) *API { return &API{base: base, http: &http.Client{}} }

func (a *API) get(ctx context.Context, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return nil, err
	}
	return a.http.Do(req)
}

// Item is the new call.
func (a *API) Item(ctx context.Context, id string) (*http.Response, error) {
	return a.get(ctx, "/v2/"+id)
}

// Old is the old call.
func (a *API) Old(ctx context.Context, id string) (*http.Response, error) {
	return a.get(ctx, "/v1/"+id)
}

// OrElse runs second where first fails.
func OrElse(first, second func() (*http.Response, error)) (*http.Response, error) {
	resp, err := first()
	if err != nil {
		return second()
	}
	return resp, nil
}

// Each tries all names until one is there.
func Each(ctx context.Context, names []string, run func(ctx context.Context, provider, model string) error) error {
	var last error
	for _, n := range names {
		err := run(ctx, n[:1], n)
		if err == nil {
			return nil
		}
		last = err
	}
	return last
}
