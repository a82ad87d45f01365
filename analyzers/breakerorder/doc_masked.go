// # Kind masked
//
// # What it reports
//
// The function behind the breaker returns no error though its call has failed: the error is
// logged and forgotten, leaves by a captured variable or a channel, or something else
// answers in the place of the dependency. The breaker counts a success. The same for a
// two-step breaker that is told of a success on every path.
//
// # Why it matters
//
// The breaker of the example opens when half of the calls fail. An old price is known for
// nine zip codes of ten, so that of 100 failures 100 × 0.9 = 90 count as successes and 100
// − 90 = 10 are seen: 10 %, and the breaker stays closed. With a timeout of 2 s and 20
// requests a second, 20/s × 2 s = 40 requests wait for a dependency that is down, for as
// long as it is down. With an open breaker the old price comes at once.
//
// # Example
//
// A failure with an old price counts as a success:
//
//	type carrier struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[int]
//		known   sync.Map
//	}
//
//	func (c *carrier) price(ctx context.Context, zip string) (int, error) {
//		return c.breaker.Execute(func() (int, error) {
//			cents, err := c.ask(ctx, zip)
//			if err != nil {
//				if old, ok := c.known.Load(zip); ok {
//					return old.(int), nil
//				}
//				return 0, err
//			}
//			c.known.Store(zip, cents)
//			return cents, nil
//		})
//	}
//
//	func (c *carrier) ask(ctx context.Context, zip string) (cents int, err error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/quotes/"+zip, nil)
//		if err != nil {
//			return 0, err
//		}
//		resp, err := c.client.Do(req)
//		if err != nil {
//			return 0, err
//		}
//		defer resp.Body.Close()
//		return cents, json.NewDecoder(resp.Body).Decode(&cents)
//	}
//
// The breaker sees the failure, and the old price stands outside of it:
//
//	type carrier struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[int]
//		known   sync.Map
//	}
//
//	func (c *carrier) price(ctx context.Context, zip string) (int, error) {
//		cents, err := c.breaker.Execute(func() (int, error) { return c.ask(ctx, zip) })
//		if err != nil {
//			if old, ok := c.known.Load(zip); ok {
//				return old.(int), nil
//			}
//			return 0, err
//		}
//		c.known.Store(zip, cents)
//		return cents, nil
//	}
//
//	func (c *carrier) ask(ctx context.Context, zip string) (cents int, err error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/quotes/"+zip, nil)
//		if err != nil {
//			return 0, err
//		}
//		resp, err := c.client.Do(req)
//		if err != nil {
//			return 0, err
//		}
//		defer resp.Body.Close()
//		return cents, json.NewDecoder(resp.Body).Decode(&cents)
//	}
//
// # How to fix
//
// Return the error to the breaker, and answer outside of it.
//
//   - gobreaker: the fallback after Execute. With TwoStepCircuitBreaker hand the error, or
//     its absence, to done.
//   - hystrix-go: the third argument of hystrix.Do is the fallback; it is outside the
//     accounting.
//   - failsafe-go: failsafe.With(fallback, breaker), the fallback first.
//   - go-zero: DoWithFallback, or DoWithFallbackAcceptable.
//   - What is an answer and no failure, such as "not found", is told to the breaker by
//     IsSuccessful (gobreaker), DoWithAcceptable (go-zero) or HandleIf (failsafe-go), not
//     by a nil.
//
// # When it stays silent
//
// Where the branch tests the kind of the error, as for "not found", or asks whether the
// caller has given up; where another call of a dependency went well before the failing one,
// or the same call is made again; where a second library answers for the first, as a
// database does for a cache. In tests, mocks, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// A failed call is one that returns an error. An HTTP status of 500 that is returned as a
// response is not looked at.
//
// # References
//
// Where a fallback belongs: https://github.com/Netflix/Hystrix/wiki/How-To-Use.
//
// IsSuccessful: https://pkg.go.dev/github.com/sony/gobreaker/v2#Settings.
package breakerorder
