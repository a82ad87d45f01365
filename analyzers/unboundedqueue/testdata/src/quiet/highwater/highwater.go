// Package highwater is a case of its rule.
package highwater

import "sync"

type conn struct {
	mu    sync.Mutex
	cond  *sync.Cond
	out   [][]byte
	size  int
	write func([]byte) error
}

func (c *conn) Send(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.size > 1<<20 {
		c.cond.Wait()
	}
	c.size += len(b)
	c.out = append(c.out, b)
	c.cond.Broadcast()
}
func (c *conn) loop() {
	for {
		c.mu.Lock()
		for len(c.out) == 0 {
			c.cond.Wait()
		}
		bs := c.out
		c.out = nil
		c.size = 0
		c.cond.Broadcast()
		c.mu.Unlock()
		for _, b := range bs {
			c.write(b)
		}
	}
}
