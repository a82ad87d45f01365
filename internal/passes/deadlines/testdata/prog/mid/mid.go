// Package mid hands on what low does, and adds a bound here and there.
package mid

import (
	"context"
	"database/sql"
	"net/http"

	"prog/low"
)

type Stock struct{ http *http.Client }

func NewStock() *Stock { return &Stock{http: low.Patient()} }

func (s *Stock) Count(ctx context.Context, id string) error { // want Count:`^waits\(ctx=1 client=- http.Client.Do\)$`
	return low.Get(ctx, s.http, "http://stock.internal/"+id)
}

func Via(c *http.Client, ctx context.Context) error { // want Via:`^waits\(ctx=1 client=0 http.Client.Do\)$`
	return low.Get(low.Tagged(ctx), low.Same(c), "http://stock.internal/")
}

func Bounded(ctx context.Context, c *http.Client) error { // want Bounded:`^budget\(0 1s\)$`
	ctx, cancel := low.Short(ctx)
	defer cancel()
	return low.Get(ctx, c, "http://stock.internal/")
}

func Quick(ctx context.Context) error { return low.Get(ctx, low.Quick(), "http://stock.internal/") }

// Only the client is the caller's.
func OnlyClient(c *http.Client) error { // want OnlyClient:`^waits\(ctx=- client=0 http.Client.Do\)$`
	return low.Get(low.Base(), c, "http://stock.internal/")
}

func Limit(c *http.Client, n int) { // want Limit:`^sets\(0 net/http.Client.Timeout\)$`
	low.Limit(c)
}

func Again(op func(context.Context) error) error { // want Again:`^runs\(0\)$`
	return low.Again(context.Background(), op)
}

func Retried(ctx context.Context, db *sql.DB) error { // want Retried:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	return low.Again(ctx, func(ctx context.Context) error { return db.PingContext(ctx) })
}

func Method(ctx context.Context, s *low.Store) error { // want Method:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	return low.Again(ctx, s.Ping)
}

func Ints(ctx context.Context, db *sql.DB) error { // want Ints:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	return low.All(ctx, db, []int{1})
}

// Through an interface, to the type of the program that has the method.
type Pinger interface {
	Ping(ctx context.Context) error
}

func Any(ctx context.Context, p Pinger) error { // want Any:`^waits\(ctx=0 client=- sql.DB.PingContext\)$`
	return p.Ping(ctx)
}
