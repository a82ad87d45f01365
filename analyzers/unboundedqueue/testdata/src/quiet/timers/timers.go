// Package timers is a case of its rule.
package timers

import (
	"context"
	"time"
)

type msg struct{ id string }

type source interface {
	Receive(context.Context) (*msg, error)
}

type conn struct {
	s    source
	idle *time.Timer
	shut func() error
}

// Run ends a connection on which nothing comes.
func (c *conn) Run(ctx context.Context) error {
	c.idle = time.AfterFunc(time.Minute, func() { c.shut() })
	for {
		m, err := c.s.Receive(ctx)
		if err != nil {
			return err
		}
		c.idle.Reset(time.Minute)
		_ = m
	}
}
