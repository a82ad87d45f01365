// Package good is the example on the page of missingdeadline/background, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type stock struct{ client *http.Client }

func newStock() *stock { return &stock{client: &http.Client{}} }

func (s *stock) level(ctx context.Context, sku string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/levels/"+sku, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}

func (s *stock) watch(sku string, seen func(*http.Response)) {
	for range time.Tick(time.Second) {
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			defer cancel()
			if resp, err := s.level(ctx, sku); err == nil {
				seen(resp)
			}
		}()
	}
}
