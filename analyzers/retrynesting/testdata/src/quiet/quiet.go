// Package quiet holds what only looks like retries inside retries.
package quiet

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type queue struct {
	rdb *redis.Client
	in  chan string
}

func open() *queue { return &queue{rdb: redis.NewClient(&redis.Options{Addr: "x:1"})} }

// A worker: success goes round.
func (q *queue) work(ctx context.Context) {
	for key := range q.in {
		if _, err := q.rdb.Get(ctx, key).Result(); err != nil {
			time.Sleep(time.Second)
			continue
		}
	}
}

// Pages: the input changes.
func (q *queue) pages(ctx context.Context) error {
	for key := "0"; key != ""; {
		next, err := q.rdb.Get(ctx, key).Result()
		if err != nil {
			return err
		}
		key = next
	}
	return nil
}

// A poll: the error ends it.
func (q *queue) poll(ctx context.Context) error {
	for range 10 {
		v, err := q.rdb.Get(ctx, "state").Result()
		if err != nil {
			return err
		}
		if v == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}

// Failover: another target each time.
func (q *queue) any(ctx context.Context, keys []string) (v string, err error) {
	for _, k := range keys {
		if v, err = q.rdb.Get(ctx, k).Result(); err == nil {
			return v, nil
		}
	}
	return "", err
}

// Nobody waits for the goroutine.
func (q *queue) later(ctx context.Context) {
	for range 3 {
		go func() { _, _ = q.rdb.Get(ctx, "k").Result() }()
		time.Sleep(time.Second)
	}
}

// One attempt is no layer.
func first(r *http.Request) (err error) {
	for range 1 {
		if _, err = http.DefaultClient.Do(r); err == nil {
			return nil
		}
	}
	return err
}

func overFirst(r *http.Request) (err error) {
	for range 3 {
		if err = first(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
