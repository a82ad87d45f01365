// Package low is imported by mid and top: what it does reaches them as facts.
package low

import (
	"context"
	"database/sql"
	"net/http"
	"os/exec"
	"time"
)

func Get(ctx context.Context, c *http.Client, url string) error { // want Get:`^waits\(ctx=0 client=1 http.Client.Do\)$`
	req, err := Request(ctx, url)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

// A request carries its context.
func Request(ctx context.Context, url string) (*http.Request, error) { // want Request:`^result0=param0$`
	return http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
}

func Rootless(url string) (*http.Request, error) { // want Rootless:`^result0=root$`
	return http.NewRequest(http.MethodGet, url, nil)
}

// What is bounded here is no wait for the caller.
func Soon(ctx context.Context, db *sql.DB) error { // want Soon:`^budget\(0 1s\)$`
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

// What waits whatever the caller brings is told here, and is no wait of the caller's.
func Never(db *sql.DB) error { return db.PingContext(context.Background()) }

func Ping(db *sql.DB, ctx context.Context) error { // want Ping:`^waits\(ctx=1 client=- sql.DB.PingContext\)$`
	return db.PingContext(ctx)
}

// The receiver is parameter 0.
type Store struct{ db *sql.DB }

func (s *Store) Ping(ctx context.Context) error { // want Ping:`^waits\(ctx=1 client=- sql.DB.PingContext\)$`
	return s.db.PingContext(ctx)
}

func Short(ctx context.Context) (context.Context, context.CancelFunc) { // want Short:`^result0=bounded 1s budget\(0 1s\)$`
	return context.WithTimeout(ctx, time.Second)
}

func Tagged(ctx context.Context) context.Context { // want Tagged:`^result0=param0$`
	return context.WithValue(ctx, tag{}, 1)
}

type tag struct{}

func Base() context.Context { return context.Background() } // want Base:`^result0=root$`

func Life() (context.Context, context.CancelFunc) { // want Life:`^result0=cancel$`
	return context.WithCancel(context.Background())
}

// Both origins are listed.
func Either(ctx context.Context, own bool) context.Context { // want Either:`^result0=root result0=param0$`
	if own {
		return context.Background()
	}
	return ctx
}

func Patient() *http.Client { return &http.Client{} } // want Patient:`^result0=unbounded$`

func Quick() *http.Client { return &http.Client{Timeout: time.Second} } // want Quick:`^result0=bounded$`

func Same(c *http.Client) *http.Client { return c } // want Same:`^result0=param0$`

func Limit(c *http.Client) { c.Timeout = time.Second } // want Limit:`^sets\(0 net/http.Client.Timeout\)$`

func Again(ctx context.Context, op func(context.Context) error) error { // want Again:`^runs\(1\)$`
	for range 3 {
		if op(ctx) == nil {
			return nil
		}
	}
	return op(ctx)
}

func Spawn(op func()) { // want Spawn:`^runs\(0\)$`
	go op()
}

func Convert(name string) error { return exec.Command("convert", name).Run() } // want Convert:`^waits\(ctx=- client=- exec.Cmd.Run\)$`

// Nobody waits for a goroutine.
func Later(ctx context.Context, db *sql.DB) {
	go db.PingContext(ctx)
	go func() { db.PingContext(ctx) }()
}

// A worker lives as long as its context.
func Work(ctx context.Context, db *sql.DB, jobs chan int) { // want Work:`^waits\(ctx=0 client=- sql.DB.PingContext loop\)$`
	for {
		select {
		case <-ctx.Done():
			return
		case <-jobs:
			db.PingContext(ctx)
		}
	}
}

// A generic function has one fact, for all its instances.
func All[T any](ctx context.Context, db *sql.DB, items []T) error { // want All:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	for range items {
		if err := db.PingContext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Two that call each other.
func Even(ctx context.Context, db *sql.DB, n int) error { // want Even:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	if n == 0 {
		return db.PingContext(ctx)
	}
	return Odd(ctx, db, n-1)
}

func Odd(ctx context.Context, db *sql.DB, n int) error { // want Odd:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	return Even(ctx, db, n-1)
}

// What the owner states is no wait for callers, and has a size.
//
//resilint:bounded 2s the gateway cuts off
func Gate(ctx context.Context, db *sql.DB) error {
	return db.PingContext(ctx)
}

func Through(ctx context.Context, db *sql.DB) error { // want Through:`^budget\(0 2s backstop\)$`
	return Gate(ctx, db)
}

type Kept struct {
	db *sql.DB //resilint:bounded 3s statement_timeout is set
}

func (k *Kept) Ping(ctx context.Context) error { // want Ping:`^budget\(1 3s backstop\)$`
	return k.db.PingContext(ctx)
}
