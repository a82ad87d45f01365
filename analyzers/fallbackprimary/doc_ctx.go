// # Kind ctx
//
// # What it reports
//
// A second call, in the branch where the first has failed, on the deadline that the first
// has used up. When the first times out, the second fails at once. It is told only where
// the deadline is set in the function itself.
//
// Of clean-up and other calls whose result is not the function's, those are reported that
// get a new timeout derived from the spent context: who writes that wants time for them,
// and they have none.
//
// # Why it matters
//
// A deadline is a point in time, and counts for all that is done with the context. When
// tastes hangs, 1 s of the second is spent: 1 s − 1 s = 0 s are left for trends, which
// needs 50 ms and is up. The fallback works whenever the primary fails fast, and never when
// it is slow, which is what it is there for. With 700 ms for the first, 1 s − 700 ms = 300
// ms are left, six times what trends needs.
//
// # Example
//
// Both firms share one second:
//
//	type adviser struct{ tastes, trends *http.Client }
//
//	func (a *adviser) any(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		resp, err := ask(ctx, a.tastes, "https://api.tastes.example/any")
//		if err != nil {
//			resp, err = ask(ctx, a.trends, "https://trends.oracle.example/any")
//		}
//		return resp, err
//	}
//
//	func ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
// The first has a part of it:
//
//	type adviser struct{ tastes, trends *http.Client }
//
//	func (a *adviser) any(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		first, stop := context.WithTimeout(ctx, 700*time.Millisecond)
//		defer stop()
//		resp, err := ask(first, a.tastes, "https://api.tastes.example/any")
//		if err != nil {
//			resp, err = ask(ctx, a.trends, "https://trends.oracle.example/any")
//		}
//		return resp, err
//	}
//
//	func ask(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.Do(req)
//	}
//
// # How to fix
//
// A deadline for the first call alone, and the caller's context for the second. For work
// that must be done in any case: context.WithTimeout(context.WithoutCancel(ctx), d).
//
//   - database/sql and pgx: roll back, or mark a job as failed, with such a context.
//     Tx.Rollback takes none.
//   - hystrix-go: the fallback of DoC gets the context that the command got, with what is
//     left of its deadline.
//   - failsafe-go: the timeout inside of the fallback: failsafe.With(fallback, timeout).
//   - gRPC: a deadline of its own for each attempt at another server.
//
// # When it stays silent
//
// Where a deadline for both is meant and somebody asks, before the second call, whether it
// has passed. Where a callee sets a deadline of its own and so leaves the rest to others.
// Where the first call can't be the one that used the time. In tests, examples, generated
// code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A deadline that a caller set is not looked at: whether it leaves time is the caller's to
// say.
//
// # References
//
// Deadlines in a context: https://pkg.go.dev/context#WithDeadline.
package fallbackprimary
