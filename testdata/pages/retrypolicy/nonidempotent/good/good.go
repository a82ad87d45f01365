// Package good is the example on the page of retrypolicy/nonidempotent, right.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type payments struct{ client *http.Client }

func (p *payments) charge(ctx context.Context, order string) (err error) {
	for i := range 3 {
		if err = p.once(ctx, order); err == nil || ctx.Err() != nil {
			return err
		}
		wait := time.Second << i
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
	return err
}

func (p *payments) once(ctx context.Context, order string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://payments.internal/charges/"+order, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", order)
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
