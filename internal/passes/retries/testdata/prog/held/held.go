// Package held keeps clients where others reach them.
package held

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc"
)

// Shared is a client with the default.
var Shared = redis.NewClient(&redis.Options{}) // want Shared:`^returns\(0=go-redis ×4 → own\)$`

// Twice has another number.
var Twice = redis.NewClient(&redis.Options{MaxRetries: 1}) // want Twice:`^returns\(0=go-redis ×2 → own\)$`

// API holds a client.
type API struct {
	Client *http.Client // want Client:`^returns\(0=retryablehttp ×5 → own\)$`
	plain  *http.Client
}

// New makes an API.
func New() *API {
	return &API{Client: retryablehttp.NewClient().StandardClient(), plain: &http.Client{}}
}

// Open returns a client that tries as often as the caller says.
func Open(retries int) *redis.Client { // want Open:`^returns\(0=go-redis ×param0\+1 → own\)$`
	return redis.NewClient(&redis.Options{MaxRetries: retries})
}

// Get calls through its parameter's client.
func Get(ctx context.Context, c *redis.Client) (string, error) { // want Get:`^calls\(go-redis ×4 → redis.cmdable.Get\)$`
	return c.Get(ctx, "k").Result()
}

// Off has the retries off.
func Off() *redis.Client { // want Off:`^returns\(0=go-redis ×1 → own\)$`
	return redis.NewClient(&redis.Options{MaxRetries: -1})
}

// Again is an interceptor that stands in no function.
func Again(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) (err error) { // want Again:`^runs\(loop ×3 → param5\)$`
	for range 3 {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Around keeps it in a field.
type Around struct {
	Unary grpc.UnaryClientInterceptor // want Unary:`^returns\(0=loop ×3 → own\)$`
}

// Default fills it in.
func (a *Around) Default() {
	if a.Unary == nil {
		a.Unary = Again
	}
}

// Unary returns it.
func Unary() grpc.UnaryClientInterceptor { return Again } // want Unary:`^returns\(0=loop ×3 → own\)$`
