// Package behind has what stands before dependencies, or is below them.
package behind

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/time/rate"
)

type api struct {
	base string
	http *http.Client
}

func newAPI(base string) *api {
	t := http.DefaultTransport.(*http.Transport).Clone()
	return &api{base: base, http: &http.Client{Transport: t, Timeout: time.Second}}
}

func (a *api) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type limited struct {
	limit *rate.Limiter
	*api
}

func (l *limited) call(ctx context.Context, path string) error {
	if err := l.limit.Wait(ctx); err != nil {
		return err
	}
	return l.get(ctx, path)
}

type site struct{ geo, fx *limited }

func newSite() *site {
	all := rate.NewLimiter(10, 1) // want `one limiter \(rate.NewLimiter\) stands before geo.example.com and fx.example.org, in behind.site.where and behind.site.worth`
	return &site{&limited{all, newAPI("https://geo.example.com")}, &limited{all, newAPI("https://fx.example.org")}}
}

func (s *site) where(ctx context.Context) error { return s.geo.call(ctx, "/where") }
func (s *site) worth(ctx context.Context) error { return s.fx.call(ctx, "/worth") }

// Each has its own.
type apart struct{ geo, fx *limited }

func newLimited(base string) *limited { return &limited{rate.NewLimiter(10, 1), newAPI(base)} }

func newApart() *apart {
	return &apart{newLimited("https://geo.example.com"), newLimited("https://fx.example.org")}
}

func (s *apart) where(ctx context.Context) error { return s.geo.call(ctx, "/where") }
func (s *apart) worth(ctx context.Context) error { return s.fx.call(ctx, "/worth") }

// A job needs both: its limit bounds jobs.
type jobs struct {
	limit   *rate.Limiter
	geo, fx *api
}

func newJobs() *jobs {
	return &jobs{rate.NewLimiter(1, 1), newAPI("https://geo.example.com"), newAPI("https://fx.example.org")}
}

func (j *jobs) run(ctx context.Context) error {
	if err := j.limit.Wait(ctx); err != nil {
		return err
	}
	if err := j.geo.get(ctx, "/x"); err != nil {
		return err
	}
	return j.fx.get(ctx, "/y")
}

// What follows is told at low confidence.

type bare struct{ geo, fx *api }

func newBare() *bare {
	return &bare{
		geo: &api{"https://geo.example.com", &http.Client{Timeout: time.Second}},
		fx:  &api{"https://fx.example.org", &http.Client{Timeout: time.Minute}},
	}
}

func (b *bare) where(ctx context.Context) error { return b.geo.get(ctx, "/where") }
func (b *bare) worth(ctx context.Context) error { return b.fx.get(ctx, "/worth") }

// SDK is for others.
type SDK struct{ client *http.Client }

// NewSDK takes nil for the default.
func NewSDK(c *http.Client) *SDK {
	if c == nil {
		c = http.DefaultClient
	}
	return &SDK{client: c}
}

type sized struct {
	places chan struct{}
	geo    *api
}

func newSized() *sized {
	return &sized{make(chan struct{}, runtime.NumCPU()), newAPI("https://geo.example.com")}
}

func (s *sized) where(ctx context.Context) error {
	s.places <- struct{}{}
	defer func() { <-s.places }()
	return s.geo.get(ctx, "/where")
}
