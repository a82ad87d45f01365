// Package bad is the example on the page of breakerorder/slow, wrong.
package bad

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type prices struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func newPrices() *prices {
	return &prices{
		client:  &http.Client{},
		breaker: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{}),
	}
}

func (p *prices) get(url string) (*http.Response, error) {
	return p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
}
