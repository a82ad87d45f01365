// # Kind infinite
//
// # What it reports
//
// No number of attempts, no time, no context and no stop channel ends the retry, and a
// caller waits for it. Also a recursion that hands its counter on as it is on one way and
// lowers it on another; a count that starts again in each pass; and a policy whose limit on
// time ends nothing, as an ExponentialBackOff of backoff/v4 written as a literal without
// Stop.
//
// # Why it matters
//
// In the example each visitor who asks, after the supplier has gone, takes a goroutine with
// him that asks every 1.5 s on average for the rest of the process's life. With 2 visitors
// a second, 2/s × 3600 s = 7200 goroutines ask after an hour, 7200 ÷ 1.5 s = 4800 requests
// a second. With four attempts a visitor has 4 − 1 = 3 pauses, which is 3 × 1.5 s = 4.5 s,
// and 2/s × 4.5 s = 9 of them are there at any time.
//
// # Example
//
// Nothing ends this but a success:
//
//	type desk struct {
//		base   string
//		client *http.Client
//	}
//
//	func (d *desk) since(sku string) *http.Response {
//		for {
//			resp, err := d.client.Get(d.base + "/since/" + sku)
//			if err == nil {
//				return resp
//			}
//			time.Sleep(time.Second + rand.N(time.Second))
//		}
//	}
//
// Four attempts, or as long as the caller waits:
//
//	type desk struct {
//		base   string
//		client *http.Client
//	}
//
//	func (d *desk) since(ctx context.Context, sku string) (*http.Response, error) {
//		var last error
//		for range 4 {
//			resp, err := d.once(ctx, sku)
//			if err == nil {
//				return resp, nil
//			}
//			last = err
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(time.Second + rand.N(time.Second)):
//			}
//		}
//		return nil, last
//	}
//
//	func (d *desk) once(ctx context.Context, sku string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", d.base+"/since/"+sku, nil)
//		if err != nil {
//			return nil, err
//		}
//		return d.client.Do(req)
//	}
//
// # How to fix
//
// Count, or end with the context; best both.
//
//   - cenkalti/backoff v4: backoff.NewExponentialBackOff, which sets MaxElapsedTime to 15
//     minutes and Stop, in place of a literal; then backoff.WithMaxRetries and
//     backoff.WithContext.
//   - cenkalti/backoff v5: backoff.WithMaxTries and backoff.WithMaxElapsedTime.
//   - avast/retry-go: retry.Attempts(n); 0 means for ever.
//   - sethvargo/go-retry: retry.WithMaxRetries(n, b) around every backoff; by itself none
//     ends.
//   - failsafe-go: WithMaxAttempts(n); -1 means for ever.
//   - retryablehttp: RetryMax, and a deadline in the request's context.
//   - client-go: wait.ExponentialBackoffWithContext with Steps in the wait.Backoff;
//     wait.PollUntilContextTimeout in place of PollUntilContextCancel.
//   - Kafka: sarama's Producer.Retry.Max, franz-go's kgo.RecordRetries and
//     kgo.RequestRetries.
//
// # When it stays silent
//
// For what runs in a goroutine of its own, for what a program does when it starts, and for
// a function literal that is handed on. For loops that are no retries: pages, polls,
// workers, consumers, accept loops. For operations that stay in the process. In tests,
// examples and generated code.
//
// # Options
//
// None. //resilint:retry attempts=N on the loop states what the source does not show.
//
// # Limits
//
// A loop that another goroutine ends by closing what the loop uses is reported. A limit in
// a library that the catalogue does not describe is not known.
//
// # References
//
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
//
// "Handling Overload" in the SRE book: https://sre.google/sre-book/handling-overload/.
package retrypolicy
