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

func (p *prices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "GET", "http://prices.internal/", nil)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	resp, err := p.breaker.Execute(func() (*http.Response, error) { return p.client.Do(req) })
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
