// Package low has what is told at low confidence.
package low

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type client struct {
	hc *http.Client
	cb *gobreaker.CircuitBreaker[*http.Response]
}

func newClient() *client {
	return &client{hc: &http.Client{}, cb: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{})}
}

func (c *client) guarded(url string) (*http.Response, error) {
	return c.cb.Execute(func() (*http.Response, error) { return c.hc.Get(url) })
}

func (c *client) around(url string) (*http.Response, error) { return c.hc.Head(url) }

type wrapper struct {
	cb *gobreaker.CircuitBreaker[struct{}]
}

func newWrapper() *wrapper {
	return &wrapper{cb: gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{Name: "wrapper"})}
}

func (w *wrapper) Do(ctx context.Context, op func(context.Context) error) error {
	_, err := w.cb.Execute(func() (struct{}, error) { return struct{}{}, op(ctx) })
	return err
}
