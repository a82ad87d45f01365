// Package redis is a stub with the shape of the real one.
package redis

import (
	"context"
	"time"
)

type Options struct {
	Addr         string
	DialTimeout  time.Duration
	ReadTimeout  time.Duration
	WriteTimeout time.Duration
	PoolTimeout  time.Duration
}

type Client struct{ *cmdable }

type cmdable struct{}

func NewClient(*Options) *Client { return &Client{&cmdable{}} }

func (*cmdable) Get(ctx context.Context, key string) *StringCmd { return &StringCmd{} }

type StringCmd struct{ val string }

func (c *StringCmd) Val() string { return c.val }
