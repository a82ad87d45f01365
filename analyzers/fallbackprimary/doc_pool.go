// # Kind pool
//
// # What it reports
//
// A fallback to another dependency that waits at the limiter, semaphore or worker pool, or
// runs in the circuit, of the primary. Told at low confidence. Circuits are compared by
// their names, as far as these are constants or come from the same fields; a name that a
// method returns is read in the method.
//
// # Why it matters
//
// The pool is full when the primary hangs: that is when the fallback is needed. Ten places,
// held for 2 s each, pass 10 ÷ 2 s = 5 calls a second. At 20 a second 20/s − 5/s = 15 more
// wait each second, for a place from which to call a second service that answers in 50 ms,
// and that ten places of its own would serve at 10 ÷ 50 ms = 200 a second.
//
// # Example
//
// Both wait at one semaphore:
//
//	type adviser struct {
//		places         chan struct{}
//		tastes, trends *http.Client
//	}
//
//	func (a *adviser) any(ctx context.Context) (*http.Response, error) {
//		resp, err := a.ask(ctx, a.tastes, "https://api.tastes.example/any")
//		if err != nil {
//			resp, err = a.ask(ctx, a.trends, "https://trends.oracle.example/any")
//		}
//		return resp, err
//	}
//
//	func (a *adviser) ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		select {
//		case a.places <- struct{}{}:
//		case <-ctx.Done():
//			return nil, ctx.Err()
//		}
//		defer func() { <-a.places }()
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
// Each has its own:
//
//	type firm struct {
//		places chan struct{}
//		client *http.Client
//	}
//
//	type adviser struct{ tastes, trends *firm }
//
//	func newAdviser() *adviser {
//		return &adviser{tastes: newFirm(), trends: newFirm()}
//	}
//
//	func newFirm() *firm {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		return &firm{places: make(chan struct{}, 10), client: &http.Client{Transport: t, Timeout: 2 * time.Second}}
//	}
//
//	func (a *adviser) any(ctx context.Context) (*http.Response, error) {
//		resp, err := a.tastes.ask(ctx, "https://api.tastes.example/any")
//		if err != nil {
//			resp, err = a.trends.ask(ctx, "https://trends.oracle.example/any")
//		}
//		return resp, err
//	}
//
//	func (f *firm) ask(ctx context.Context, url string) (*http.Response, error) {
//		select {
//		case f.places <- struct{}{}:
//		case <-ctx.Done():
//			return nil, ctx.Err()
//		}
//		defer func() { <-f.places }()
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return f.client.Do(req)
//	}
//
// # How to fix
//
// A limiter, pool or circuit of its own for the fallback, or none.
//
//   - hystrix-go: another command name in the fallback; a name is a pool and a circuit.
//   - gobreaker: a CircuitBreaker for each dependency. go-zero: a name for each in
//     breaker.GetBreaker.
//   - failsafe-go: the bulkhead inside of the fallback: failsafe.With(fallback, bulkhead).
//   - x/sync/semaphore, ants, pond: a second one.
//
// # When it stays silent
//
// Where whoever finds no place is refused at once; where the names of two circuits can't be
// read. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks fallbackprimary/pool.
//
// # Limits
//
// What two dependencies share outside the program, such as a proxy, is not seen.
//
// # References
//
// "Fallback via network", with its picture of two pools, in
// https://github.com/Netflix/Hystrix/wiki/How-To-Use.
package fallbackprimary
