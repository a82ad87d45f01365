package quiet

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type service struct{ client *http.Client }

func (s *service) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}

// One caller has less, another more: the inner timeout has its use.
func (s *service) part(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	_, err := s.get(ctx, "http://parts.internal/")
	return err
}

func (s *service) short(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.part(ctx)
}

func (s *service) long(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return s.part(ctx)
}

// What is left decides.
func (s *service) asks(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.suits(ctx)
}

func (s *service) suits(ctx context.Context) error {
	d := 4 * time.Second
	if t, ok := ctx.Deadline(); ok {
		d = min(d, time.Until(t)/2)
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	_, err := s.get(ctx, "http://parts.internal/")
	return err
}

// A total on purpose: the loop stops when it is over, or at the first failure.
func (s *service) batch(urls []string) (left []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for i, u := range urls {
		if ctx.Err() != nil {
			return urls[i:]
		}
		_, _ = s.get(ctx, u)
	}
	return nil
}

func (s *service) first(ctx context.Context, jobs chan string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for j := range jobs {
		if _, err := s.get(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

// All start at once.
func (s *service) all(urls []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() { _, _ = s.get(ctx, u) })
	}
	wg.Wait()
}

// The attempts fit.
func (s *service) try(ctx context.Context, url string) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
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
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return s.get(ctx, url)
}

// The fallback is the quicker one.
func (s *service) either(ctx context.Context) (*http.Response, error) {
	first, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	resp, err := s.get(first, "http://near.internal/")
	if err == nil {
		return resp, nil
	}
	second, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.get(second, "http://far.internal/")
}
