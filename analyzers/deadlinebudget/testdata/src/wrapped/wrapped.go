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

// An http.Client's Timeout is what an attempt takes where nothing else ends it.
type plain struct{ client *http.Client }

func newPlain() *plain { return &plain{client: &http.Client{Timeout: 6 * time.Second}} }

func (p *plain) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = p.client.Do(req)
	return err
}

func (p *plain) tries(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 3 {
		if err = p.get(ctx, url); err == nil { // want `attempts of 3 × 6s = 18s do not fit into the 10s over them`
			return nil
		}
	}
	return err
}

// The last attempt still gets some time.
func (p *plain) two(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 2 {
		if err = p.get(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// Above the deadline it is a backstop, and so it is above that of an attempt.
func (p *plain) behind(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for range 3 {
		if err = p.get(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

func (p *plain) each(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 3 {
		if err = p.one(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

func (p *plain) one(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return p.get(ctx, url)
}

func (p *plain) loops(w http.ResponseWriter, r *http.Request) {
	for range 4 {
		if err := p.get(r.Context(), "http://plain.internal/"); err == nil { // want `a request waits for attempts of 4 × 6s = 24s with no deadline over all of them`
			return
		}
	}
}

func (p *plain) page(w http.ResponseWriter, r *http.Request) {
	if err := p.get(r.Context(), "http://plain.internal/"); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func (p *plain) serve() error {
	mux := http.NewServeMux()
	mux.HandleFunc("/page", p.page)
	s := &http.Server{Handler: mux, WriteTimeout: 5 * time.Second, ReadHeaderTimeout: time.Second}
	return s.ListenAndServe()
}

func (p *plain) inTime() error {
	mux := http.NewServeMux()
	mux.HandleFunc("/page", p.page)
	s := &http.Server{Handler: mux, WriteTimeout: 10 * time.Second, ReadHeaderTimeout: time.Second}
	return s.ListenAndServe()
}

func (p *plain) underMiddleware() error {
	mux := http.NewServeMux()
	mux.Handle("/page", http.TimeoutHandler(http.HandlerFunc(p.page), 2*time.Second, ""))
	s := &http.Server{Handler: mux, WriteTimeout: 5 * time.Second, ReadHeaderTimeout: time.Second}
	return s.ListenAndServe()
}
