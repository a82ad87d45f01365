// # Kind fallback
//
// # What it reports
//
// In the failure branch of a call with a timeout another one is made, with as long a
// timeout or a longer one, and becomes the result. Told at low confidence.
//
// # Why it matters
//
// A fallback is there for whoever has waited already. In the example the caller waits for 1
// s + 3 s = 4 s, four times as long as it was to wait for the first, and at 20 requests a
// second 20/s × 4 s = 80 are in flight where 20/s × 1 s = 20 were planned. With 200 ms for
// the second it is 1 s + 200 ms = 1.2 s.
//
// # Example
//
// The second may take three times as long as the first:
//
//	type prices struct{ near, far *http.Client }
//
//	func (p *prices) get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
//	func (p *prices) price(ctx context.Context) (*http.Response, error) {
//		first, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		resp, err := p.get(first, p.near, "http://near.internal/")
//		if err == nil {
//			return resp, nil
//		}
//		second, cancel := context.WithTimeout(ctx, 3*time.Second)
//		defer cancel()
//		return p.get(second, p.far, "http://far.internal/")
//	}
//
// The second is quick, or nothing:
//
//	type prices struct{ near, far *http.Client }
//
//	func (p *prices) get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
//	func (p *prices) price(ctx context.Context) (*http.Response, error) {
//		first, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		resp, err := p.get(first, p.near, "http://near.internal/")
//		if err == nil {
//			return resp, nil
//		}
//		second, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
//		defer cancel()
//		return p.get(second, p.far, "http://far.internal/")
//	}
//
// # How to fix
//
// Give the fallback less than the primary, and both together less than what the caller
// waits.
//
//   - go-redis and gomemcache as a cache before a database: a timeout of some milliseconds
//     for the cache, the rest for the database.
//   - failsafe-go: a timeout around fallback and primary, and a shorter one inside.
//   - hystrix-go: the Timeout of a command covers its run function only. Give the fallback
//     a context with a timeout.
//
// # When it stays silent
//
// Where the second call's result does not become the function's; where a size is not
// constant. In tests, examples and generated code, and for what only an operator's command
// runs.
//
// # Options
//
// None. It is shown with -confidence low, or -checks deadlinebudget/fallback.
//
// # Limits
//
// Both timeouts must be set in one function. A fallback that a library calls is judged by
// fallbackprimary alone.
//
// # References
//
// Avoiding fallback in distributed systems:
// https://aws.amazon.com/builders-library/avoiding-fallback-in-distributed-systems/.
package deadlinebudget
