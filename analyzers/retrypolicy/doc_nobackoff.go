// # Kind nobackoff
//
// # What it reports
//
// Nothing is waited for between attempts. One repetition at once is no finding, and neither
// is a loop that goes round on one special error only, such as an expired token.
//
// # Why it matters
//
// A refused connection comes back within a millisecond, so that a loop without a pause
// makes 1 s ÷ 1 ms = 1000 attempts a second. With 100 callers that is 100 × 1000 = 100000 a
// second, which take a core here and keep the port there from coming up again. With pauses
// of half a second and more, 100 callers make less than 100 ÷ 0.5 s = 200 a second.
//
// # Example
//
// A closed port is asked a thousand times a second:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) available(ctx context.Context, url string) (err error) {
//		for range 1000 {
//			if err = d.once(ctx, url); err == nil || ctx.Err() != nil {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (d *desk) once(ctx context.Context, url string) error {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := d.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// Few attempts, and pauses that grow and differ:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) available(ctx context.Context, url string) (err error) {
//		for i := range 4 {
//			if err = d.once(ctx, url); err == nil || ctx.Err() != nil {
//				return err
//			}
//			wait := time.Second << i
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(wait/2 + rand.N(wait)):
//			}
//		}
//		return err
//	}
//
//	func (d *desk) once(ctx context.Context, url string) error {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := d.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// # How to fix
//
// Wait longer each time, with a random part and an upper end, in a select with the context.
//
//   - avast/retry-go: retry.Delay(d) with retry.DelayType(retry.BackOffDelay); its default
//     waits 100 ms and doubles.
//   - cenkalti/backoff: NewExponentialBackOff in place of ZeroBackOff.
//   - sethvargo/go-retry: retry.NewExponential, with retry.WithCappedDuration and
//     retry.WithJitterPercent.
//   - retryablehttp: leave RetryWaitMin and RetryWaitMax above zero; they are 1 s and 30 s
//     by default.
//   - resty v2: SetRetryWaitTime and SetRetryMaxWaitTime; 100 ms and 2 s by default.
//   - failsafe-go: WithBackoff(min, max); without it there is no delay.
//   - client-go: Duration and Factor in wait.Backoff.
//   - gocql: ExponentialBackoffRetryPolicy in place of SimpleRetryPolicy.
//
// # When it stays silent
//
// Where any pause is seen, also in a helper, a limiter or a ticker; where the operation
// itself waits; for a second try at once; for a loop over different endpoints. In tests,
// examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// A pause whose length is not constant counts as one, though it may be zero.
//
// # References
//
// Exponential backoff and jitter:
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
package retrypolicy
