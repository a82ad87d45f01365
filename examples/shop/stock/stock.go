// Package stock asks the stock service.
package stock

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// A Client asks the service at one address. It has no timeout of its own: how long to
// wait is for its callers to say, in the context.
type Client struct {
	base string
	http *http.Client
}

// New makes a client of the service at base.
func New(base string) *Client { return &Client{base: base, http: &http.Client{}} }

// Level says how many there are.
func (c *Client) Level(ctx context.Context, sku string) (n int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/levels/"+url.PathEscape(sku), nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return n, json.NewDecoder(resp.Body).Decode(&n)
}
