// Package swept is a case of its rule.
package swept

import (
	"sync"
	"time"
)

type call struct {
	done chan []byte
	at   time.Time
}
type Client struct {
	mu    sync.Mutex
	calls map[int]*call
	n     int
	send  func(int, []byte) error
}

func (c *Client) sweep() {
	for range time.Tick(time.Minute) {
		c.mu.Lock()
		for id, k := range c.calls {
			if time.Since(k.at) > time.Minute {
				delete(c.calls, id)
			}
		}
		c.mu.Unlock()
	}
}
func (c *Client) Answer(id int, b []byte) {
	c.mu.Lock()
	k := c.calls[id]
	delete(c.calls, id)
	c.mu.Unlock()
	if k != nil {
		k.done <- b
	}
}
func (c *Client) Do(b []byte) []byte {
	k := &call{done: make(chan []byte, 1), at: time.Now()}
	c.mu.Lock()
	c.n++
	id := c.n
	c.calls[id] = k
	c.mu.Unlock()
	c.send(id, b)
	select {
	case a := <-k.done:
		return a
	case <-time.After(time.Second):
		return nil
	}
}
