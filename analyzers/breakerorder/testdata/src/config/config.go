// Package config has settings that can't work.
package config

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/sony/gobreaker/v2"
	"github.com/zeromicro/go-zero/core/breaker"
)

const most = 0.4

func share(c gobreaker.Counts) float64 {
	if c.Requests == 0 {
		return 0
	}
	return float64(c.TotalFailures) / float64(c.Requests)
}

func eager(c gobreaker.Counts) bool { return share(c) > most }

var (
	first = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		Name:        "first",
		ReadyToTrip: eager, // want `ReadyToTrip of the breaker of "first" judges by a share of failures with no minimum of requests: 1 failure of 1 request opens it`
	})
	never = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.Requests > 10 && share(c) > 50 }, // want `ReadyToTrip of the breaker is true for no counts`
	})
	whole = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.Requests > 10 && float64(c.TotalFailures/c.Requests) > 0.5 }, // want `divides whole numbers`
	})
	short = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		Interval:    60,             // want `Interval of the breaker is 60ns`
		Timeout:     30,             // want `Timeout of the breaker is 30ns`
		MaxRequests: math.MaxUint32, // want `MaxRequests of the breaker is 4294967295: half-open it lets everything through`
	})
	helped = newBreaker("helped", func(c gobreaker.Counts) bool { return share(c) >= 1 })
)

func newBreaker(name string, trip func(gobreaker.Counts) bool) *gobreaker.CircuitBreaker[int] {
	st := gobreaker.Settings{Name: name}
	st.ReadyToTrip = trip // want `ReadyToTrip of the breaker judges by a share`
	return gobreaker.NewCircuitBreaker[int](st)
}

func commands() {
	hystrix.ConfigureCommand("a", hystrix.CommandConfig{
		Timeout:                int(5 * time.Second), // want `Timeout is a number of milliseconds, and 5000000000 of them are 58 days`
		RequestVolumeThreshold: 1,                    // want `RequestVolumeThreshold is 1`
		ErrorPercentThreshold:  150,                  // want `ErrorPercentThreshold is 150 percent: the circuit never opens`
	})
}

var errMissing = errors.New("missing")

type client struct {
	hc *http.Client
	cb *gobreaker.CircuitBreaker[*http.Response]
}

func newClient() *client {
	return &client{hc: &http.Client{Timeout: time.Second}, cb: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{
		IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, errMissing) }, // want `a caller who gives up counts as a failure of the dependency: config.client.get hands the caller's context to http.Client.Do, and IsSuccessful takes context.Canceled for a failure`
	})}
}

func (c *client) get(ctx context.Context, url string) (*http.Response, error) {
	return c.cb.Execute(func() (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		return c.hc.Do(req)
	})
}

type bare struct {
	hc *http.Client
	cb *gobreaker.CircuitBreaker[*http.Response]
}

func newBare() *bare {
	st := gobreaker.Settings{Name: "bare", IsSuccessful: bareCanceled} // want `not wrapped as net/http returns it`
	return &bare{hc: &http.Client{Timeout: time.Second}, cb: gobreaker.NewCircuitBreaker[*http.Response](st)}
}

func bareCanceled(err error) bool { return err == nil || err == context.Canceled }

func (b *bare) serve(w http.ResponseWriter, r *http.Request) {
	resp, err := b.cb.Execute(func() (*http.Response, error) { return b.hc.Do(r.Clone(r.Context())) })
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}

type none struct {
	hc *http.Client
	cb *gobreaker.CircuitBreaker[*http.Response]
}

func newNone() *none {
	st := gobreaker.Settings{Name: "none"}
	return &none{hc: &http.Client{Timeout: time.Second}, cb: gobreaker.NewCircuitBreaker[*http.Response](st)} // want `nothing tells context.Canceled from a failure; a few impatient callers open the breaker of "none" for all`
}

func (n *none) get(r *http.Request) (*http.Response, error) {
	return n.cb.Execute(func() (*http.Response, error) { return n.hc.Do(r) })
}

func acceptable(err error) bool { return err == nil || errors.Is(err, errMissing) } // want `this function does not accept context.Canceled`

func guarded(ctx context.Context, b breaker.Breaker, hc *http.Client) error {
	return b.DoWithAcceptable(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.internal/", nil)
		if err != nil {
			return err
		}
		_, err = hc.Do(req)
		return err
	}, acceptable)
}
