// Package breakerorder reports circuit breakers that can't see what they are there to see.
//
// # What it reports
//
// A breaker counts how the calls behind it end, and refuses more of them while the
// dependency is down. It is blind where it counts the wrong thing, and of no use where what
// stands around it does not heed its refusal. The kinds are inside, openretry, masked,
// config, slow and bypass.
//
// Breakers are those of gobreaker, hystrix-go, failsafe-go, go-zero, kratos, go-resiliency,
// rubyist and handy, those named in models, functions of the program that hand a function
// on to one, and those written by hand: a method that refuses with an error or a no, by the
// clock and by what other methods of its type were told about earlier calls.
//
// # Why it matters
//
// A breaker that opens after 5 failures around a retry of 4 attempts lets 20 requests hit a
// dead dependency before it opens, and each caller waits for 4 attempts with their pauses
// before it learns so. The other way round the 5th request opens it, and the retry ends at
// once. A retry that goes on against an open breaker holds its caller, and whatever that
// holds, for all its pauses, to be refused each time: 3 attempts with a pause of 2 s hold
// 100 requests a second for 4 s each, which is 400 at a time. Where 9 failures of 10 are
// masked, a breaker that opens at 50 % sees 10 %. And where a caller who gives up counts as
// a failure, the impatience of a few takes the dependency away from all.
//
// # Example
//
// This counts four attempts as one failure:
//
//	type prices struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func (p *prices) get(url string) (*http.Response, error) {
//		return p.breaker.Execute(func() (*http.Response, error) {
//			var last error
//			for range 4 {
//				resp, err := p.client.Get(url)
//				if err == nil {
//					return resp, nil
//				}
//				last = err
//				time.Sleep(100 * time.Millisecond)
//			}
//			return nil, last
//		})
//	}
//
// This counts each attempt, and ends when the breaker is open:
//
//	type prices struct {
//		client  *http.Client
//		breaker *gobreaker.CircuitBreaker[*http.Response]
//	}
//
//	func (p *prices) get(url string) (*http.Response, error) {
//		var last error
//		for range 4 {
//			resp, err := p.breaker.Execute(func() (*http.Response, error) { return p.client.Get(url) })
//			if err == nil {
//				return resp, nil
//			}
//			if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
//				return nil, err
//			}
//			last = err
//			time.Sleep(100 * time.Millisecond)
//		}
//		return nil, last
//	}
//
// # How to fix
//
// From the outside in: fallback, retry, breaker, timeout, call.
//
//   - gobreaker: retry around Execute; stop at ErrOpenState and ErrTooManyRequests. In
//     ReadyToTrip ask for a minimum first: c.Requests >= 20 && share >= 0.5. Let IsExcluded
//     (v2) or IsSuccessful say that errors.Is(err, context.Canceled) is no failure.
//   - retry-go: RetryIf with a test for the refusal, or Unrecoverable. backoff: Permanent.
//     sethvargo/go-retry: mark only what is worth another attempt.
//   - failsafe-go: With(fallback, retry, breaker, timeout), and on the retry policy
//     AbortOnErrors(circuitbreaker.ErrOpen).
//   - hystrix: a fallback belongs in the third argument, which is outside the accounting.
//     Times are milliseconds. Stop a retry at ErrCircuitOpen and ErrMaxConcurrency.
//   - gRPC: in WithChainUnaryInterceptor the first is the outermost, so the retry first.
//   - go-zero: DoWithAcceptable with a function that accepts context.Canceled, sql.ErrNoRows
//     and whatever else is an answer.
//   - A stale answer from a cache: return the error to the breaker, and answer outside of it.
//
// # When it stays silent
//
// inside: where the retry is known to be of one attempt, and where only one of several
// implementations of an interface retries.
//
// openretry: where a test that is not understood decides, and where nothing is known of
// the refusal.
//
// masked: where the branch tests the kind of the error, as for "not found", or asks whether
// the caller has given up; where another call of a dependency went well before the failing
// one, or the same call is made again; where a second library answers for the first, as a
// database does for a cache.
//
// config: where a number comes from configuration; where the trip function asks for a
// number of failures in a row, however small; where a constant says never.
// Cancellation: where the context does not come from the function's caller, and where the
// breaker is made in another package than it is used. Where nothing at all classifies errors
// it is told at medium confidence, and for a wrapper that runs what it is given at low.
//
// In tests, mocks, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// What a function value kept in a map, slice or channel does is not known. A breaker that is
// reached through an interface of the program is known where the catalogue or a model names
// the interface.
//
// A retry helper of another package counts for inside, not for openretry.
//
// A failed call is one that returns an error: an HTTP status of 500 that is returned as a
// response is not looked at.
//
// A breaker written by hand is known by its form. One that keeps no time, or that is told of
// no outcome, is none.
//
// # References
//
// The pattern: https://martinfowler.com/bliki/CircuitBreaker.html.
//
// Retries and breakers together: https://learn.microsoft.com/en-us/azure/architecture/patterns/circuit-breaker.
//
// Settings: https://pkg.go.dev/github.com/sony/gobreaker/v2#Settings,
// https://pkg.go.dev/github.com/afex/hystrix-go/hystrix#CommandConfig and
// https://pkg.go.dev/github.com/failsafe-go/failsafe-go/circuitbreaker.
package breakerorder
