// Package mongo is a stub with the shape of the real one.
package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Client struct{}

func Connect(...*options.ClientOptions) (*Client, error) { return &Client{}, nil }

type Collection struct{}

func (*Collection) InsertOne(ctx context.Context, document any) error { return nil }

func (*Collection) Watch(ctx context.Context, pipeline any) (*ChangeStream, error) {
	return &ChangeStream{}, nil
}

type ChangeStream struct{}

func (*ChangeStream) Next(ctx context.Context) bool { return false }
