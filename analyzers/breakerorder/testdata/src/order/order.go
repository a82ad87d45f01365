// Package order has breakers and retries in the wrong order.
package order

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/avast/retry-go/v4"
	"github.com/sony/gobreaker/v2"

	"m/guard"
)

type client struct {
	hc  *http.Client
	cb  *gobreaker.CircuitBreaker[*http.Response]
	g   *guard.Guard
	own *guard.Breaker
	url string
}

func (c *client) call(context.Context) error {
	resp, err := c.hc.Get(c.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) often(ctx context.Context) (err error) {
	for range 3 {
		if err = c.call(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) through(ctx context.Context) error {
	return c.g.Do(ctx, c.often) // want `guard.Guard.Do stands around a retry, the loop of order.client.often ×3 \(and 1 more call does\)`
}

func (c *client) twice(ctx context.Context) error { return c.g.Do(ctx, c.often) }

func (c *client) byHand() error {
	return c.own.Run(func() error { return c.often(context.Background()) }) // want `guard.Breaker.Run stands around a retry`
}

func (c *client) library(ctx context.Context) error {
	return hystrix.DoC(ctx, "x", func(ctx context.Context) error { // want `hystrix.DoC stands around a retry, retry.Do ×4`
		return retry.Do(func() error { return c.call(ctx) }, retry.Attempts(4))
	}, nil)
}

func (c *client) open() (err error) {
	for range 3 { // want `the retry goes on while the breaker inside it is open: gobreaker.ErrOpenState comes back at once`
		if _, err = c.guarded(); err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) guarded() (*http.Response, error) {
	resp, err := c.cb.Execute(func() (*http.Response, error) { return c.hc.Get(c.url) })
	if err != nil {
		return nil, fmt.Errorf("get: %w", err)
	}
	return resp, nil
}

func (c *client) wrapped(ctx context.Context) (err error) {
	for range 3 { // want `guard.ErrRefused comes back at once`
		if err = c.g.Do(ctx, c.call); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) asked() error {
	if !c.own.Allow() {
		return errors.New("refused: stock unavailable")
	}
	resp, err := c.hc.Get(c.url)
	c.own.Record(err)
	if err != nil {
		return fmt.Errorf("stock unavailable: %w", err)
	}
	return resp.Body.Close()
}

func (c *client) byText() (err error) {
	for range 3 { // want `its refusal "refused: stock unavailable" comes back at once`
		if err = c.asked(); err == nil || !strings.Contains(err.Error(), "unavailable") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) byLibrary() error {
	return retry.Do(func() error { // want `retry.Do goes on while the breaker inside it is open`
		_, err := c.guarded()
		return err
	}, retry.Attempts(3))
}

func again(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) byHelper() error {
	return again(3, func() error { // want `order.again goes on while the breaker inside it is open`
		_, err := c.guarded()
		return err
	})
}
