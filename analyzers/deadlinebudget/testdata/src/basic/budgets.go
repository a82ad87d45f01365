package basic

import (
	"context"
	"net/http"
	"time"
)

type service struct {
	client  *http.Client
	timeout time.Duration
}

func newService() *service { return &service{client: &http.Client{}, timeout: 4 * time.Second} }

func (s *service) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}

func (s *service) report(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.part(ctx)
}

// Its callers all have less.
func (s *service) part(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	_, err := s.get(ctx, "http://parts.internal/")
	return err
}

func (s *service) same(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 5*time.Second) // want `a timeout of 5s lies inside one of 5s and never ends anything`
	defer cancel()
	return s.get(ctx, "http://same.internal/")
}

func (s *service) work(ctx context.Context, jobs chan string, done func(error)) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout) // want `a timeout of 4s is made once and spent by a loop that goes on`
	defer cancel()
	for j := range jobs {
		_, err := s.get(ctx, j)
		done(err)
	}
}

func (s *service) nightly(urls []string) (failed int) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `a timeout of 1m0s is made once and spent by every item of a loop`
	defer cancel()
	for _, u := range urls {
		if _, err := s.get(ctx, u); err != nil {
			failed++
		}
	}
	return failed
}

func (s *service) try(ctx context.Context, url string) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 4 {
		if resp, err = s.attempt(ctx, url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (s *service) attempt(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second) // told: 4 × 3s + 3s = 15s
	defer cancel()
	return s.get(ctx, url)
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for range 5 {
		ctx, cancel := context.WithTimeout(r.Context(), 6*time.Second) // want `a request waits for attempts of 5 × 6s = 30s with no deadline over all of them`
		_, err := s.get(ctx, "http://slow.internal/")
		cancel()
		if err == nil {
			return
		}
	}
	w.WriteHeader(http.StatusGatewayTimeout)
}

func (s *service) either(ctx context.Context) (*http.Response, error) {
	first, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := s.get(first, "http://near.internal/")
	if err == nil {
		return resp, nil
	}
	second, cancel := context.WithTimeout(ctx, 3*time.Second) // told at low confidence
	defer cancel()
	return s.get(second, "http://far.internal/")
}
