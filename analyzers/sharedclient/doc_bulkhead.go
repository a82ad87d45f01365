// # Kind bulkhead
//
// # What it reports
//
// One limiter, semaphore or worker pool at which callers of two or more dependencies wait.
// While calls to a slow one fill it, calls to the others wait.
//
// Kubernetes clients are a case of their own: a copy of a rest.Config keeps the pointer to
// its RateLimiter, so that the renewal of a leader's lease waits behind all other calls.
//
// # Why it matters
//
// Ten places for two firms. When one takes 2 s for each answer and gets 5 calls a second,
// 5/s × 2 s = 10 places are taken, all of them, and the other one, which answers in 50 ms,
// gets none. Divided by five and five the slow one has 5 ÷ 2 s = 2.5 calls a second, and
// the other 5 ÷ 50 ms = 100.
//
// With 200 places before ten endpoints, of which one slows down for three seconds, resilint
// size whatif gives the healthy ones 1791 of 5400 calls in that time, which is 1791 ÷ 5400
// = 0.33; with ten times 20 they have all 5400, at the price of 380 refusals to the slow
// one.
//
// # Example
//
// Ten places for both firms:
//
//	type adviser struct {
//		places         chan struct{}
//		tastes, trends *http.Client
//	}
//
//	func newAdviser() *adviser {
//		return &adviser{
//			places: make(chan struct{}, 10),
//			tastes: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: 2 * time.Second},
//			trends: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: time.Second},
//		}
//	}
//
//	func (a *adviser) taste() (*http.Response, error) {
//		a.places <- struct{}{}
//		defer func() { <-a.places }()
//		return a.tastes.Get("https://api.tastes.example/")
//	}
//
//	func (a *adviser) trend() (*http.Response, error) {
//		a.places <- struct{}{}
//		defer func() { <-a.places }()
//		return a.trends.Get("https://trends.oracle.example/")
//	}
//
// Five for each:
//
//	type adviser struct {
//		tasting, trending chan struct{}
//		tastes, trends    *http.Client
//	}
//
//	func newAdviser() *adviser {
//		return &adviser{
//			tasting:  make(chan struct{}, 5),
//			trending: make(chan struct{}, 5),
//			tastes:   &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: 2 * time.Second},
//			trends:   &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: time.Second},
//		}
//	}
//
//	func (a *adviser) taste() (*http.Response, error) {
//		a.tasting <- struct{}{}
//		defer func() { <-a.tasting }()
//		return a.tastes.Get("https://api.tastes.example/")
//	}
//
//	func (a *adviser) trend() (*http.Response, error) {
//		a.trending <- struct{}{}
//		defer func() { <-a.trending }()
//		return a.trends.Get("https://trends.oracle.example/")
//	}
//
// # How to fix
//
// A limiter, semaphore or pool for each dependency, sized by what that one needs: resilint
// size pool -rate 500 -p99 20ms -margin 2.
//
//   - x/sync/semaphore: a Weighted for each. x/time/rate: a Limiter for each.
//   - ants, pond, conc, workerpool: a pool for each; or refuse instead of waiting, as
//     ants.WithNonblocking(true) and semaphore's TryAcquire do.
//   - failsafe-go: a bulkhead for each executor. hystrix-go: a command name for each, since
//     its pool of MaxConcurrentRequests is kept by name.
//   - client-go: rest.CopyConfig, then set RateLimiter to nil, or QPS and Burst for the
//     copy.
//   - net/http: MaxConnsPerHost of a Transport is by host already.
//
// # When it stays silent
//
// Where whoever finds no place is refused at once. For what bounds a job that calls several
// dependencies, a request that comes in, or the goroutines of one call. Where there is one
// dependency only. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// Dependencies are told apart by clients, connections, hosts and base URLs, as far as the
// package shows these.
//
// # References
//
// The pattern: https://learn.microsoft.com/en-us/azure/architecture/patterns/bulkhead.
//
// Where the figures come from: docs/size.md in https://github.com/resilint/resilint.
package sharedclient
