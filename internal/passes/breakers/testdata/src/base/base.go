// Package base has breakers.
package base

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

var ErrOpen = errors.New("no leave")

type Guard struct {
	cb *gobreaker.CircuitBreaker[any]
}

func (g *Guard) Do(op func() error) error { // want Do:`runs\(1 gobreaker.CircuitBreaker.Execute\) refuses\(github.com/sony/gobreaker/v2.ErrOpenState "guard: circuit breaker is open"\) refuses\(github.com/sony/gobreaker/v2.ErrTooManyRequests "guard: too many requests"\)`
	_, err := g.cb.Execute(func() (any, error) { return nil, op() })
	if err != nil {
		return fmt.Errorf("guard: %w", err)
	}
	return nil
}

func Translate(g *Guard, op func() error) error { // want Translate:`runs\(1 base.Guard.Do\) refuses\(m/base.ErrOpen "no leave"\)`
	err := g.Do(op)
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return ErrOpen
	}
	return err
}

type Hand struct {
	mu    sync.Mutex
	fails int
	until time.Time
}

func (h *Hand) Ready() bool { // want Ready:`guard\(Note Run\)`
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().After(h.until)
}

func (h *Hand) Note(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		if h.fails++; h.fails > 3 {
			h.until = time.Now().Add(time.Second)
		}
	}
}

func (h *Hand) Run(op func() error) error { // want Run:`runs\(1 base.Hand.Ready\)`
	if !h.Ready() {
		return errors.New("not now")
	}
	err := op()
	h.Note(err)
	return err
}

type Whole struct {
	until time.Time
	fails int
}

func (w *Whole) Call(ctx context.Context, op func(context.Context) error) error { // want Call:`runs\(2 the breaker Call\) refuses\(m/base.ErrOpen "no leave"\)`
	if time.Now().Before(w.until) {
		return ErrOpen
	}
	err := op(ctx)
	if err != nil {
		w.fails++
		w.until = time.Now().Add(time.Second)
	}
	return err
}

type cache struct{ last time.Time }

func (c *cache) refresh(load func() error) error {
	if time.Since(c.last) < time.Minute {
		return nil
	}
	err := load()
	if err == nil {
		c.last = time.Now()
	}
	return err
}

type transport struct {
	next http.RoundTripper
	cb   *gobreaker.CircuitBreaker[*http.Response]
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) { // want RoundTrip:`refuses\(.*\) layer`
	return t.cb.Execute(func() (*http.Response, error) { return t.next.RoundTrip(r) })
}

func NewTransport(next http.RoundTripper) http.RoundTripper { return &transport{next: next} } // want NewTransport:"layer"

func Around(cb *gobreaker.CircuitBreaker[any]) func(next func() error) error { // want Around:"layer"
	return func(next func() error) error {
		_, err := cb.Execute(func() (any, error) { return nil, next() })
		return err
	}
}
