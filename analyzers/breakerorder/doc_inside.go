// # Kind inside
//
// # What it reports
//
// The function behind the breaker retries: by a loop, by a library, or by an interceptor,
// transport or policy that stands further in. All attempts count as one call. One retry is
// told once, with the number of the calls that reach it. What an SDK repeats by itself,
// unasked, is not told.
//
// # Why it matters
//
// A breaker that opens after 20 failures, around a retry of 4, lets 20 × 4 = 80 requests
// hit a dead dependency before it opens, and each caller waits for four timeouts first. The
// other way round each attempt counts: the breaker opens after 20 requests, which 20 ÷ 4 =
// 5 callers have made, and then ends the retries of all others at once.
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
//				time.Sleep(100*time.Millisecond + rand.N(100*time.Millisecond))
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
//			time.Sleep(100*time.Millisecond + rand.N(100*time.Millisecond))
//		}
//		return nil, last
//	}
//
// # How to fix
//
// From the outside in: fallback, retry, breaker, timeout, call.
//
//   - gobreaker: retry around Execute; stop at ErrOpenState and ErrTooManyRequests.
//   - failsafe-go: failsafe.With(retry, breaker): the first is the outermost. AbortOnErrors
//     with circuitbreaker.ErrOpen on the retry policy.
//   - hystrix-go: retry around hystrix.Do; stop at hystrix.ErrCircuitOpen and
//     ErrMaxConcurrency.
//   - gRPC: in grpc.WithChainUnaryInterceptor the first is the outermost, so the retry
//     first.
//   - retryablehttp and resty behind a breaker: switch their retries off (RetryMax = 0,
//     SetRetryCount(0)), or put the breaker into their transport.
//   - go-zero: breaker.DoWithAcceptable inside of the loop.
//
// # When it stays silent
//
// Where the retry is known to be of one attempt, and where only one of several
// implementations of an interface retries. In tests, mocks, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// What a function value kept in a map, slice or channel does is not known. A retry behind
// an interface whose implementations are in packages that are not imported is not seen.
//
// # References
//
// The pattern: https://martinfowler.com/bliki/CircuitBreaker.html.
//
// Retry and breaker together:
// https://learn.microsoft.com/en-us/azure/architecture/patterns/circuit-breaker.
package breakerorder
