// Package retrypolicy reports retries that are unsafe by themselves: loops and recursions
// written by hand, and library functions that repeat what they are given.
//
// # What it reports
//
// A retry that harms the other side, its own callers or what it repeats. The kinds are
// infinite, nobackoff, sleep, permanent and body, and at low confidence nonidempotent and
// nojitter. A loop is a retry where success leaves it and failure goes round, for the same
// operation with the same inputs.
//
// # Why it matters
//
// A retry is load, added at the moment at which the other side can bear least. With 500
// calls in flight and refused connections that come back in a millisecond, a loop without a
// pause makes 500 000 attempts a second. A loop that sleeps 3 × 10 s keeps its request, its
// goroutine and whatever it holds for half a minute after the caller has gone; at 20
// requests a second that are 20 × 30 = 600 of them.
//
// # Example
//
// This keeps a caller's place for 20 seconds after the caller has gone:
//
//	type prices struct{ client *http.Client }
//
//	func (p *prices) get(ctx context.Context, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		var resp *http.Response
//		for range 3 {
//			if resp, err = p.client.Do(req); err == nil {
//				return resp, nil
//			}
//			time.Sleep(10 * time.Second)
//		}
//		return nil, err
//	}
//
// This ends with its caller:
//
//	type prices struct{ client *http.Client }
//
//	func (p *prices) get(ctx context.Context, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		var resp *http.Response
//		for attempt := range 3 {
//			if resp, err = p.client.Do(req); err == nil || ctx.Err() != nil {
//				return resp, err
//			}
//			wait := time.Second << attempt
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(wait/2 + rand.N(wait)):
//			}
//		}
//		return nil, err
//	}
//
// # How to fix
//
// Wait on the context and on a timer, for a time that grows and has a random part; give the
// loop a number of attempts, and end it on errors that repeating does not mend. Make what
// is read, a request with a body above all, in each attempt.
//
// For sleep, -fix writes the select in the place of a time.Sleep where the context is a
// variable and the function returns an error that can be the context's. Libraries take the
// context as an option or in another function:
//
//	avast/retry-go        retry.Context(ctx)
//	cenkalti/backoff/v4   backoff.WithContext(b, ctx)
//	failsafe-go           executor.WithContext(ctx)
//	go-resiliency         (*Retrier).RunCtx
//	apimachinery/wait     wait.ExponentialBackoffWithContext
//
// For permanent, check ctx.Err() after a failure, and return at once on what is refused,
// missing or invalid. For nonidempotent, send a key that stays the same over all attempts,
// such as the header Idempotency-Key, or send the request once. For body, put the making of
// the request into the loop; for infinite, count, or end with the context.
//
// # When it stays silent
//
// In tests, examples and generated code. For loops that are no retries: pages, polls,
// workers, consumers, accept loops, the next endpoint of a list, optimistic locks that read
// again. For operations that are known to stay in the process.
//
// infinite is silent for what runs in a goroutine of its own, for what a program does when
// it starts, and for a function literal that is handed on. sleep is silent for pauses that
// are shorter than a second together, and for those of up to a second where the loop asks
// the context itself. permanent is silent where the loop looks at an error in any way, and
// a loop is not told twice for its context.
//
// # Options
//
// None.
//
// # Limits
//
// What a predicate of another package says of an error is not known. Whether the operation
// itself may be repeated is known for HTTP methods and for what the catalogue describes. A
// helper that repeats a function it is handed is judged by itself, not for each caller.
//
// # References
//
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/, the
// chapter "Addressing Cascading Failures" in https://sre.google/sre-book/, and the comment
// on Request.GetBody in https://pkg.go.dev/net/http.
package retrypolicy
