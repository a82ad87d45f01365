// Package good is the example on the page of breakerorder/masked, right.
package good

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/sony/gobreaker/v2"
)

type carrier struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[int]
	known   sync.Map
}

func (c *carrier) price(ctx context.Context, zip string) (int, error) {
	cents, err := c.breaker.Execute(func() (int, error) { return c.ask(ctx, zip) })
	if err != nil {
		if old, ok := c.known.Load(zip); ok {
			return old.(int), nil
		}
		return 0, err
	}
	c.known.Store(zip, cents)
	return cents, nil
}

func (c *carrier) ask(ctx context.Context, zip string) (cents int, err error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/quotes/"+zip, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return cents, json.NewDecoder(resp.Body).Decode(&cents)
}
