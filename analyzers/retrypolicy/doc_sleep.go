// # Kind sleep
//
// # What it reports
//
// The pause is a time.Sleep, a helper that only sleeps, or a library's wait that was given
// no context, although a context is at hand: a parameter, the request, a field of the
// receiver. A caller that has gone is waited for, and so is a shutdown.
//
// # Why it matters
//
// The example sleeps up to 3 × 10 s = 30 s after its caller has gone. At 20 requests a
// second, 20/s × 30 s = 600 of them, with their goroutines and connections, are there for
// nobody. And a deployment that gives 10 s to end kills each of them in the middle.
//
// # Example
//
// This keeps a caller's place for half a minute after the caller has gone:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) price(ctx context.Context, url string) (err error) {
//		for range 4 {
//			if err = d.once(ctx, url); err == nil || ctx.Err() != nil {
//				return err
//			}
//			time.Sleep(8*time.Second + rand.N(4*time.Second))
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
// This ends with its caller:
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
//			case <-time.After(8*time.Second + rand.N(4*time.Second)):
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
// Wait in a select on ctx.Done() and a timer. -fix writes it in the place of a time.Sleep
// where the context is a variable and the function returns an error that can be the
// context's. Libraries take the context as an option or in another function:
//
//	avast/retry-go         retry.Context(ctx)
//	cenkalti/backoff/v4    backoff.WithContext(b, ctx)
//	cenkalti/backoff/v5    backoff.Retry(ctx, …)
//	sethvargo/go-retry     retry.Do(ctx, …), which has it
//	failsafe-go            executor.WithContext(ctx)
//	go-resiliency          (*Retrier).RunCtx
//	apimachinery/wait      wait.ExponentialBackoffWithContext
//	x/time/rate            limiter.Wait(ctx)
//
// # When it stays silent
//
// For pauses that are shorter than a second together, and for those of up to a second where
// the loop asks the context itself. Where no context is at hand. In goroutines that nobody
// waits for and that no context is meant to end. In tests, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// A context in a struct that is a parameter is not taken for one at hand.
//
// # References
//
// Done: https://pkg.go.dev/context#Context. Timers in a select:
// https://pkg.go.dev/time#After.
package retrypolicy
