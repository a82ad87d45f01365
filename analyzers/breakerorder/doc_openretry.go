// # Kind openretry
//
// # What it reports
//
// A retry around the breaker goes on when the breaker refuses. The refusal is followed from
// the breaker up to the retry, with all that is wrapped around it, and put to the tests
// that stand there: errors.Is, a text that is looked for, a predicate.
//
// # Why it matters
//
// An open breaker says no within a microsecond, so that callers can do something else. The
// example holds them for 3 − 1 = 2 pauses of 2 s, which is 2 × 2 s = 4 s, to be refused
// three times. At 100 requests a second 100/s × 4 s = 400 of them are held at a time. With
// a test for the refusal it is none.
//
// # Example
//
// The breaker is open, and is asked three times:
//
//	type parcels struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func (p *parcels) where(ctx context.Context, url string) (resp *http.Response, err error) {
//		for range 3 {
//			resp, err = p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
//			if err == nil || ctx.Err() != nil {
//				return resp, err
//			}
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(time.Second + rand.N(2*time.Second)):
//			}
//		}
//		return nil, err
//	}
//
// Its refusal is the end:
//
//	type parcels struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func (p *parcels) where(ctx context.Context, url string) (resp *http.Response, err error) {
//		for range 3 {
//			resp, err = p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
//			if err == nil || ctx.Err() != nil {
//				return resp, err
//			}
//			if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
//				return nil, err
//			}
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(time.Second + rand.N(2*time.Second)):
//			}
//		}
//		return nil, err
//	}
//
// # How to fix
//
// End the retry at the breaker's own error.
//
//   - gobreaker: ErrOpenState and ErrTooManyRequests. hystrix-go: ErrCircuitOpen,
//     ErrMaxConcurrency.
//   - failsafe-go: AbortOnErrors(circuitbreaker.ErrOpen) on the retry policy.
//   - go-zero: breaker.ErrServiceUnavailable. go-resiliency: breaker.ErrBreakerOpen.
//   - kratos: circuitbreaker.ErrNotAllowed.
//   - avast/retry-go: retry.RetryIf(func(err error) bool { return !errors.Is(err,
//     gobreaker.ErrOpenState) }), or retry.Unrecoverable. cenkalti/backoff:
//     backoff.Permanent.
//   - sethvargo/go-retry: mark only what is worth another attempt with RetryableError.
//   - Where something between wraps the error, wrap it with %w.
//
// # When it stays silent
//
// Where a test that is not understood decides, and where nothing is known of the refusal.
// In tests, mocks, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// A retry helper of another package is not judged for this kind. A breaker that is reached
// through an interface of the program is known where the catalogue or a model names the
// interface.
//
// # References
//
// The pattern:
// https://learn.microsoft.com/en-us/azure/architecture/patterns/circuit-breaker.
//
// The errors of gobreaker: https://pkg.go.dev/github.com/sony/gobreaker/v2#pkg-variables.
package breakerorder
