// Package good is the example of the page, mended.
package good

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

type store struct {
	client *retryablehttp.Client // tries five times by default
}

func (s *store) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}
