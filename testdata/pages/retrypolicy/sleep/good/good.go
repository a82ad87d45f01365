// Package good is the example on the page of retrypolicy/sleep, right.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type desk struct{ client *http.Client }

func (d *desk) price(ctx context.Context, url string) (err error) {
	for range 4 {
		if err = d.once(ctx, url); err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(8*time.Second + rand.N(4*time.Second)):
		}
	}
	return err
}

func (d *desk) once(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
