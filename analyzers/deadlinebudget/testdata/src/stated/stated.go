// Package stated has bounds that only owners know, with their sizes.
package stated

import (
	"context"
	"net/http"
	"time"
)

type ledger struct {
	client *http.Client
	life   context.Context //resilint:bounded 2s the platform ends it
}

// Attempts of the gateway's time do not fit.
func (l *ledger) load(ctx context.Context, url string) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for range 3 {
		if resp, err = l.get(ctx, url); err == nil { // want `attempts of 3 × 4s = 12s do not fit into the 5s over them`
			return resp, nil
		}
	}
	return nil, err
}

//resilint:bounded 4s the gateway cuts off
func (l *ledger) get(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return l.client.Do(req)
}

// A request waits for attempts that only the owner bounds.
func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var err error
	for range 3 {
		if _, err = l.get(context.Background(), "http://ledger.internal/"); err == nil { // 12s are borne
			break
		}
	}
	for range 5 {
		if _, err = l.get(context.Background(), "http://ledger.internal/"); err == nil { // want `a request waits for attempts of 5 × 4s = 20s with no deadline over all of them`
			return
		}
	}
}

// What is over them is stated, too: of the function, of the context, of the call.
//
//resilint:bounded 3s the mesh gives up
func (l *ledger) capped(ctx context.Context, url string) (err error) {
	for range 3 {
		if err = l.once(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

func (l *ledger) once(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	_, err := l.get(ctx, url)
	return err
}

func (l *ledger) inLife(url string) error {
	ctx, cancel := context.WithTimeout(l.life, 5*time.Second) // want `a timeout of 5s lies inside one of 2s and never ends anything`
	defer cancel()
	return l.once(ctx, url)
}

// A bound larger than the deadline is a backstop.
func (l *ledger) backstop(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := l.get(ctx, url)
	return err
}

// The call that is repeated takes no longer than its owner says.
func (l *ledger) short(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for range 3 {
		if err = l.once(ctx, url); err == nil { //resilint:bounded 1s the mesh gives up
			return nil
		}
	}
	return err
}
