// # Kind pertry
//
// # What it reports
//
// A retry whose attempts, their timeouts and the constant pauses between them add up to
// more than the deadline over them, or of which one attempt may use all of it. When the
// other side hangs, the later attempts never run.
//
// # Why it matters
//
// The retry of the example is there to ride over one server that hangs. It needs 3 × 2 s =
// 6 s and has 4 s: after two attempts the time is over, and the third, which may have met a
// healthy server, is never made. With 1200 ms for each it needs 3 × 1200 ms = 3.6 s, and
// all three are made.
//
// # Example
//
// Three attempts of 2 s lie under 4 s:
//
//	type parcels struct{ client *http.Client }
//
//	func (p *parcels) where(ctx context.Context) (resp *http.Response, err error) {
//		ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
//		defer cancel()
//		for range 3 {
//			if resp, err = p.once(ctx); err == nil {
//				return resp, nil
//			}
//			if ctx.Err() != nil {
//				break
//			}
//			pause(ctx)
//		}
//		return nil, err
//	}
//
//	func (p *parcels) once(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/", nil)
//		if err != nil {
//			return nil, err
//		}
//		return p.client.Do(req)
//	}
//
//	func pause(ctx context.Context) {
//		select {
//		case <-ctx.Done():
//		case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
//		}
//	}
//
// Three attempts of 1.2 s fit:
//
//	type parcels struct{ client *http.Client }
//
//	func (p *parcels) where(ctx context.Context) (resp *http.Response, err error) {
//		ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
//		defer cancel()
//		for range 3 {
//			if resp, err = p.once(ctx); err == nil {
//				return resp, nil
//			}
//			if ctx.Err() != nil {
//				break
//			}
//			pause(ctx)
//		}
//		return nil, err
//	}
//
//	func (p *parcels) once(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 1200*time.Millisecond)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://parcels.internal/", nil)
//		if err != nil {
//			return nil, err
//		}
//		return p.client.Do(req)
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
// Attempts × timeout + pauses must be below the whole. Take fewer attempts, or give each
// less.
//
//   - retryablehttp: HTTPClient.Timeout × (RetryMax + 1), and the pauses between
//     RetryWaitMin and RetryWaitMax, below the context's deadline.
//   - aws-sdk-go-v2: the context bounds all attempts. The HTTP client's timeout bounds
//     each.
//   - gRPC: the deadline of the call bounds all attempts of a retryPolicy; it has no
//     timeout for each.
//   - failsafe-go: a timeout inside the retry policy is for each attempt, one outside for
//     all: failsafe.With(all, retry, each).
//   - cenkalti/backoff: WithMaxElapsedTime bounds the whole, and does not cut an attempt
//     off.
//   - avast/retry-go: make the context with a timeout inside the function that is repeated.
//
// # When it stays silent
//
// Where the number of attempts or a timeout is not constant; where an attempt has no
// timeout of its own; where the retry and the deadline are not in one line of calls. In
// tests, examples and generated code, and for what only an operator's command runs.
//
// # Options
//
// None.
//
// # Limits
//
// The pauses of a loop count as far as they are constant, so that the true sum is larger
// where they grow. Those of a library do not count. Of a retry that a library wraps around
// a function, the deadline over it is looked for in its own package.
//
// # References
//
// Timeouts and retries together:
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
package deadlinebudget
