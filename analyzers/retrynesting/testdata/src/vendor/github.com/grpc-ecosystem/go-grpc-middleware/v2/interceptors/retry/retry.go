// Package retry has the signatures that the tests need.
package retry

import "google.golang.org/grpc"

type CallOption struct{ grpc.CallOption }

func UnaryClientInterceptor(opts ...CallOption) grpc.UnaryClientInterceptor   { panic(0) }
func StreamClientInterceptor(opts ...CallOption) grpc.StreamClientInterceptor { panic(0) }
func WithMax(n uint) CallOption                                               { panic(0) }
func Disable() CallOption                                                     { panic(0) }
