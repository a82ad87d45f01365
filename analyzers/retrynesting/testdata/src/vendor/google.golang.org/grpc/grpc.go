// Package grpc has the signatures that the tests need.
package grpc

import "context"

type DialOption interface{ apply() }
type CallOption interface{ before() }
type ClientConn struct{}
type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args any, reply any, opts ...CallOption) error
}

func (c *ClientConn) Invoke(ctx context.Context, method string, args any, reply any, opts ...CallOption) error {
	panic(0)
}

type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error
type Streamer func(ctx context.Context, cc *ClientConn, method string, opts ...CallOption) (ClientStream, error)
type StreamClientInterceptor func(ctx context.Context, cc *ClientConn, method string, streamer Streamer, opts ...CallOption) (ClientStream, error)
type ClientStream interface{ RecvMsg(m any) error }

func NewClient(target string, opts ...DialOption) (*ClientConn, error)    { panic(0) }
func WithDefaultServiceConfig(s string) DialOption                        { panic(0) }
func WithDisableRetry() DialOption                                        { panic(0) }
func WithMaxCallAttempts(n int) DialOption                                { panic(0) }
func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption            { panic(0) }
func WithChainUnaryInterceptor(fs ...UnaryClientInterceptor) DialOption   { panic(0) }
func WithChainStreamInterceptor(fs ...StreamClientInterceptor) DialOption { panic(0) }
