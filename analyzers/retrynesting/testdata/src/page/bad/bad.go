// Package bad is the example of the page.
package bad

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type store struct {
	client *retryablehttp.Client // tries five times by default
}

func (s *store) get(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 3 { // want `one call may send 3 × 5 = 15 requests: bad.store.get \(loop ×3\) → retryablehttp.Client.Do \(retryablehttp ×5\); let one layer retry, the one that knows what the error means`
		var req *retryablehttp.Request
		req, err = retryablehttp.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = s.client.Do(req); err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second/2 + rand.N(time.Second)):
		}
	}
	return nil, err
}
