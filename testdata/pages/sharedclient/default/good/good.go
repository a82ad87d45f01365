// Package good is the example on the page of sharedclient/default, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type rates struct{ client *http.Client }

func newRates() *rates {
	t := http.DefaultTransport.(*http.Transport).Clone()
	return &rates{client: &http.Client{Transport: t, Timeout: time.Second}}
}

func (r *rates) rate(ctx context.Context, currency string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "https://rates.example.com/"+currency, nil)
	if err != nil {
		return nil, err
	}
	return r.client.Do(req)
}
