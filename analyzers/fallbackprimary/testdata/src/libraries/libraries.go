// Package libraries hands fallbacks to libraries.
package libraries

import (
	"context"
	"errors"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/time/rate"
)

type api struct {
	base string
	http *http.Client
}

func (a *api) get(ctx context.Context, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return nil, err
	}
	return a.http.Do(req)
}

type site struct {
	main, spare *api
	breaker     *gobreaker.CircuitBreaker[*http.Response]
	limit       *rate.Limiter
}

func (s *site) circuit(ctx context.Context) (resp *http.Response, err error) {
	err = hystrix.DoC(ctx, "main", func(ctx context.Context) (err error) {
		resp, err = s.main.get(ctx, "/new")
		return err
	}, func(ctx context.Context, cause error) (err error) {
		resp, err = s.main.get(ctx, "/old") // want `the fallback that libraries.site.circuit hands to hystrix.DoC calls the same dependency again \(site.main.base\), also while the breaker is open`
		return err
	})
	return resp, err
}

func (s *site) policy(ctx context.Context) (*http.Response, error) {
	old := fallback.NewWithFunc(func(failsafe.Execution[*http.Response]) (*http.Response, error) {
		return s.main.get(ctx, "/old") // want `the fallback that libraries.site.policy hands to .* calls the same dependency again`
	})
	return failsafe.With[*http.Response](old).GetWithExecution(func(failsafe.Execution[*http.Response]) (*http.Response, error) {
		return s.main.get(ctx, "/new")
	})
}

func (s *site) open(ctx context.Context) (*http.Response, error) {
	resp, err := s.breaker.Execute(func() (*http.Response, error) { return s.main.get(ctx, "/new") })
	if errors.Is(err, gobreaker.ErrOpenState) {
		return s.main.get(ctx, "/old") // want `while the breaker of .*Execute is open, libraries.site.open calls the same dependency again .*fallbackprimary/policy`
	}
	return resp, err
}

func (s *site) limited(ctx context.Context, a *api) (*http.Response, error) {
	if err := s.limit.Wait(ctx); err != nil {
		return nil, err
	}
	return a.get(ctx, "/x")
}

// What follows is told at low confidence, or right.

func (s *site) pool(ctx context.Context) (*http.Response, error) {
	resp, err := s.limited(ctx, s.main)
	if err != nil {
		return s.limited(ctx, s.spare)
	}
	return resp, nil
}

func (s *site) other(ctx context.Context) (*http.Response, error) {
	resp, err := s.breaker.Execute(func() (*http.Response, error) { return s.main.get(ctx, "/new") })
	if errors.Is(err, gobreaker.ErrOpenState) {
		return s.spare.get(ctx, "/new")
	}
	return resp, err
}
