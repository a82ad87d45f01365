// Package low holds findings that are shown at low confidence only, and some of medium.
package low

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type config struct{ Tries int }

type cache struct {
	cfg *config
	rdb *redis.Client
}

func open(cfg *config) *cache {
	return &cache{cfg: cfg, rdb: redis.NewClient(&redis.Options{Addr: "x:1"})}
}

// A loop at the very place, whose number is a setting: medium.
func (c *cache) get(ctx context.Context) (v string, err error) {
	for range c.cfg.Tries { // want `one call may send cfg.Tries × 4 = at least 4 requests`
		if v, err = c.rdb.Get(ctx, "k").Result(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// It goes on for ever, and what is inside changes little: low.
func (c *cache) hold(ctx context.Context) string {
	for {
		if v, err := c.rdb.Get(ctx, "k").Result(); err == nil {
			return v
		}
		time.Sleep(time.Second)
	}
}

// A second try at once, as after a connection that has gone stale: low.
func send(r *http.Request) (err error) {
	for range 2 {
		if _, err = http.DefaultClient.Do(r); err == nil {
			return nil
		}
	}
	return err
}

func resend(r *http.Request) (err error) {
	for range 3 {
		if err = send(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Neither number is known: low.
func unknown(n int, r *http.Request) (err error) {
	for range n {
		if _, err = http.DefaultClient.Do(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Outer repeats unknown.
func Outer(n, m int, r *http.Request) (err error) {
	for range m {
		if err = unknown(n, r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type backend interface{ load() error }

// An operation of which nothing shows that it leaves the process: medium.
func twice(b backend) error {
	return thrice(func() error { return thrice(b.load) }) // want `one call may send 3 × 3 = 9 requests: low.thrice \(loop ×3\) → low.thrice \(loop ×3\)`
}

func thrice(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
