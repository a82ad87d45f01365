// Package stated says what source does not show.
package stated

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type config struct {
	Tries int //resilint:retry attempts=5
}

type store struct {
	cfg *config
	rdb *redis.Client
	hc  *http.Client //resilint:retry attempts=2
}

func open(cfg *config) *store {
	return &store{cfg: cfg, rdb: redis.NewClient(&redis.Options{Addr: "x:1"}), hc: &http.Client{}}
}

// The field that decides is stated.
func (s *store) get(ctx context.Context) (v string, err error) {
	for i := 0; i < s.cfg.Tries; i++ { // want `one call may send 5 × 4 = 20 requests`
		if v, err = s.rdb.Get(ctx, "k").Result(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// The client stands behind a mesh that tries twice.
func (s *store) load(r *http.Request) (err error) {
	for range 3 { // want `one call may send 3 × 2 = 6 requests: stated.store.load \(loop ×3\) → http.Client.Do \(stated ×2\)`
		if _, err = s.hc.Do(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A queue delivers it again.
//
//resilint:retry attempts=10
func (s *store) handle(ctx context.Context) error { // want `one call may send 10 × 4 = 40 requests: stated.store.handle \(stated ×10\) → redis.cmdable.Get \(go-redis ×4\)`
	_, err := s.rdb.Get(ctx, "k").Result()
	return err
}
