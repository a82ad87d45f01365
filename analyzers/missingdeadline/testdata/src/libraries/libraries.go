// Package libraries calls what the catalogue describes of libraries outside the standard
// one. What a library does by default decides.
package libraries

import (
	"context"

	"github.com/redis/go-redis/v9"
	"github.com/spf13/cobra"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"m/stockpb"
)

type shop struct {
	etcd   *clientv3.Client
	redis  *redis.Client
	orders *mongo.Collection
	stock  stockpb.StockClient
}

// DialTimeout bounds the connect only.
func open() (*clientv3.Client, error) { return clientv3.New(clientv3.Config{DialTimeout: 5}) }

func (s *shop) order(id int64) error {
	if _, err := s.etcd.Put(context.Background(), "last", "1"); err != nil { // want `context.Background goes to clientv3.KV.Put with no deadline on the way: libraries.shop.order → clientv3.KV.Put`
		return err
	}
	_, err := s.stock.Count(context.TODO(), &stockpb.Request{Id: id}) // want `context.TODO goes to stockpb.StockClient.Count with no deadline on the way`
	return err
}

func (s *shop) record(ctx context.Context, id int64) error {
	return s.orders.InsertOne(context.Background(), id) // want `the caller's context is dropped: context.Background goes to mongo.Collection.InsertOne with no deadline`
}

// go-redis bounds each read and write by itself.
func (s *shop) cached(key string) string { return s.redis.Get(context.Background(), key).Val() }

// What waits for news waits as long as it takes: a watch, a stream.
func (s *shop) follow() error {
	ctx := context.Background()
	for range s.etcd.Watch(ctx, "last") {
	}
	changes, err := s.orders.Watch(ctx, nil)
	if err != nil {
		return err
	}
	for changes.Next(ctx) {
	}
	news, err := s.stock.Watch(ctx, &stockpb.Request{})
	if err != nil {
		return err
	}
	_, err = news.Recv()
	return err
}

// A person waits before a command, and can end it: nothing is told.
func (s *shop) command() *cobra.Command {
	return &cobra.Command{Use: "put", Run: func(cmd *cobra.Command, args []string) {
		s.etcd.Put(context.Background(), args[0], args[1])
	}}
}

// A service method of gRPC has its caller's context.
type server struct {
	stockpb.UnimplementedStockServer
	shop *shop
}

func (s *server) Count(ctx context.Context, in *stockpb.Request) (*stockpb.Reply, error) {
	return s.shop.stock.Count(context.Background(), in) // want `the caller's context is dropped: context.Background goes to stockpb.StockClient.Count`
}
