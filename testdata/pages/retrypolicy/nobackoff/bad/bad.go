// Package bad is the example on the page of retrypolicy/nobackoff, wrong.
package bad

import (
	"context"
	"net/http"
)

type desk struct{ client *http.Client }

func (d *desk) available(ctx context.Context, url string) (err error) {
	for range 1000 {
		if err = d.once(ctx, url); err == nil || ctx.Err() != nil {
			return err
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
