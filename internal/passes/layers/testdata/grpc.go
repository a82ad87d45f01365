package p

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
)

type FooClient interface {
	Get(ctx context.Context, in *int, opts ...grpc.CallOption) (*int, error)
	Put(ctx context.Context, in *int, opts ...grpc.CallOption) (*int, error)
	Watch(ctx context.Context, in *int, opts ...grpc.CallOption) (grpc.ClientStream, error)
}

type fooClient struct{ cc grpc.ClientConnInterface }

func NewFooClient(cc grpc.ClientConnInterface) FooClient { return &fooClient{cc} }

func (c *fooClient) Get(ctx context.Context, in *int, opts ...grpc.CallOption) (*int, error) {
	return nil, c.cc.Invoke(ctx, "/x.Foo/Get", in, nil, opts...)
}
func (c *fooClient) Put(ctx context.Context, in *int, opts ...grpc.CallOption) (*int, error) {
	return nil, nil
}
func (c *fooClient) Watch(ctx context.Context, in *int, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, nil
}

const all = `{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":4,"initialBackoff":"0.1s"}}]}`
const some = `{"methodConfig":[{"name":[{"service":"x.Foo","method":"Get"}],"retryPolicy":{"maxAttempts":9}},{"name":[{"service":"x.Bar"}],"retryPolicy":{"maxAttempts":3}}]}`
const none = `{"loadBalancingConfig":[{"round_robin":{}}]}`

//go:embed service.json
var embedded string

func stubs(ctx context.Context, cc *grpc.ClientConn) {
	a, _ := grpc.NewClient("t")
	NewFooClient(a).Get(ctx, nil)
	b, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(all))
	NewFooClient(b).Get(ctx, nil) // want gRPC retry policy ×4 ctx
	c, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(some))
	NewFooClient(c).Get(ctx, nil) // want gRPC retry policy ×5 ctx
	NewFooClient(c).Put(ctx, nil)
	d, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(all), grpc.WithDisableRetry())
	NewFooClient(d).Get(ctx, nil)
	e, _ := grpc.NewClient("t", grpc.WithDisableRetry(), grpc.WithDefaultServiceConfig(none))
	NewFooClient(e).Get(ctx, nil)
	f, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(all), grpc.WithMaxCallAttempts(3))
	NewFooClient(f).Get(ctx, nil) // want gRPC retry policy ×3 ctx
	g, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(embedded))
	NewFooClient(g).Get(ctx, nil)  // want gRPC retry policy ×2 ctx
	NewFooClient(cc).Get(ctx, nil) // want param 1
}

func formatted(ctx context.Context, n int) {
	h, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"loadBalancingConfig":[{%q:{}}],"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":%d}}]}`, "round_robin", 3)))
	NewFooClient(h).Get(ctx, nil) // want gRPC retry policy ×3 ctx
	i, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":%d}}]}`, n)))
	NewFooClient(i).Get(ctx, nil) // want gRPC retry policy ×maxAttempts ctx
	j, _ := grpc.NewClient("t", grpc.WithDefaultServiceConfig(`{"methodConfig":[{"name":[{}],`+`"retryPolicy":{"maxAttempts":2}}]}`))
	NewFooClient(j).Get(ctx, nil) // want gRPC retry policy ×2 ctx
}

type service struct{ foo FooClient }

func dial() (*grpc.ClientConn, error) {
	again := retry.UnaryClientInterceptor(retry.WithMax(4))
	opts := []grpc.DialOption{grpc.WithChainUnaryInterceptor(logged, again)}
	opts = append(opts, grpc.WithChainStreamInterceptor(retry.StreamClientInterceptor(retry.WithMax(6))))
	opts = append(opts, grpc.WithDefaultServiceConfig(all))
	return grpc.NewClient("t", opts...)
}

func newService() (*service, error) {
	cc, err := dial()
	if err != nil {
		return nil, err
	}
	return &service{foo: NewFooClient(cc)}, nil
}

func (s *service) get(ctx context.Context) {
	s.foo.Get(ctx, nil)                   // want gRPC retry interceptor ×4 ctx > gRPC retry policy ×4 ctx
	s.foo.Watch(ctx, nil)                 // want gRPC retry interceptor ×6 ctx > gRPC retry policy ×4 ctx
	s.foo.Get(ctx, nil, retry.WithMax(2)) // want gRPC retry interceptor ×2 ctx > gRPC retry policy ×4 ctx
	s.foo.Get(ctx, nil, retry.Disable())  // want gRPC retry policy ×4 ctx
}

func logged(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return invoker(ctx, method, req, reply, cc, opts...)
}

func off(ctx context.Context) {
	cc, _ := grpc.NewClient("t", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor()))
	NewFooClient(cc).Get(ctx, nil)
}
