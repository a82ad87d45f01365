// # Kind bypass
//
// # What it reports
//
// A client is called behind a breaker in one place and without it in another. Told at low
// confidence, once for a client.
//
// # Why it matters
//
// The breaker opens so that the dependency is left alone. If a third of 300 requests a
// second go around it, 300/s ÷ 3 = 100 still arrive every second, each waits for its
// timeout of 2 s, and 100/s × 2 s = 200 are in flight, as if there were no breaker. And
// what these calls see fail, the breaker does not count.
//
// # Example
//
// One way goes around the breaker:
//
//	type prices struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func newPrices() *prices {
//		return &prices{
//			client:  &http.Client{Timeout: 2 * time.Second},
//			breaker: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{}),
//		}
//	}
//
//	func (p *prices) get(url string) (*http.Response, error) {
//		return p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
//	}
//
//	func (p *prices) head(url string) (*http.Response, error) { return p.client.Head(url) }
//
// Both go through it:
//
//	type prices struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func newPrices() *prices {
//		return &prices{
//			client:  &http.Client{Timeout: 2 * time.Second},
//			breaker: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{}),
//		}
//	}
//
//	func (p *prices) get(url string) (*http.Response, error) {
//		return p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
//	}
//
//	func (p *prices) head(url string) (*http.Response, error) {
//		return p.breaker.Execute(func() (*http.Response, error) { return p.client.Head(url) })
//	}
//
// # How to fix
//
// Put the breaker where nobody gets past it: into the client itself.
//
//   - net/http: a RoundTripper that runs the breaker, as the client's Transport.
//     failsafe-go has failsafehttp.NewRoundTripper.
//   - gRPC: an interceptor on the connection, or failsafegrpc.
//   - go-redis: a hook with AddHook.
//   - database/sql: one type that has the DB in an unexported field, and runs each method
//     behind the breaker.
//   - A health check may go around the breaker on purpose: give it a client of its own, or
//     say so in a comment that silences.
//
// # When it stays silent
//
// Where the client is in no field, or may be one of several; where the other place runs
// behind a breaker as well, or in a function that asks one for leave. In tests, mocks,
// examples and generated code.
//
// # Options
//
// None. It is shown with -confidence low, or -checks breakerorder/bypass.
//
// # Limits
//
// Clients are compared within one package.
//
// # References
//
// The pattern: https://martinfowler.com/bliki/CircuitBreaker.html.
//
// A round tripper with a breaker:
// https://pkg.go.dev/github.com/failsafe-go/failsafe-go/failsafehttp.
package breakerorder
