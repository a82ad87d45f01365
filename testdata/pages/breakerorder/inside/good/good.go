// Package good is the example on the page of breakerorder/inside, right.
package good

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

type prices struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (p *prices) get(url string) (*http.Response, error) {
	var last error
	for range 4 {
		resp, err := p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
		if err == nil {
			return resp, nil
		}
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return nil, err
		}
		last = err
		time.Sleep(100*time.Millisecond + rand.N(100*time.Millisecond))
	}
	return nil, last
}
