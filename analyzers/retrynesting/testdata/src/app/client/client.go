// Package client calls a service.
package client

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Client reads from a cache.
type Client struct{ rdb *redis.Client }

// New returns a client.
func New(addr string) *Client { return &Client{rdb: redis.NewClient(&redis.Options{Addr: addr})} }

// Get reads a key.
func (c *Client) Get(ctx context.Context, key string) (string, error) {
	return c.rdb.Get(ctx, key).Result()
}

// Retry runs op up to n times.
func Retry(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
