// Package geo borrows the client.
package geo

import (
	"context"
	"net/http"

	"borrow/core"
)

// Where asks.
func Where(ctx context.Context, e core.Engine) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://geo.example.com/where", nil)
	if err != nil {
		return nil, err
	}
	return e.HTTP().Do(req)
}
