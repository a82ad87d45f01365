// Package bad is the page's example, wrong.
package bad

import (
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

type prices struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (p *prices) get(url string) (*http.Response, error) {
	return p.breaker.Execute(func() (*http.Response, error) { // want `gobreaker.CircuitBreaker.Execute stands around a retry, the loop of bad.prices.get ×4`
		var last error
		for range 4 {
			resp, err := p.client.Get(url)
			if err == nil {
				return resp, nil
			}
			last = err
			time.Sleep(100 * time.Millisecond)
		}
		return nil, last
	})
}
