// # Kind nojitter
//
// # What it reports
//
// The pauses have nothing random in them. Callers that failed together come back together.
// Told at low confidence.
//
// # Why it matters
//
// 100000 clients that lost their connection in one instant, and wait 1 s each, come back in
// one instant: 100000 requests where the far side is used to a few thousand a second, and
// again a second later. Spread by a random part over 10 s they are 100000 ÷ 10 s = 10000 a
// second.
//
// # Example
//
// All who fail now come back in two seconds:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) price(ctx context.Context, url string) (err error) {
//		for range 4 {
//			if err = d.once(ctx, url); err == nil || ctx.Err() != nil {
//				return err
//			}
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(2 * time.Second):
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
// They come back at different times:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) price(ctx context.Context, url string) (err error) {
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
// Add a random part to each pause, as large as the pause itself: wait/2 + rand.N(wait).
//
//   - avast/retry-go: the default delay has a random part. With a DelayType of your own,
//     combine it: retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay).
//   - cenkalti/backoff: RandomizationFactor, 0.5 by default; ConstantBackOff has none.
//   - sethvargo/go-retry: retry.WithJitter or retry.WithJitterPercent.
//   - retryablehttp: retryablehttp.RateLimitLinearJitterBackoff or LinearJitterBackoff as
//     Backoff; the default has none.
//   - failsafe-go: WithJitter(d) or WithJitterFactor(f).
//   - client-go: Jitter in wait.Backoff; wait.JitterUntil for a loop.
//   - gRPC and aws-sdk-go-v2 have it built in.
//
// # When it stays silent
//
// Where any part of the pause is random, also in a helper; where a library's default has
// jitter; for one repetition only. In tests, examples and generated code.
//
// # Options
//
// None. It is shown with -confidence low, or -checks retrypolicy/nojitter.
//
// # Limits
//
// How large the random part is is not judged. A program of which one instance runs needs
// none.
//
// # References
//
// Exponential backoff and jitter:
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
package retrypolicy
