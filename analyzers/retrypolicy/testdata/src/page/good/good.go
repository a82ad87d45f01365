// Package good is the example of the page, mended.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type prices struct{ client *http.Client }

func (p *prices) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	var resp *http.Response
	for attempt := range 3 {
		if resp, err = p.client.Do(req); err == nil || ctx.Err() != nil {
			return resp, err
		}
		wait := time.Second << attempt
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
	return nil, err
}
