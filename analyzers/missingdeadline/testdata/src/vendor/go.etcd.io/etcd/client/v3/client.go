// Package clientv3 is a stub with the shape of the real one.
package clientv3

import (
	"context"
	"time"
)

type Config struct {
	Endpoints   []string
	DialTimeout time.Duration
}

type Client struct {
	KV
	Watcher
}

func New(Config) (*Client, error) { return &Client{}, nil }

type KV interface {
	Put(ctx context.Context, key, val string) (*PutResponse, error)
}

type Watcher interface {
	Watch(ctx context.Context, key string) <-chan WatchResponse
}

type (
	PutResponse   struct{}
	WatchResponse struct{}
)
