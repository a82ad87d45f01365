// Package stated has what its owner states.
package stated

import (
	"net/http"
	"time"
)

type config struct {
	Tries int //resilint:retry attempts=7
}

type client struct {
	cfg  *config
	mesh *http.Client //resilint:retry attempts=2
	hc   *http.Client
}

func (c *client) field(r *http.Request) error { // want field:`^calls\(stated ×2 → http.Client.Do\)$`
	_, err := c.mesh.Do(r)
	return err
}

func (c *client) call(r *http.Request) error { // want call:`^calls\(stated ×3 → http.Client.Do\)$`
	_, err := c.hc.Do(r) //resilint:retry attempts=3
	return err
}

//resilint:retry attempts=10
func (c *client) function(r *http.Request) error { // want function:`^calls\(stated ×10 → http.Client.Do\)$`
	_, err := c.hc.Do(r)
	return err
}

func (c *client) caller(r *http.Request) error { // want caller:`^calls\(stated ×10 → http.Client.Do\)$`
	return c.function(r)
}

func (c *client) setting(r *http.Request) (err error) { // want setting:`^calls\(loop ×7 → http.Client.Do\)$`
	for range c.cfg.Tries {
		if _, err = c.hc.Do(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) loop(r *http.Request, n int) (err error) { // want loop:`^calls\(loop ×4 → http.Client.Do\)$`
	for range n / 2 { //resilint:retry attempts=4
		if _, err = c.hc.Do(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) endless(r *http.Request) error { // want endless:`^calls\(stated ×unbounded → http.Client.Do\)$`
	_, err := c.hc.Do(r) //resilint:retry attempts=unbounded
	return err
}
