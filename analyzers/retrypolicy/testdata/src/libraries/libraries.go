// Package libraries holds retries of libraries.
package libraries

import (
	"context"
	"errors"
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

// store is behind an interface, and fails.
type store interface {
	Load(ctx context.Context, key string) error
}

type keeper struct{ st store }

var errAway = errors.New("away")

func isAway(err error) bool { return errors.Is(err, errAway) }

// endless was given no end, though what it asks may be anything.
func (k *keeper) endless(ctx context.Context) error {
	return retry.Do(func() error { return k.st.Load(ctx, "k") }, retry.Attempts(0), retry.RetryIf(isAway)) // want `retry.Do repeats libraries.store.Load for as long as it fails: it was given no number of attempts.*infinite`
}

// watches ends with its context by itself.
func watches(ctx context.Context, s *service) error {
	return retry.Do(func() error { return s.get(ctx) }, retry.Attempts(3),
		retry.RetryIf(func(error) bool { return ctx.Err() == nil }))
}
