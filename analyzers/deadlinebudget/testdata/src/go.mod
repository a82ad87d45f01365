module m

go 1.26

require (
	github.com/avast/retry-go/v4 v4.7.0
	github.com/sethvargo/go-retry v0.5.0
)
