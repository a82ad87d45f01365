// Package retrynesting reports retry layers inside retry layers, with the product of their
// attempts.
//
// # What it reports
//
// nested: a retry layer whose operation runs another one. A layer is a loop or recursion
// written by hand, a library function that repeats what it is given, or a client that
// repeats its own calls, be it only by default: the AWS SDK tries three times, retryablehttp
// five times, go-redis four times. The layers are followed through calls, methods, function
// values, struct fields, interfaces and packages.
//
// amplify: three layers or more whose product passes a limit, 10 unless set otherwise,
// though each may look harmless where it stands.
//
// Each layer that adds a factor to one below it is reported once, with the factors, the
// product and the way down. Callers that add none are not. A number is never above what
// can happen: what source doesn't show counts as one, and the product says "at least".
// Then the confidence is medium, as it is where one of several implementations has the
// inner layer. It is low where fewer than two of the numbers are known, where the outer
// layer goes on for ever, and where the inner one is a second try at once, as after a
// connection that has gone stale.
//
// # Why it matters
//
// Attempts multiply. A gateway that tries twice, before a mesh that tries twice, before a
// client that tries three times sends 2 × 2 × 3 = 12 requests for one. Three layers of four
// make 64, five of three 243. A dependency that slows down gets a multiple of its load at
// the moment at which it can bear least, and the load keeps it down after the cause is
// gone. The caller waits for the product of the attempts, too, with all pauses in between.
//
// # Example
//
//	type store struct {
//		client *retryablehttp.Client // tries five times by default
//	}
//
//	func (s *store) get(ctx context.Context, url string) (resp *http.Response, err error) {
//		for range 3 {
//			var req *retryablehttp.Request
//			req, err = retryablehttp.NewRequestWithContext(ctx, "GET", url, nil)
//			if err != nil {
//				return nil, err
//			}
//			if resp, err = s.client.Do(req); err == nil {
//				return resp, nil
//			}
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(time.Second/2 + rand.N(time.Second)):
//			}
//		}
//		return nil, err
//	}
//
// One call of get sends 3 × 5 = 15 requests.
//
// # How to fix
//
// Let one layer retry: the one that knows what the error means and whether repeating is
// safe. Take the loop away where the client retries already, or switch the client's own
// retries off.
//
//	type store struct {
//		client *retryablehttp.Client // tries five times by default
//	}
//
//	func (s *store) get(ctx context.Context, url string) (*http.Response, error) {
//		req, err := retryablehttp.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return s.client.Do(req)
//	}
//
// Each library says "off" in its own way:
//
//	retryablehttp              client.RetryMax = 0
//	aws-sdk-go-v2              o.RetryMaxAttempts = 1, or o.Retryer = aws.NopRetryer{}
//	aws-sdk-go                 aws.Config{MaxRetries: aws.Int(0)}
//	azcore                     policy.RetryOptions{MaxRetries: -1}
//	cloud.google.com/go        bucket.Retryer(storage.WithPolicy(storage.RetryNever))
//	google.golang.org/grpc     grpc.WithDisableRetry()
//	go-redis                   redis.Options{MaxRetries: -1}
//	minio-go                   minio.Options{MaxRetries: 1}
//	hashicorp/vault            config.MaxRetries = 0
//	avast/retry-go             retry.Attempts(1)
//	cenkalti/backoff           backoff.WithMaxRetries(b, 0), in v5 backoff.WithMaxTries(1)
//
// # When it stays silent
//
// In tests, examples and generated code. For loops that are no retries: pages, polls,
// workers, consumers, accept loops, the next endpoint of a list, optimistic locks that
// read again. For layers of one attempt, and for layers that stand side by side. For what
// runs in a goroutine that nobody waits for. For the transparent repeats of net/http and
// database/sql.
//
// # Options
//
// limit: the largest product that draws no finding; 1, so that any two layers do.
//
// amplify: the largest product of three layers or more that is reported as nested only; 10.
//
// # Limits
//
// Attempts that source doesn't show, of a mesh or gateway in front, of a queue that
// redelivers, of a setting read at run time, can be stated by //resilint:retry attempts=3
// on a call, a loop, a function or a field. What
// stands behind an interface in a package that is not imported counts where a package of
// the program puts it there, and where the whole program is read; the message names it, and
// the path the place. Of several types the worst is told, at medium confidence. Two layers that repeat different kinds of
// errors count as nested where the failure of one can make the other go round.
//
// # References
//
// The chapter "Addressing Cascading Failures" in https://sre.google/sre-book/, on retries
// at several levels. https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
package retrynesting
