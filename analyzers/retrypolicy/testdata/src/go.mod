module m

go 1.26

require (
	github.com/avast/retry-go/v4 v4.7.0
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/matryer/try v0.0.0-20161228173917-9ac251b645a2
)
