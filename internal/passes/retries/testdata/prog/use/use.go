// Package use calls through what packages wrap and held make.
package use

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc"

	"m/again"
	"m/held"
	"m/timed"
	"m/wrap"
)

func global(ctx context.Context) error { // want global:`^calls\(go-redis ×4 → redis.cmdable.Get\)$`
	_, err := held.Shared.Get(ctx, "k").Result()
	return err
}

func globalTwice(ctx context.Context) error { // want globalTwice:`^calls\(go-redis ×2 → redis.cmdable.Get\)$`
	_, err := held.Twice.Get(ctx, "k").Result()
	return err
}

func field(a *held.API, r *http.Request) error { // want field:`^calls\(retryablehttp ×5 → http.Client.Do\)$`
	_, err := a.Client.Do(r)
	return err
}

func parameter(ctx context.Context) error { // want parameter:`^calls\(go-redis ×3 → redis.cmdable.Get\)$`
	_, err := held.Get(ctx, held.Open(2))
	return err
}

func off(ctx context.Context) error { // want off:`^calls\(go-redis ×1 → redis.cmdable.Get\)$`
	_, err := held.Get(ctx, held.Off())
	return err
}

type cache struct{ rdb *redis.Client }

func (c *cache) get(ctx context.Context) (string, error) { // want get:`^calls\(go-redis ×4 → redis.cmdable.Get\)$`
	return held.Get(ctx, c.rdb)
}

func newCache() *cache { return &cache{rdb: held.Shared} }

func looped(ctx context.Context, c *cache) (err error) { // want looped:`^calls\(loop ×3 → go-redis ×4 → redis.cmdable.Get\)$`
	for range 3 {
		if _, err = c.get(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func through(r *http.Request) error { // want through:`^calls\(loop ×3 → loop ×3 → http.Client.Do\)$`
	_, err := wrap.Client().Do(r)
	return err
}

func overwritten(r *http.Request) error { // want overwritten:`^calls\(loop ×3 → http.Client.Do\)$`
	_, err := wrap.Overwritten().Do(r)
	return err
}

func transport(r *http.Request) error { // want transport:`^calls\(loop ×3 → http.Client.Do\)$`
	c := &http.Client{Transport: wrap.Transport(http.DefaultTransport)}
	_, err := c.Do(r)
	return err
}

// backend is what the decorator is put around.
type backend struct{ rdb *redis.Client }

func (b *backend) Load(ctx context.Context) error { // want Load:`^calls\(go-redis ×4 → redis.cmdable.Get\)$`
	_, err := b.rdb.Get(ctx, "k").Result()
	return err
}

func (b *backend) Save(ctx context.Context) error { // want Save:`^calls\(go-redis ×4 → redis.cmdable.Get\)$`
	_, err := b.rdb.Get(ctx, "k").Result()
	return err
}

type service struct{ store wrap.Store }

func newService(rdb *redis.Client) *service {
	return &service{store: wrap.Retrying(&backend{rdb: rdb})}
}

func (s *service) load(ctx context.Context) error { // want load:`^calls\(loop ×4 → go-redis ×4 → redis.cmdable.Get\)$`
	return s.store.Load(ctx)
}

func handler(next wrap.Handler) wrap.Handler { // want handler:`^returns\(0=loop ×5 → loop ×2 → wraps param0\)$`
	return wrap.Merge(wrap.Repeat(5), wrap.Repeat(2))(next)
}

// A value handed to a function that repeats a method of it.
type doer struct{ rdb *redis.Client }

func (d doer) Do(ctx context.Context) error { // want Do:`^calls\(go-redis ×4 → redis.cmdable.Get\)$`
	_, err := d.rdb.Get(ctx, "k").Result()
	return err
}

func all(ctx context.Context, d doer) error { // want all:`^calls\(loop ×3 → go-redis ×4 → redis.cmdable.Get\)$`
	return again.All(ctx, d)
}

func dial() (*grpc.ClientConn, error) { // want dial:`^returns\(0=loop ×3 → own\)$`
	return grpc.NewClient("x:1", grpc.WithUnaryInterceptor(own))
}

func own(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) (err error) { // want own:`^runs\(loop ×3 → param5\)$`
	for range 3 {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Another type with the same method is not what is handed over.
type other struct{ rdb *redis.Client }

func (o *other) Do(ctx context.Context) (err error) { // want Do:`^calls\(loop ×3 → go-redis ×4 → redis.cmdable.Get\)$`
	for range 3 {
		if _, err = o.rdb.Get(ctx, "k").Result(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func timedLoop(ctx context.Context) (err error) { // want timedLoop:`^calls\(loop ×3 → go-redis ×4 → redis.cmdable.Get\)$`
	for range 3 {
		_, err = timed.Measure(func() error {
			_, err := held.Shared.Get(ctx, "k").Result()
			return err
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
