// # Kind permanent
//
// # What it reports
//
// The retry repeats what cannot succeed. It goes on after the context that the operation
// gets has ended and asks no error what it means; or it repeats on an HTTP answer of 400 or
// 404 as on one of 503, also where a function of the package makes an error of the answer;
// or it looks a row up and repeats on sql.ErrNoRows. A library's retry is judged by the
// function literal that it repeats.
//
// # Why it matters
//
// An article that is not there is not there at the sixth attempt either. The example asks
// six times, and its five pauses of 1 s, 2 s, 4 s, 8 s and 16 s hold the visitor for 1 s +
// 2 s + 4 s + 8 s + 16 s = 31 s to be told what the first answer said. If a tenth of 100
// requests a second is of that kind, 10/s × 6 = 60 requests a second are sent for it
// instead of 10, and 10/s × 31 s = 310 visitors wait.
//
// # Example
//
// A 404 is asked for six times:
//
//	type desk struct {
//		base   string
//		client *http.Client
//	}
//
//	func (d *desk) delivery(sku string) (*http.Response, error) {
//		var last error
//		for i := range 6 {
//			resp, err := d.client.Get(d.base + "/delivery/" + sku)
//			if err == nil && resp.StatusCode == http.StatusOK {
//				return resp, nil
//			}
//			if err == nil {
//				err = fmt.Errorf("delivery: %s", resp.Status)
//				resp.Body.Close()
//			}
//			last = err
//			time.Sleep(time.Second<<i + rand.N(time.Second))
//		}
//		return nil, last
//	}
//
// What the client has done wrong is told at once:
//
//	type desk struct {
//		base   string
//		client *http.Client
//	}
//
//	func (d *desk) delivery(sku string) (*http.Response, error) {
//		var last error
//		for i := range 6 {
//			resp, err := d.client.Get(d.base + "/delivery/" + sku)
//			if err == nil && resp.StatusCode == http.StatusOK {
//				return resp, nil
//			}
//			if err == nil {
//				err = fmt.Errorf("delivery: %s", resp.Status)
//				resp.Body.Close()
//				if resp.StatusCode/100 == 4 && resp.StatusCode != http.StatusTooManyRequests {
//					return nil, err
//				}
//			}
//			last = err
//			time.Sleep(time.Second<<i + rand.N(time.Second))
//		}
//		return nil, last
//	}
//
// # How to fix
//
// After a failure ask ctx.Err() first, and return. Then ask the error: repeat what may mend
// itself, which is a timeout, a lost connection, 429 and most of the 500s, and nothing
// else.
//
//   - avast/retry-go: retry.RetryIf(f), or retry.Unrecoverable(err).
//   - cenkalti/backoff: backoff.Permanent(err).
//   - sethvargo/go-retry: only what is wrapped by retry.RetryableError(err) is repeated.
//   - retryablehttp: DefaultRetryPolicy repeats 429 and 500 and above, but not 501. A
//     CheckRetry of your own begins with if ctx.Err() != nil { return false, ctx.Err() }.
//   - resty v2: AddRetryCondition with a test of the status.
//   - failsafe-go: HandleIf on the retry policy, and AbortOnErrors(context.Canceled).
//   - gRPC: retryableStatusCodes: ["UNAVAILABLE"] in the retryPolicy.
//   - database/sql and pgx: return on sql.ErrNoRows or pgx.ErrNoRows; repeat on
//     pgconn.SafeToRetry(err) or the serialization failure 40001.
//   - client-go: retry.OnError with apierrors.IsServerTimeout, IsTooManyRequests or
//     IsConflict.
//
// # When it stays silent
//
// Where the loop looks at an error in any way; where the retry is told for its context
// already; where an answer is meant to change, as in waiting for something to appear. In
// tests, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// What a predicate of another package says of an error is not known. Status codes are
// judged for net/http only.
//
// # References
//
// What the status codes mean:
// https://www.rfc-editor.org/rfc/rfc9110.html#name-status-codes.
//
// gRPC codes: https://grpc.io/docs/guides/status-codes/.
package retrypolicy
