// Package good is the example on the page of breakerorder/bypass, right.
package good

import (
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

type prices struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func newPrices() *prices {
	return &prices{
		client:  &http.Client{Timeout: 2 * time.Second},
		breaker: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{}),
	}
}

func (p *prices) get(url string) (*http.Response, error) {
	return p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
}

func (p *prices) head(url string) (*http.Response, error) {
	return p.breaker.Execute(func() (*http.Response, error) { return p.client.Head(url) })
}
