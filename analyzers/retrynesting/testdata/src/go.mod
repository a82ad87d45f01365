module m

go 1.26

require (
	github.com/avast/retry-go/v4 v4.6.1
	github.com/grpc-ecosystem/go-grpc-middleware/v2 v2.3.2
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/redis/go-redis/v9 v9.14.0
	google.golang.org/grpc v1.75.0
	k8s.io/apimachinery v0.34.0
	k8s.io/client-go v0.34.0
)
