// Package nested puts two layers around what leaves the process.
package nested

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc"
	"k8s.io/apimachinery/pkg/util/wait"
	clientretry "k8s.io/client-go/util/retry"
)

type cache struct{ rdb *redis.Client }

func open() *cache { return &cache{rdb: redis.NewClient(&redis.Options{Addr: "x:1"})} }

func (c *cache) get(ctx context.Context) (v string, err error) {
	err = retry.Do(func() error { // want `one call may send 3 × 4 = 12 requests: nested.cache.get \(retry.Do ×3\) → redis.cmdable.Get \(go-redis ×4\)`
		v, err = c.rdb.Get(ctx, "k").Result()
		return err
	}, retry.Attempts(3))
	return v, err
}

// The client of another kind has its retries off.
type once struct{ rdb *redis.Client }

func openOnce() *once {
	return &once{rdb: redis.NewClient(&redis.Options{Addr: "x:1", MaxRetries: -1})}
}

func (c *once) get(ctx context.Context) (v string, err error) {
	err = retry.Do(func() error {
		v, err = c.rdb.Get(ctx, "k").Result()
		return err
	}, retry.Attempts(3))
	return v, err
}

// Both layers are written by hand, in two functions.
func fetch(r *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.DefaultClient.Do(r); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func refetch(r *http.Request) (resp *http.Response, err error) {
	for range 2 { // want `one call may send 2 × 3 = 6 requests: nested.refetch \(loop ×2\) → nested.fetch \(loop ×3\) → http.Client.Do`
		if resp, err = fetch(r); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A caller adds no layer of its own.
func caller(r *http.Request) (*http.Response, error) { return refetch(r) }

// One retry after the other is no retry inside another.
func both(a, b *http.Request) error {
	if _, err := fetch(a); err != nil {
		return err
	}
	_, err := fetch(b)
	return err
}

// A transport of the program, put around the client's twice.
type again struct{ next http.RoundTripper }

func (t again) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(r); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func wrap(rt http.RoundTripper) http.RoundTripper { return again{rt} }

type api struct{ hc *http.Client }

func newAPI() *api {
	hc := &http.Client{Transport: wrap(http.DefaultTransport)}
	hc.Transport = wrap(hc.Transport) // want `one call may send 3 × 3 = 9 requests: http.Client.Do \(loop ×3\) → http.Client.Do \(loop ×3\)`
	return &api{hc: hc}
}

func (a *api) get(r *http.Request) (*http.Response, error) { return a.hc.Do(r) }

// A connection with two layers, for others to call through.
const config = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s",
	"maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func dial() (*grpc.ClientConn, error) {
	return grpc.NewClient("x:1", grpc.WithDefaultServiceConfig(config),
		grpc.WithChainUnaryInterceptor(grpcretry.UnaryClientInterceptor(grpcretry.WithMax(3)))) // want `one call may send 3 × 4 = 12 requests: nested.dial \(gRPC retry interceptor ×3\) → nested.dial \(gRPC retry policy ×4\)`
}

// What the condition gives decides: false with no error asks for another attempt, an error ends it.
func ready(ctx context.Context, c *cache) error {
	b := wait.Backoff{Duration: time.Second, Steps: 5}
	err := wait.ExponentialBackoff(b, func() (bool, error) {
		_, err := c.rdb.Get(ctx, "k").Result()
		return err == nil, err
	})
	if err != nil {
		return err
	}
	return wait.ExponentialBackoff(b, func() (bool, error) { // want `one call may send 5 × 4 = 20 requests: nested.ready \(wait.ExponentialBackoff ×5\) → redis.cmdable.Get \(go-redis ×4\)`
		if _, err := c.rdb.Get(ctx, "k").Result(); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// An optimistic lock reads again, and goes round on a conflict only.
func conflict(ctx context.Context, c *cache) error {
	return clientretry.RetryOnConflict(clientretry.DefaultRetry, func() error {
		v, err := c.rdb.Get(ctx, "k").Result()
		if err == nil && v == "" {
			err = errors.New("conflict")
		}
		return err
	})
}
