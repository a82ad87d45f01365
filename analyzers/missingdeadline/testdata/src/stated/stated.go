// Package stated has bounds that only owners know.
package stated

import (
	"context"
	"database/sql"
	"net"
	"net/http"

	"m/stated/gate"
)

type desk struct {
	http   *http.Client //resilint:bounded 5s the sidecar cuts off
	plain  *http.Client
	db     *sql.DB
	pooled *sql.DB         //resilint:bounded 2s statement_timeout is set for the role
	life   context.Context //resilint:bounded 10s the platform ends jobs
	tokens chan struct{}
	slots  chan struct{} //resilint:bounded 1s whoever has one gives it back in time
	send   func(ctx context.Context, c *http.Client) error
	hook   func(url string) error //resilint:bounded 1s hooks are local
}

func newDesk(db *sql.DB) *desk {
	return &desk{http: &http.Client{}, plain: &http.Client{}, db: db, pooled: db, life: context.Background(), // want `an http.Client without timeout sends requests without deadline`
		tokens: make(chan struct{}, 4), slots: make(chan struct{}, 4)}
}

func (d *desk) fields() error {
	if _, err := d.http.Get("http://a.internal/"); err != nil {
		return err
	}
	if _, err := d.plain.Get("http://a.internal/"); err != nil {
		return err
	}
	if err := d.pooled.QueryRow("SELECT 1").Scan(new(int)); err != nil {
		return err
	}
	return d.db.PingContext(d.life)
}

func (d *desk) call() error {
	if err := d.db.PingContext(context.Background()); err != nil { //resilint:bounded 2s the proxy before the database cuts off
		return err
	}
	return d.db.PingContext(context.Background()) // want `context.Background goes to sql.DB.PingContext`
}

// All of it ends in time, but not the goroutine.
//
//resilint:bounded 2s the platform ends it
func (d *desk) whole(done chan error) error {
	go func() {
		done <- d.db.PingContext(context.Background()) // want `context.Background goes to sql.DB.PingContext`
	}()
	return d.db.PingContext(context.Background())
}

func across(url string) error {
	if _, err := gate.Fetch(context.Background(), url); err != nil {
		return err
	}
	if _, err := gate.Configured(context.Background(), url); err != nil {
		return err
	}
	_, err := gate.Straight(context.Background(), url) // want `context.Background goes to http.Client.Do`
	return err
}

func (d *desk) inside() error { return d.whole(nil) }

func shared(s *gate.Shared, p gate.Prices) (int, error) {
	if err := s.DB.PingContext(context.Background()); err != nil {
		return 0, err
	}
	return p.Price(context.Background(), 1)
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.slots <- struct{}{}
	defer func() { <-d.slots }()
	d.tokens <- struct{}{} // want `requests wait in stated.desk.ServeHTTP for a send to the semaphore tokens`
	defer func() { <-d.tokens }()
	_, _ = gate.Straight(r.Context(), "http://a.internal/") // want `the request's own context goes to http.Client.Do`
}

func (d *desk) front(h http.Handler) error {
	s := &http.Server{Addr: ":80", Handler: h} //resilint:bounded 5s the proxy before it cuts off
	return s.ListenAndServe()
}

func dial() (net.Conn, error) {
	return net.Dial("tcp", "a.internal:1") //resilint:bounded 1s the firewall refuses
}
