// Package good is the example on the page of retrypolicy/body, right.
package good

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

type desk struct{ client *http.Client }

func (d *desk) order(ctx context.Context, url string, order []byte) error {
	for i := range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(order))
		if err != nil {
			return err
		}
		resp, err := d.client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		if err := pause(ctx, i); err != nil {
			return err
		}
	}
	return errors.New("order not sent")
}

func pause(ctx context.Context, i int) error {
	wait := time.Second << i
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait/2 + rand.N(wait)):
		return nil
	}
}
