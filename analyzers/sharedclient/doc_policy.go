// # Kind policy
//
// # What it reports
//
// Clients of different dependencies whose timeout is one constant or variable. Off until it
// is named in the checks.
//
// # Why it matters
//
// The slowest dependency decides for all. A pool of 20 places in which each call is held
// for 3 s passes 20 ÷ 3 s = 6.7 calls a second. For a dependency that answers in 100 ms, a
// timeout of 500 ms would do, and 20 ÷ 500 ms = 40 calls a second pass while it hangs.
// Pools were divided, and time was not.
//
// resilint size slots -slots 20 -timeout 3s gives the first figure.
//
// # Example
//
// Both have the time that the slower one needs:
//
//	const timeout = 3 * time.Second
//
//	var (
//		stock = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: timeout}
//		maps  = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: timeout}
//	)
//
//	func level() (*http.Response, error) { return stock.Get("https://stock.internal.example/") }
//
//	func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.test/") }
//
// Each has its own:
//
//	const (
//		stockTimeout = 500 * time.Millisecond
//		mapsTimeout  = 3 * time.Second
//	)
//
//	var (
//		stock = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: stockTimeout}
//		maps  = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: mapsTimeout}
//	)
//
//	func level() (*http.Response, error) { return stock.Get("https://stock.internal.example/") }
//
//	func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.test/") }
//
// # How to fix
//
// A timeout for each dependency, above its 99th percentile and below what callers wait; in
// the configuration as one key for each.
//
//   - net/http, retryablehttp, resty: Timeout of each client.
//   - go-redis: ReadTimeout of some ten milliseconds for a cache.
//   - gRPC: timeout for each method in the methodConfig of the service config.
//   - hystrix-go: one CommandConfig for each command.
//
// # When it stays silent
//
// Where there is one dependency only, where hosts are data, and where each client has its
// own constant, though the values are equal. In tests, examples, generated code and
// programs that run once and end.
//
// # Options
//
// None. Name it: -checks default,sharedclient/policy.
//
// # Limits
//
// Whether two dependencies need different times is for their owner to say.
//
// # References
//
// Choosing a timeout:
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
package sharedclient
