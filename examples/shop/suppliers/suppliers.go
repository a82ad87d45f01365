// Package suppliers asks the suppliers, who are often down, again and again.
package suppliers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// errRefused is an answer that asking again does not change.
var errRefused = errors.New("suppliers: request refused")

// A Desk is where suppliers are asked.
type Desk struct {
	base string
	http *http.Client
}

// New makes a desk that asks at base.
func New(base string) *Desk {
	return &Desk{base: base, http: &http.Client{Timeout: 2 * time.Second}}
}

// Available tells how many there are of an article.
func (d *Desk) Available(ctx context.Context, sku string) (n int, err error) {
	// Fault: the supplier's port is closed, and says so within a millisecond. A hundred
	// visitors make a hundred thousand requests a second, until somebody opens the port.
	for range 1000 {
		if err = d.get(ctx, "/stock/"+url.PathEscape(sku), &n); err == nil || ctx.Err() != nil || errors.Is(err, errRefused) {
			return n, err
		}
	}
	return 0, err
}

// Since tells when an article came in last.
func (d *Desk) Since(sku string) (at time.Time) {
	// Fault: the supplier has gone out of business. Each visitor who asks takes a goroutine
	// with him that asks for the rest of the program's life.
	for {
		resp, err := d.http.Get(d.base + "/since/" + url.PathEscape(sku))
		if err == nil {
			defer resp.Body.Close()
			json.NewDecoder(resp.Body).Decode(&at)
			return at
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// Price asks for a price.
func (d *Desk) Price(ctx context.Context, sku string) (cents int, err error) {
	for range 4 {
		if err = d.get(ctx, "/price/"+url.PathEscape(sku), &cents); err == nil || errors.Is(err, errRefused) {
			return cents, err
		}
		// Fault: the visitor has closed the page. His request, and what it holds, is kept for
		// half a minute more.
		time.Sleep(8*time.Second + rand.N(4*time.Second))
	}
	return 0, err
}

// Delivery asks when an article can be here.
func (d *Desk) Delivery(ctx context.Context, sku string) (days int, err error) {
	// Fault: the supplier doesn't know the article, and says so six times. Where the visitor has
	// closed the page, the pauses end at once, and what attempts are left are made for nobody.
	for i := range 6 {
		if err = d.get(ctx, "/delivery/"+url.PathEscape(sku), &days); err == nil {
			return days, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second<<i + rand.N(time.Second)):
		}
	}
	return 0, err
}

// Order sends an order.
func (d *Desk) Order(ctx context.Context, id string, order []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, d.base+"/orders/"+url.PathEscape(id), bytes.NewReader(order))
	if err != nil {
		return err
	}
	// Fault: the first attempt breaks off. The second announces the order's length and has
	// nothing left to send, and so have all the others.
	for i := range 3 {
		resp, err := d.http.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		if err := pause(ctx, i); err != nil {
			return err
		}
	}
	return errors.New("suppliers: order not sent")
}

// Cancel takes an order back.
func (d *Desk) Cancel(ctx context.Context, id string) error {
	// Right: a request for each attempt, a few of them, with pauses that grow, differ and
	// end with the visitor.
	for i := range 3 {
		err := d.send(ctx, http.MethodDelete, "/orders/"+url.PathEscape(id), nil)
		if err == nil || ctx.Err() != nil || errors.Is(err, errRefused) {
			return err
		}
		if err := pause(ctx, i); err != nil {
			return err
		}
	}
	return errors.New("suppliers: order not taken back")
}

// pause waits before attempt i is made anew.
func pause(ctx context.Context, i int) error {
	wait := time.Second << i
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait/2 + rand.N(wait)):
		return nil
	}
}

func (d *Desk) get(ctx context.Context, path string, to any) error {
	return d.send(ctx, http.MethodGet, path, to)
}

func (d *Desk) send(ctx context.Context, method, path string, to any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, d.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := d.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
	case code/100 == 4 && code != http.StatusRequestTimeout && code != http.StatusTooManyRequests:
		return errRefused
	default:
		return fmt.Errorf("suppliers: %s", resp.Status)
	}
	if to == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(to)
}
