// # Kind inverted
//
// # What it reports
//
// A timeout that is set inside one as short, or shorter, and so never ends anything: a
// handler that gives itself 2 s calls a store that sets 3 s. It is told where the inner one
// is set, and only where every caller in the program has less.
//
// An http.Server whose WriteTimeout is not above what a handler allows itself is told at
// the handler: when its time is over, no answer can be sent.
//
// # Why it matters
//
// The inner limit is there so that one call cannot take all the time, and something is left
// for another try or for an answer. In the example the call may take the whole 2 s − 0 s =
// 2 s of the page: the 3 s never end it. With 1500 ms inside, 2 s − 1500 ms = 500 ms are
// left to answer from something else. Three layers with the same 5 s end in the wrong
// order: the outermost gives up first, and the two below go on for nobody.
//
// # Example
//
// The three seconds never end anything:
//
//	type carrier struct{ client *http.Client }
//
//	func (c *carrier) offer(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		defer cancel()
//		return c.tariff(ctx)
//	}
//
//	func (c *carrier) tariff(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/tariff", nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.client.Do(req)
//	}
//
// Inside there is less:
//
//	type carrier struct{ client *http.Client }
//
//	func (c *carrier) offer(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		defer cancel()
//		return c.tariff(ctx)
//	}
//
//	func (c *carrier) tariff(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://carrier.internal/tariff", nil)
//		if err != nil {
//			return nil, err
//		}
//		return c.client.Do(req)
//	}
//
// # How to fix
//
// Give the inner call less than what its caller has left, or nothing of its own, and let
// the caller's deadline decide. A function that is called with different deadlines can ask
// for what is left: deadline, ok := ctx.Deadline().
//
//   - net/http, serving: WriteTimeout above the longest handler's deadline, and
//     http.TimeoutHandler below it.
//   - gRPC: the deadline travels with the call; a server need not set one that is longer.
//   - database/sql and pgx: a statement timeout of the database, such as Postgres's
//     statement_timeout, below the context's.
//   - go-redis: ReadTimeout × attempts below the context's deadline.
//
// # When it stays silent
//
// Where a size is not constant, or one caller of several leaves time enough. Where the
// function is reached through an interface or a function value. For an http.Client's
// Timeout above the context's deadline: it is a backstop. Where the owner states the time
// of a call with //resilint:bounded and that is longer than the deadline over it. In tests,
// examples and generated code, and for what only an operator's command runs.
//
// # Options
//
// None.
//
// # Limits
//
// Deadlines are known from constants, through variables, unexported fields and helpers.
// What a request has left after earlier calls is not counted.
//
// # References
//
// Nested deadlines: https://pkg.go.dev/context#WithDeadline.
//
// What WriteTimeout bounds: https://pkg.go.dev/net/http#Server.
package deadlinebudget
