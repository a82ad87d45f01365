// Package libraries holds retries of libraries.
package libraries

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/matryer/try"
)

type service struct {
	client *http.Client
	url    string
}

func (s *service) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", s.url, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *service) deaf(ctx context.Context) error {
	return retry.Do(func() error { return s.get(ctx) }, retry.Attempts(5), retry.Delay(time.Second)) // want `retry.Do waits between attempts at http.Client.Do and does not see ctx end.*sleep`
}

func (s *service) heeds(ctx context.Context) error {
	return retry.Do(func() error { return s.get(ctx) }, retry.Attempts(5), retry.Context(ctx))
}

func (s *service) tight(ctx context.Context) error {
	return try.Do(func(attempt int) (bool, error) { // want `repeats http.Client.Do up to 10 times without a pause, which is its default.*nobackoff`
		err := s.get(ctx)
		return attempt < 10, err
	})
}

// create is told at low confidence.
func create(ctx context.Context, url string, body []byte) (*http.Response, error) {
	client := retryablehttp.NewClient()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// keyed is known again.
func keyed(ctx context.Context, url, key string, body []byte) (*http.Response, error) {
	client := retryablehttp.NewClient()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return client.Do(req)
}
