// Package bad is the example on the page of retrynesting/nested, wrong.
package bad

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type customs struct{ client *http.Client }

func (c *customs) duty(ctx context.Context) (err error) {
	for i := range 4 {
		if err = c.get(ctx); err == nil || !pause(ctx, i) {
			return err
		}
	}
	return err
}

func (c *customs) get(ctx context.Context) (err error) {
	for i := range 3 {
		if err = c.once(ctx); err == nil || !pause(ctx, i) {
			return err
		}
	}
	return err
}

func (c *customs) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://customs.internal/duty", nil)
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
