// Package knobs has settings that bound calls which stand in other packages. It notes
// them, and the program as a whole decides.
package knobs

import (
	"context"
	"net/http"
	"time"

	_ "github.com/lib/pq"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"google.golang.org/grpc"

	"m/stockpb"
)

func open() (*mongo.Client, error) { return mongo.Connect(options.Client().SetTimeout(time.Second)) }

func init() { http.DefaultClient.Timeout = time.Second }

// An interceptor gives every call a deadline.
func limit(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return invoke(ctx, method, req, reply, cc, opts...)
}

// A wrapper stands before the generated client.
type bounded struct{ stockpb.StockClient }

func (b bounded) Count(ctx context.Context, in *stockpb.Request, opts ...grpc.CallOption) (*stockpb.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return b.StockClient.Count(ctx, in, opts...)
}
