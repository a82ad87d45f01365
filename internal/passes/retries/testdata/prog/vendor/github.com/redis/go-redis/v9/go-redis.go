// Package redis has the signatures that the tests need.
package redis

import (
	"context"
)

type Options struct {
	Addr       string
	MaxRetries int
}
type ClusterOptions struct {
	MaxRedirects int
	MaxRetries   int
}
type StringCmd struct{}
type cmdable func(ctx context.Context, cmd any) error

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { panic(0) }

type Cmdable interface {
	Get(ctx context.Context, key string) *StringCmd
}
type Client struct{ cmdable }
type ClusterClient struct{ cmdable }

func NewClient(o *Options) *Client                      { panic(0) }
func NewClusterClient(o *ClusterOptions) *ClusterClient { panic(0) }
func (c *StringCmd) Result() (string, error)            { panic(0) }
