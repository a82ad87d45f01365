// Package api calls one dependency.
package api

import (
	"context"
	"net/http"

	"golang.org/x/time/rate"
)

// Client is a client.
type Client struct {
	base  string
	http  *http.Client
	limit *rate.Limiter
}

// New makes one over a client that it is given.
func New(base string, c *http.Client) *Client { // want New:`gives\(0.base param0\) gives\(0.http param1\) gives\(0.limit .*api.go:20:60\)`
	return &Client{base: base, http: c, limit: rate.NewLimiter(1, 1)}
}

// Name is a constant.
func (c *Client) Name() string { return "api" } // want Name:`gives\(0 "api"\)`

func (c *Client) wait(ctx context.Context) error { return c.limit.Wait(ctx) } // want wait:`waits\(limiter param0.limit\)`

// Get calls.
func (c *Client) Get(ctx context.Context, path string) error { // want Get:`meets\(param0.http at param0.base behind limiter param0.limit\)`
	if err := c.wait(ctx); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return err
	}
	_, err = c.http.Do(req)
	return err
}

// Run runs what it is given.
func Run(op func() error) error { return op() } // want Run:`meets\(value param0\)`

// Or runs the second where the first fails.
func Or(first, second func() error) error { // want Or:`meets\(value param0\) meets\(value param1\) falls\(0 to 1\)`
	if err := first(); err != nil {
		return second()
	}
	return nil
}

// Each tries all.
func Each(all []string, op func(name string) error) error { // want Each:`meets\(value param1\) tries\(1 \[0\]\)`
	for _, n := range all {
		if err := op(n); err == nil {
			return nil
		}
	}
	return nil
}
