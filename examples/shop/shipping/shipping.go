// Package shipping asks the carrier.
package shipping

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// A Carrier takes parcels.
type Carrier struct{ http *http.Client }

// NewCarrier makes a client of the carrier.
func NewCarrier() *Carrier { return &Carrier{http: &http.Client{Timeout: 10 * time.Second}} }

func (c *Carrier) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://carrier.internal/"+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}

// Offer tells what a parcel costs. A customer waits for it for two seconds.
func (c *Carrier) Offer(ctx context.Context, weight string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.tariff(ctx, weight)
}

// Fault: this timeout lies inside one of two seconds and never ends anything.
func (c *Carrier) tariff(ctx context.Context, weight string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return c.get(ctx, "tariff/"+weight)
}

// Where tells where a parcel is.
func (c *Carrier) Where(ctx context.Context, id string) (data []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	for range 3 {
		if data, err = c.locate(ctx, id); err == nil {
			return data, nil
		}
		if pause(ctx) != nil {
			break
		}
	}
	return nil, err
}

// Fault: three attempts of two seconds do not fit into four, so that the third never runs.
func (c *Carrier) locate(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.get(ctx, "parcels/"+id)
}

// Pickup orders the van.
//
// Fault: a request waits for four attempts of five seconds; whoever sent it has left.
func (c *Carrier) Pickup(ctx context.Context, day string) (data []byte, err error) {
	for range 4 {
		try, cancel := context.WithTimeout(ctx, 5*time.Second)
		data, err = c.get(try, "pickup/"+day)
		cancel()
		if err == nil {
			return data, nil
		}
		if pause(ctx) != nil {
			break
		}
	}
	return nil, err
}

// pause waits between two attempts, for about a tenth of a second.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(50*time.Millisecond + rand.N(100*time.Millisecond)):
		return nil
	}
}

// Follow asks for each parcel that is on its way.
//
// Fault: all of them share ten seconds. From the eleventh second on each look-up fails.
func (c *Carrier) Follow(ctx context.Context, ids <-chan string, seen func(id string, data []byte, err error)) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for id := range ids {
		data, err := c.get(ctx, "parcels/"+id)
		seen(id, data, err)
	}
}

// Poll waits between two rounds.
//
// Fault: the pause is one of thirty nanoseconds. The carrier gets as many requests as the
// machine can send.
func (c *Carrier) Poll(ctx context.Context, round func(context.Context)) {
	tick := time.NewTicker(30)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			round(ctx)
		case <-ctx.Done():
			return
		}
	}
}
