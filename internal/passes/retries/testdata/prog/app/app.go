// Package app calls what leaves the process, in many ways.
package app

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"m/again"
)

func get(c *http.Client, r *http.Request) error { // want get:`^calls\(http.Client.Do\)$`
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func thrice(c *http.Client, r *http.Request) (err error) { // want thrice:`^calls\(loop ×3 → http.Client.Do\)$`
	for range 3 {
		if err = get(c, r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nested(c *http.Client, r *http.Request) (err error) { // want nested:`^calls\(loop ×2 → loop ×3 → http.Client.Do\)$`
	for range 2 {
		if err = thrice(c, r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func closure(c *http.Client, r *http.Request) error { // want closure:`^calls\(loop ×3 → http.Client.Do\)$`
	return again.Thrice(func() error { return get(c, r) })
}

func count(c *http.Client, r *http.Request) error { // want count:`^calls\(loop ×7 → http.Client.Do\)$`
	return again.Times(7, func() error { return get(c, r) })
}

var slow = again.Policy{Attempts: 6, Wait: time.Second}

func policy(ctx context.Context, c *http.Client, r *http.Request) error { // want policy:`^calls\(loop ×6 → http.Client.Do\)$`
	return again.By(ctx, slow, func(context.Context) error { return get(c, r) })
}

func quick(n int) again.Policy { return again.Policy{Attempts: n} }

func policyMade(ctx context.Context, c *http.Client, r *http.Request) error { // want policyMade:`^calls\(loop ×9 → http.Client.Do\)$`
	return again.By(ctx, quick(9), func(context.Context) error { return get(c, r) })
}

func generic(c *http.Client, r *http.Request) (*http.Response, error) { // want generic:`^calls\(loop ×4 → http.Client.Do\)$`
	return again.Value(func() (*http.Response, error) { return c.Do(r) })
}

func decorated(c *http.Client, r *http.Request) error { // want decorated:`^calls\(loop ×3 → http.Client.Do\)$`
	return again.Thrice(again.Guarded(func() error { return get(c, r) }))
}

func limited(ctx context.Context, c *http.Client, r *http.Request) error { // want limited:`^calls\(loop ×3 → http.Client.Do\)$`
	return again.Thrice(func() error {
		return again.Limited(ctx, func() error { return get(c, r) })
	})
}

// Nobody waits for it, so that nobody repeats it.
func later(c *http.Client, r *http.Request) error {
	return again.Thrice(func() error {
		again.Later(func() error { return get(c, r) })
		return nil
	})
}

func group(ctx context.Context, c *http.Client, rs []*http.Request) error { // want group:`^calls\(loop ×3 → http.Client.Do\)$`
	return again.Thrice(func() error {
		g := new(errgroup.Group)
		for _, r := range rs {
			g.Go(func() error { return get(c, r) })
		}
		return g.Wait()
	})
}

type worker struct {
	c *http.Client
	r *http.Request
}

func (w *worker) run() error { // want run:`^calls\(http.Client.Do\)$`
	return get(w.c, w.r)
}

func methodValue(w *worker) error { // want methodValue:`^calls\(loop ×3 → http.Client.Do\)$`
	return again.Thrice(w.run)
}

func operation(c *http.Client, r *http.Request) func() error {
	return func() error { return get(c, r) }
}

func returned(c *http.Client, r *http.Request) error { // want returned:`^calls\(loop ×3 → http.Client.Do\)$`
	return again.Thrice(operation(c, r))
}

type pinger struct{ db *sql.DB }

func (p pinger) Do(ctx context.Context) error { // want Do:`^calls\(sql.DB.PingContext\)$`
	return p.db.PingContext(ctx)
}

func asInterface(ctx context.Context, db *sql.DB) error { // want asInterface:`^calls\(loop ×3 → sql.DB.PingContext\)$`
	return again.All(ctx, pinger{db})
}

// One implementation: it is the one.
type store interface {
	load(ctx context.Context) error
}

type remote struct{ c *http.Client }

func (s *remote) load(ctx context.Context) error { // want load:`^calls\(loop ×3 → http.Client.Do\)$`
	r, err := http.NewRequestWithContext(ctx, "GET", "http://x.example", nil)
	if err != nil {
		return err
	}
	return thrice(s.c, r)
}

func through(ctx context.Context, s store) error { // want through:`^runs\(param1.load\)$`
	return s.load(ctx)
}

type service struct{ s store }

func (x *service) load2(ctx context.Context) (err error) { // want load2:`^calls\(loop ×2 → loop ×3 → http.Client.Do\) calls\(loop ×2 → app.store.load\? behind interface\)$`
	for range 2 {
		if err = x.s.load(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Several implementations: the worst there is.
type source interface{ read() error }

type local struct{}

func (local) read() error { return nil }

type far struct{ w *worker }

func (f far) read() error { // want read:`^calls\(loop ×5 → http.Client.Do\)$`
	return again.Outer(f.w.run)
}

type reader struct{ s source }

func (x *reader) all() (err error) { // want all:`^calls\(loop ×2 → loop ×5 → http.Client.Do\) calls\(loop ×2 → app.source.read\? behind interface\)$`
	for range 2 {
		if err = x.s.read(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A recursion that is no retry, and two functions that call one another, come to an end.
func even(c *http.Client, r *http.Request, n int) error { // want even:`^calls\(http.Client.Do\)$`
	if n == 0 {
		return get(c, r)
	}
	return odd(c, r, n-1)
}

func odd(c *http.Client, r *http.Request, n int) error { // want odd:`^calls\(http.Client.Do\)$`
	if n == 0 {
		return get(c, r)
	}
	return even(c, r, n-1)
}

func recursive(c *http.Client, r *http.Request) error { // want recursive:`^calls\(recursion ×.* → http.Client.Do\)`
	return again.Countdown(3, func() error { return get(c, r) })
}
