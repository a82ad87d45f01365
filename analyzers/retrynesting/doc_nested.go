// # Kind nested
//
// # What it reports
//
// A retry layer whose operation runs another one. A layer is a loop or recursion written by
// hand, a library function that repeats what it is given, or a client that repeats its own
// calls, be it only by default. The layers are followed through calls, methods, function
// values, struct fields, interfaces and packages, and the message gives the factors and the
// product.
//
// The catalogue knows these defaults, counted as attempts with the first: aws-sdk-go-v2 3,
// go-retryablehttp 5, go-redis 4.
//
// # Why it matters
//
// Attempts multiply. The example sends 4 × 3 = 12 requests where one was asked for. A
// service that gets 100 requests a second and begins to fail gets 100/s × 12 = 1200
// attempts a second, at the moment at which it can bear least, and stays down by them when
// the cause is gone. One layer of three sends 100/s × 3 = 300.
//
// resilint size attempts 4 3 does the sum. docs/size.md shows how retries keep a service
// down.
//
// # Example
//
// The loop repeats what repeats already:
//
//	type customs struct{ client *http.Client }
//
//	func (c *customs) duty(ctx context.Context) (err error) {
//		for i := range 4 {
//			if err = c.get(ctx); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) get(ctx context.Context) (err error) {
//		for i := range 3 {
//			if err = c.once(ctx); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) once(ctx context.Context) error {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://customs.internal/duty", nil)
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
//	func pause(ctx context.Context, i int) bool {
//		wait := 100 * time.Millisecond << i
//		select {
//		case <-ctx.Done():
//			return false
//		case <-time.After(wait/2 + rand.N(wait)):
//			return true
//		}
//	}
//
// One layer retries:
//
//	type customs struct{ client *http.Client }
//
//	func (c *customs) duty(ctx context.Context) (err error) {
//		for i := range 3 {
//			if err = c.once(ctx); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) once(ctx context.Context) error {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://customs.internal/duty", nil)
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
//	func pause(ctx context.Context, i int) bool {
//		wait := 100 * time.Millisecond << i
//		select {
//		case <-ctx.Done():
//			return false
//		case <-time.After(wait/2 + rand.N(wait)):
//			return true
//		}
//	}
//
// # How to fix
//
// Let one layer retry: the one that knows what the error means and whether repeating is
// safe. Take the loop away where the client retries already, or switch the client's own
// retries off:
//
//	retryablehttp              client.RetryMax = 0
//	aws-sdk-go-v2              o.RetryMaxAttempts = 1, or o.Retryer = aws.NopRetryer{}
//	aws-sdk-go                 aws.Config{MaxRetries: aws.Int(0)}
//	azcore                     policy.RetryOptions{MaxRetries: -1}
//	cloud.google.com/go        bucket.Retryer(storage.WithPolicy(storage.RetryNever))
//	google.golang.org/grpc     grpc.WithDisableRetry()
//	go-redis                   redis.Options{MaxRetries: -1}
//	resty v2                   client.SetRetryCount(0), which is the default
//	minio-go                   minio.Options{MaxRetries: 1}
//	hashicorp/vault            config.MaxRetries = 0
//	avast/retry-go             retry.Attempts(1)
//	cenkalti/backoff           backoff.WithMaxRetries(b, 0), in v5 backoff.WithMaxTries(1)
//
// # When it stays silent
//
// For loops that are no retries: pages, polls, workers, consumers, accept loops, the next
// endpoint of a list, optimistic locks that read again. For layers of one attempt, and for
// layers that stand side by side. For what runs in a goroutine that nobody waits for. For
// the transparent repeats of net/http and database/sql. In tests, examples and generated
// code.
//
// # Options
//
// limit: the largest product that draws no finding; 1, so that any two layers do.
//
// # Limits
//
// A number is never above what can happen: what source doesn't show counts as one, and the
// product says "at least"; then the confidence is medium. It is low where fewer than two of
// the numbers are known, where the outer layer goes on for ever, and where the inner one is
// a second try at once.
//
// Attempts of a mesh or gateway, of a queue that redelivers, or of a setting read at run
// time can be stated: //resilint:retry attempts=3 on a call, a loop, a function or a field.
//
// # References
//
// "Addressing Cascading Failures" in the SRE book:
// https://sre.google/sre-book/addressing-cascading-failures/.
//
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
package retrynesting
