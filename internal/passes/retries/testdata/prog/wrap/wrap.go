// Package wrap puts layers around values: transports, interceptors, decorators, middleware.
package wrap

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc"
)

// Again is a round tripper that repeats.
type Again struct{ Next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (a *Again) RoundTrip(r *http.Request) (resp *http.Response, err error) { // want RoundTrip:`^calls\(loop ×3 → http.RoundTripper.RoundTrip\)$`
	for range 3 {
		if resp, err = a.Next.RoundTrip(r); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Transport wraps next.
func Transport(next http.RoundTripper) http.RoundTripper { // want Transport:`^returns\(0=loop ×3 → param0\)$`
	return &Again{Next: next}
}

// Client has two layers, for others to call through.
func Client() *http.Client { // want Client:`^returns\(0=loop ×3 → loop ×3 → own\)$`
	return &http.Client{Transport: Transport(Transport(http.DefaultTransport))}
}

// Overwritten has one: the second transport stands in the place of the first.
func Overwritten() *http.Client { // want Overwritten:`^returns\(0=loop ×3 → own\)$`
	c := &http.Client{Transport: Transport(http.DefaultTransport)}
	c.Transport = Transport(http.DefaultTransport)
	return c
}

// Interceptor is written by hand.
func Interceptor() grpc.UnaryClientInterceptor { // want Interceptor:`^returns\(0=loop ×3 → own\)$`
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) (err error) {
		for range 3 {
			if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
		return err
	}
}

// Store is decorated.
type Store interface {
	Load(ctx context.Context) error
	Save(ctx context.Context) error
}

type retrying struct{ Store }

func (s retrying) Load(ctx context.Context) error { // want Load:`^calls\(loop ×4 → wrap.Store.Load\? behind interface\)$`
	return four(func() error { return s.Store.Load(ctx) })
}

func four(op func() error) (err error) { // want four:`^runs\(loop ×4 → param0\)$`
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Retrying puts a layer around one method of s.
func Retrying(s Store) Store { return &retrying{Store: s} } // want Retrying:`^returns\(0=loop ×4 → wraps param0.Load\)$`

// Handler is what middleware wraps.
type Handler func(context.Context) error

// Middleware makes handlers.
type Middleware func(Handler) Handler

// Repeat is middleware.
func Repeat(n int) Middleware { // want Repeat:`^returns\(0=loop ×param0\+0 → maker own\)$`
	return func(next Handler) Handler {
		return func(ctx context.Context) (err error) {
			for range n {
				if err = next(ctx); err == nil {
					return nil
				}
				time.Sleep(time.Second)
			}
			return err
		}
	}
}

// Merge makes one of many, the first outermost.
func Merge(ms ...Middleware) Middleware { // want Merge:`^returns\(0=maker of 0 own\)$`
	return func(next Handler) Handler {
		for i := len(ms) - 1; i >= 0; i-- {
			next = ms[i](next)
		}
		return next
	}
}
