module m

go 1.26

require (
	github.com/lib/pq v1.10.9
	github.com/mattn/go-sqlite3 v1.14.28
	github.com/redis/go-redis/v9 v9.23.0
	github.com/spf13/cobra v1.9.1
	go.etcd.io/etcd/client/v3 v3.7.3
	go.mongodb.org/mongo-driver/v2 v2.10.0
	google.golang.org/grpc v1.85.0
)
