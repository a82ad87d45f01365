// # Kind shared
//
// # What it reports
//
// One client calls two or more dependencies. They get one timeout, one redirect policy, one
// cookie jar, one set of TLS, proxy and dialer settings, and no limit can be set for one
// alone. Dependencies are told apart by the constant hosts of their URLs; subdomains of one
// provider count as one.
//
// A client that a method of an interface hands out is followed through the whole program.
//
// # Why it matters
//
// The slowest of them sets the timeout for all. The map of the example needs 30 s for a
// long way. The parcel service answers in half a second or never: with 30 s for both, a
// parcel service that hangs holds 20/s × 30 s = 600 requests at 20 a second, and with a
// limit of its own of 1 s it holds 20/s × 1 s = 20. It is 30 s ÷ 1 s = 30 times as many for
// no gain.
//
// In Go a slow host does not take the connections of another host: a Transport keeps them
// apart by host.
//
// # Example
//
// Two firms behind one client:
//
//	var client = &http.Client{Timeout: 30 * time.Second}
//
//	func get(ctx context.Context, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return client.Do(req)
//	}
//
//	func parcel(ctx context.Context, id string) (*http.Response, error) {
//		return get(ctx, "https://api.parcels.example/"+id)
//	}
//
//	func way(ctx context.Context, to string) (*http.Response, error) {
//		return get(ctx, "https://maps.cartographers.example/"+to)
//	}
//
// A client for each:
//
//	var (
//		parcels = newClient(time.Second)
//		maps    = newClient(30 * time.Second)
//	)
//
//	func newClient(timeout time.Duration) *http.Client {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		return &http.Client{Transport: t, Timeout: timeout}
//	}
//
//	func get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
//	func parcel(ctx context.Context, id string) (*http.Response, error) {
//		return get(ctx, parcels, "https://api.parcels.example/"+id)
//	}
//
//	func way(ctx context.Context, to string) (*http.Response, error) {
//		return get(ctx, maps, "https://maps.cartographers.example/"+to)
//	}
//
// # How to fix
//
// Give each dependency a client of its own: its Timeout by what that dependency needs, and
// a Transport by http.DefaultTransport.(*http.Transport).Clone(), where MaxConnsPerHost can
// be set.
//
//   - retryablehttp, resty, heimdall: one client a dependency, since retries and timeouts
//     are settings of the client.
//   - grpc: one grpc.ClientConn a target is how it is made; don't put a limit around
//     several.
//   - aws-sdk-go-v2: options of each service's client, as s3.NewFromConfig(cfg, func(o
//     *s3.Options) {…}).
//   - go-redis: one client for the cache and one for the queue, with a PoolSize for each.
//   - Where requests come from a list of addresses that users give, one client is right.
//     State a limit for each host: MaxConnsPerHost.
//
// # When it stays silent
//
// Where there is one dependency only; where hosts are data, as with webhooks, proxies and
// crawlers; where a host can't be read. In tests, examples, generated code and programs
// that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// Hosts that come from configuration are not told apart. Two that are subdomains of one
// registered domain count as one. Through an interface it is told at medium confidence.
//
// # References
//
// What a Client and a Transport hold: https://pkg.go.dev/net/http#Transport.
//
// The bulkhead pattern:
// https://learn.microsoft.com/en-us/azure/architecture/patterns/bulkhead.
package sharedclient
