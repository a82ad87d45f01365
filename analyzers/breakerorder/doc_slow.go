// # Kind slow
//
// # What it reports
//
// A call behind a breaker that nothing ends. While it hangs it is neither a success nor a
// failure, so that the breaker stays closed. Told at low confidence: missingdeadline
// reports the same call, and this kind says what it does to the breaker.
//
// # Why it matters
//
// A breaker counts what comes back. A dependency that hangs sends nothing back: at 20
// requests a second, after 60 s 20/s × 60 s = 1200 calls are in flight and 0 failures are
// counted, so that a breaker that opens at 20 failures stays closed. With a timeout of 2 s
// the first failures come after 2 s, the 20th a second later, since 20 ÷ 20/s = 1 s, and by
// then 20/s × 3 s = 60 calls have been made.
//
// # Example
//
// While this hangs the breaker sees nothing:
//
//	type prices struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func newPrices() *prices {
//		return &prices{
//			client:  &http.Client{},
//			breaker: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{}),
//		}
//	}
//
//	func (p *prices) get(url string) (*http.Response, error) {
//		return p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
//	}
//
// A call that takes two seconds is a failure:
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
// # How to fix
//
// Put a timeout inside of the breaker, shorter than what callers wait.
//
//   - gobreaker: it has none. Set one on the client, or derive the context inside of
//     Execute.
//   - hystrix-go: the command's Timeout, 1000 ms by default, ends the waiting and counts as
//     a failure, but does not end the call: give that a timeout of its own.
//   - failsafe-go: failsafe.With(breaker, timeout).
//   - net/http, gRPC, database/sql, go-redis: resilint explain missingdeadline/background
//     lists how each is bounded.
//   - A share of slow calls, where the library has it, catches what is late and not yet
//     over.
//
// # When it stays silent
//
// Where any bound is seen, as in missingdeadline. Where the breaker's library has a timeout
// of its own that is on. In tests, mocks, examples and generated code.
//
// # Options
//
// None. It is shown with -confidence low, or -checks breakerorder/slow.
//
// # Limits
//
// Whether the timeout is short enough for the breaker to be of use is not judged.
//
// # References
//
// The pattern: https://martinfowler.com/bliki/CircuitBreaker.html.
package breakerorder
