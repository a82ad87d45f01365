// Package grpc is a stub with the shape of the real one.
package grpc

import "context"

type CallOption interface{ before() }

type DialOption interface{ apply() }

type ClientConn struct{}

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error
}

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return &ClientConn{}, nil }

func (*ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}

type ClientStream interface {
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

func WithDefaultServiceConfig(s string) DialOption { return nil }

type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
