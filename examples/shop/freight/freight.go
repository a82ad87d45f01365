// Package freight asks the carrier, behind a circuit breaker.
package freight

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// A Quote is what the carrier asks for a parcel.
type Quote struct {
	Cents int `json:"cents"`
	Days  int `json:"days"`
}

// A Carrier quotes and tracks.
type Carrier struct {
	base    string
	http    *http.Client
	quotes  *gobreaker.CircuitBreaker[Quote]
	parcels *gobreaker.CircuitBreaker[string]
	known   sync.Map
}

// New makes a client of the carrier at base.
func New(base string) *Carrier {
	givenUp := func(err error) bool { return errors.Is(err, context.Canceled) }
	return &Carrier{
		base: base,
		http: &http.Client{Timeout: 2 * time.Second},
		quotes: gobreaker.NewCircuitBreaker[Quote](gobreaker.Settings{
			Name:       "quotes",
			IsExcluded: givenUp,
			// Right: opens when half of twenty and more have failed.
			ReadyToTrip: func(c gobreaker.Counts) bool {
				return c.Requests >= 20 && float64(c.TotalFailures)/float64(c.Requests) >= 0.5
			},
		}),
		parcels: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Name:       "parcels",
			IsExcluded: givenUp,
			// Fault: at four in the morning one parcel is asked for, and one packet is lost.
			// That is a failure of 100 %, and for a minute nobody sees where a parcel is.
			ReadyToTrip: func(c gobreaker.Counts) bool {
				return float64(c.TotalFailures)/float64(c.Requests) >= 0.5
			},
		}),
	}
}

// Quote asks for a price.
func (c *Carrier) Quote(ctx context.Context, zip string) (q Quote, err error) {
	// Fault: the carrier is down. The breaker would open after twenty calls, but each call
	// it sees is four: eighty requests and a minute of waiting later it opens.
	return c.quotes.Execute(func() (Quote, error) {
		for range 4 {
			if err = c.get(ctx, "/quotes/"+url.PathEscape(zip), &q); err == nil {
				return q, nil
			}
			if !pause(ctx) {
				return q, ctx.Err()
			}
		}
		return q, err
	})
}

// Price asks for a price, and makes do with an old one.
func (c *Carrier) Price(ctx context.Context, zip string) (Quote, error) {
	// Fault: for every zip that was ever asked for, a failure of the carrier counts as a
	// success. The breaker stays closed, and each caller waits for the timeout.
	return c.quotes.Execute(func() (q Quote, err error) {
		if err := c.get(ctx, "/quotes/"+url.PathEscape(zip), &q); err != nil {
			if old, ok := c.known.Load(zip); ok {
				return old.(Quote), nil
			}
			return q, err
		}
		c.known.Store(zip, q)
		return q, nil
	})
}

// Where says where a parcel is.
func (c *Carrier) Where(ctx context.Context, parcel string) (place string, err error) {
	// Fault: the breaker is open and says no in a microsecond. The visitor waits for four
	// of these, and for the pauses between them.
	for range 4 {
		if place, err = c.ask(ctx, parcel); err == nil || !pause(ctx) {
			return place, err
		}
	}
	return place, err
}

// Arrived asks whether a parcel is there.
func (c *Carrier) Arrived(ctx context.Context, parcel string) (bool, error) {
	// Right: each attempt is a call that the breaker counts, and its refusal is the end.
	for range 4 {
		place, err := c.ask(ctx, parcel)
		if err == nil {
			return place == "door", nil
		}
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) || !pause(ctx) {
			return false, err
		}
	}
	return false, errors.New("shipping: no answer")
}

func (c *Carrier) ask(ctx context.Context, parcel string) (string, error) {
	place, err := c.parcels.Execute(func() (place string, err error) {
		return place, c.get(ctx, "/parcels/"+url.PathEscape(parcel), &place)
	})
	if err != nil {
		return "", fmt.Errorf("parcel %s: %w", parcel, err)
	}
	return place, nil
}

func (c *Carrier) get(ctx context.Context, path string, to any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("shipping: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(to)
}

// pause waits a little, and says no where the caller has given up meanwhile.
func pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(200 * time.Millisecond):
		return true
	}
}
