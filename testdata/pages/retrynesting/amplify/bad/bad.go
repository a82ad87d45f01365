// Package bad is the example on the page of retrynesting/amplify, wrong.
package bad

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type customs struct{ client *http.Client }

func (c *customs) total(ctx context.Context, skus []string) (err error) {
	for i := range 3 {
		if err = c.sum(ctx, skus); err == nil || !pause(ctx, i) {
			return err
		}
	}
	return err
}

func (c *customs) sum(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		if err := c.duty(ctx, sku); err != nil {
			return err
		}
	}
	return nil
}

func (c *customs) duty(ctx context.Context, sku string) (err error) {
	//lint:ignore retrynesting/nested the office has agreed to twelve
	for i := range 4 {
		if err = c.get(ctx, sku); err == nil || !pause(ctx, i) {
			return err
		}
	}
	return err
}

func (c *customs) get(ctx context.Context, sku string) (err error) {
	for i := range 3 {
		if err = c.once(ctx, sku); err == nil || !pause(ctx, i) {
			return err
		}
	}
	return err
}

func (c *customs) once(ctx context.Context, sku string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://customs.internal/duty/"+sku, nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pause(ctx context.Context, i int) bool {
	wait := 100 * time.Millisecond << i
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait/2 + rand.N(wait)):
		return true
	}
}
