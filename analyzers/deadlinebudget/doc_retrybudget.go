// # Kind retrybudget
//
// # What it reports
//
// A request waits for a retry whose attempts each have a timeout, and no deadline is over
// all of them. It is told from 15 s on. A library's client that retries counts, with its
// default number of attempts where none is set.
//
// # Why it matters
//
// The example waits for 4 × 5 s = 20 s and the pauses in between, while its visitor has
// left after ten. At 20 requests a second, 20/s × 20 s = 400 are in flight for nobody. With
// a deadline of 3 s over all it is 20/s × 3 s = 60.
//
// # Example
//
// Each attempt has a limit, and nothing bounds them all:
//
//	type carrier struct{ client *http.Client }
//
//	func (c *carrier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		for range 4 {
//			if err := c.order(r.Context()); err == nil || r.Context().Err() != nil {
//				return
//			}
//			pause(r.Context())
//		}
//		w.WriteHeader(http.StatusBadGateway)
//	}
//
//	func (c *carrier) order(ctx context.Context) error {
//		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/pickup", nil)
//		if err != nil {
//			return err
//		}
//		resp, err := c.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
//	func pause(ctx context.Context) {
//		select {
//		case <-ctx.Done():
//		case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
//		}
//	}
//
// Three seconds for all, and less for each:
//
//	type carrier struct{ client *http.Client }
//
//	func (c *carrier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
//		defer cancel()
//		for range 4 {
//			if err := c.order(ctx); err == nil || ctx.Err() != nil {
//				return
//			}
//			pause(ctx)
//		}
//		w.WriteHeader(http.StatusBadGateway)
//	}
//
//	func (c *carrier) order(ctx context.Context) error {
//		ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/pickup", nil)
//		if err != nil {
//			return err
//		}
//		resp, err := c.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
//	func pause(ctx context.Context) {
//		select {
//		case <-ctx.Done():
//		case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
//		}
//	}
//
// # How to fix
//
// context.WithTimeout over the whole retry, and short attempts in it.
//
//   - retryablehttp: a request with a context that has a deadline. The client's Timeout is
//     for each attempt only.
//   - aws-sdk-go-v2, azcore, cloud.google.com/go: the context of the call is the budget.
//   - cenkalti/backoff/v5: backoff.Retry(ctx, …) with a deadline in ctx, or
//     WithMaxElapsedTime.
//   - avast/retry-go: retry.Context(ctx) with a deadline.
//   - sethvargo/go-retry: retry.WithMaxDuration(d, b).
//   - failsafe-go: a timeout policy outside the retry policy, or WithMaxDuration of the
//     retry policy.
//   - resty v2: SetTimeout is for each attempt; set a context on the request.
//
// # When it stays silent
//
// Where a deadline is over the retry, in the function, a caller or a middleware; where
// nobody waits, as in a worker; below 15 s; where a number is not constant. In tests,
// examples and generated code, and for what only an operator's command runs.
//
// # Options
//
// None.
//
// # Limits
//
// The number of attempts must be constant, or the library's default. A handler is
// recognised by its form.
//
// # References
//
// Timeouts and retries together:
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
package deadlinebudget
