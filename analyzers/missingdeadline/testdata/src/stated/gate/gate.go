// Package gate is what an owner states for the packages that import it.
package gate

import (
	"context"
	"database/sql"
	"net/http"
)

// Fetch goes through the gateway.
//
//resilint:bounded 3s the gateway cuts off
func Fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// Straight does not.
func Straight(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// Prices is answered by somebody else's code.
type Prices interface {
	//resilint:bounded 200ms it answers from memory
	Price(ctx context.Context, id int) (int, error)
}

// Shared is what packages share.
type Shared struct {
	DB *sql.DB //resilint:bounded 2s statement_timeout is set for the role
}

// Configured has its bound in the configuration.
func Configured(ctx context.Context, url string) (*http.Response, error) { return Straight(ctx, url) }
