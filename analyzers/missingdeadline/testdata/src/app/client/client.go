// Package client stands in the middle: its own facts hold what lies below it.
package client

import (
	"context"
	"net/http"

	"m/app/transport"
)

// Stock calls the stock service.
type Stock struct{ http *http.Client }

// NewStock makes one whose client has no timeout.
func NewStock() *Stock { return &Stock{http: transport.Patient()} }

// Count asks with the caller's context.
func (s *Stock) Count(ctx context.Context, id string) ([]byte, error) {
	return transport.Get(ctx, s.http, "http://stock.internal/count/"+id)
}

// Soon has a bound of its own.
func (s *Stock) Soon(ctx context.Context, id string) ([]byte, error) {
	return transport.GetSoon(ctx, s.http, "http://stock.internal/count/"+id)
}

// Prices calls another service, with a client that is bounded.
type Prices struct{ http *http.Client }

// NewPrices sets the timeout in a helper of another package.
func NewPrices() *Prices {
	c := &http.Client{}
	transport.Limit(c)
	return &Prices{http: c}
}

// Get is bounded by the client.
func (p *Prices) Get(id string) ([]byte, error) {
	return transport.Get(context.Background(), p.http, "http://prices.internal/"+id)
}

// Picture awaits a child process, one package down.
func Picture(name string) error { return transport.Convert(name) }
