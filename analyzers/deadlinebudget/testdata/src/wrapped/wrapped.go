// Package wrapped has retries that libraries wrap around a function.
package wrapped

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	steady "github.com/sethvargo/go-retry"
)

type rates struct{ client *http.Client }

func (s *rates) fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = s.client.Do(req)
	return err
}

func (s *rates) here(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return retry.Do(func() error {
		one, cancel := context.WithTimeout(ctx, 3*time.Second) // want `attempts of 4 × 3s = 12s do not fit into the 5s over them`
		defer cancel()
		return s.fetch(one, url)
	}, retry.Attempts(4))
}

// The deadline is the option's.
func (s *rates) option(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return retry.Do(func() error {
		one, cancel := context.WithTimeout(context.Background(), 3*time.Second) // want `attempts of 4 × 3s = 12s do not fit into the 5s over them`
		defer cancel()
		return s.fetch(one, url)
	}, retry.Attempts(4), retry.Context(ctx))
}

// The function gets the context that is over all.
func (s *rates) handed(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return steady.Do(ctx, steady.WithMaxRetries(2, steady.NewConstant(time.Second)), func(ctx context.Context) error {
		one, cancel := context.WithTimeout(ctx, 2*time.Second) // want `attempts of 3 × 2s = 6s do not fit into the 5s over them`
		defer cancel()
		if err := s.fetch(one, url); err != nil {
			return steady.RetryableError(err)
		}
		return nil
	})
}

// What fails is final, so that there is one attempt.
func (s *rates) once(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return steady.Do(ctx, steady.WithMaxRetries(2, steady.NewConstant(time.Second)), func(ctx context.Context) error {
		one, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		return s.fetch(one, url)
	})
}

// They fit.
func (s *rates) fits(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	return retry.Do(func() error {
		one, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		return s.fetch(one, url)
	}, retry.Attempts(4))
}

// How many attempts there are is for others to say.
func (s *rates) open(ctx context.Context, url string, opts ...retry.Option) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return retry.Do(func() error {
		one, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		return s.fetch(one, url)
	}, opts...)
}

// The callers have the deadline, and all have too little.
func (s *rates) quote(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	return s.below(ctx, url)
}

func (s *rates) below(ctx context.Context, url string) error {
	return retry.Do(func() error { return s.tight(ctx, url) }, retry.Attempts(4))
}

func (s *rates) tight(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.fetch(ctx, url)
}

// One of the callers has enough time.
func (s *rates) short(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 7*time.Second)
	defer cancel()
	return s.both(ctx, url)
}

func (s *rates) long(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return s.both(ctx, url)
}

func (s *rates) both(ctx context.Context, url string) error {
	return retry.Do(func() error {
		one, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		return s.fetch(one, url)
	}, retry.Attempts(4))
}

// A request waits for the library's ten attempts.
func (s *rates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := retry.Do(func() error {
		one, cancel := context.WithTimeout(r.Context(), 3*time.Second) // want `a request waits for attempts of 10 × 3s = 30s with no deadline over all of them`
		defer cancel()
		return s.fetch(one, "http://rates.internal/")
	})
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
	if err := s.roots("http://rates.internal/"); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func (s *rates) roots(url string) error {
	return retry.Do(func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		return s.fetch(ctx, url)
	}, retry.Attempts(3))
}

// A context of which nothing is known ends it.
func (s *rates) ended(w http.ResponseWriter, r *http.Request, opt retry.Option) {
	_ = retry.Do(func() error {
		one, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		return s.fetch(one, "http://rates.internal/")
	}, opt)
}
