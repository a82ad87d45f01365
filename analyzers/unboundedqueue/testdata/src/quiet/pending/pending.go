// Package pending is a case of its rule.
package pending

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

type reply struct {
	id   string
	body []byte
}
type wire interface {
	Send(id string, b []byte) error
	Recv() (reply, error)
}
type call struct {
	done chan reply
	at   time.Time
}
type Client struct {
	w     wire
	seq   atomic.Int64
	calls sync.Map
}

func (c *Client) read() error {
	for {
		r, err := c.w.Recv()
		if err != nil {
			return err
		}
		if v, ok := c.calls.LoadAndDelete(r.id); ok {
			v.(*call).done <- r
		}
	}
}
func (c *Client) Do(ctx context.Context, b []byte) ([]byte, error) {
	id := strconv.FormatInt(c.seq.Add(1), 10)
	k := &call{done: make(chan reply, 1), at: time.Now()}
	c.calls.Store(id, k)
	defer c.calls.Delete(id)
	if err := c.w.Send(id, b); err != nil {
		return nil, err
	}
	select {
	case r := <-k.done:
		return r.body, nil
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), errors.New("no answer"))
	}
}
