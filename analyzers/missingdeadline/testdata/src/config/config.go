// Package config bounds gRPC calls by the service config, which is a text.
package config

import "google.golang.org/grpc"

func dial() (*grpc.ClientConn, error) {
	return grpc.NewClient("stock.internal:443",
		grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "timeout": "1s"}]}`))
}
