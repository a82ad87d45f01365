// Package good is the example on the page of retrypolicy/infinite, right.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type desk struct {
	base   string
	client *http.Client
}

func (d *desk) since(ctx context.Context, sku string) (*http.Response, error) {
	var last error
	for range 4 {
		resp, err := d.once(ctx, sku)
		if err == nil {
			return resp, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
	return nil, last
}

func (d *desk) once(ctx context.Context, sku string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", d.base+"/since/"+sku, nil)
	if err != nil {
		return nil, err
	}
	return d.client.Do(req)
}
