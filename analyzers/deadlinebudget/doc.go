// Package deadlinebudget reports deadlines that contradict each other.
//
// # What it reports
//
// Time limits of constant size that do not fit together: an inner one as long as the outer
// one, attempts that do not fit into the deadline over them, one timeout spent by many, a
// number that was meant as seconds. Limits are followed through variables, unexported
// fields, helpers and other packages. The kinds are inverted, pertry, retrybudget, reuse,
// fallback and zero.
//
// # Why it matters
//
// A deadline is a promise to whoever waits, and what is inside must keep it. Where each of
// three layers says 5 s, the innermost ends last: the outer ones give up first, and its
// work is for nobody. Where three attempts of 5 s lie under a deadline of 5 s, there is
// only one attempt: the retry that was to ride over a short outage never runs. Without a
// deadline over them, 9 attempts of 60 s keep a request for 9 minutes: at 20 requests a
// second, 20 × 540 = 10 800 are in flight. A client with a timeout of 30 ns fails each time.
//
// # Example
//
// One attempt may use the whole 5 s, so that the second and third never run:
//
//	type quotes struct{ client *http.Client }
//
//	func (q *quotes) page(w http.ResponseWriter, r *http.Request) {
//		ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
//		defer cancel()
//		if _, err := q.quote(ctx); err != nil {
//			w.WriteHeader(http.StatusGatewayTimeout)
//		}
//	}
//
//	func (q *quotes) quote(ctx context.Context) (resp *http.Response, err error) {
//		for range 3 {
//			if resp, err = q.once(ctx); err == nil {
//				return resp, nil
//			}
//		}
//		return nil, err
//	}
//
//	func (q *quotes) once(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://quotes.internal/today", nil)
//		if err != nil {
//			return nil, err
//		}
//		return q.client.Do(req)
//	}
//
// Three attempts of 1.5 s fit:
//
//	type quotes struct{ client *http.Client }
//
//	func (q *quotes) page(w http.ResponseWriter, r *http.Request) {
//		ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
//		defer cancel()
//		if _, err := q.quote(ctx); err != nil {
//			w.WriteHeader(http.StatusGatewayTimeout)
//		}
//	}
//
//	func (q *quotes) quote(ctx context.Context) (resp *http.Response, err error) {
//		for range 3 {
//			if resp, err = q.once(ctx); err == nil {
//				return resp, nil
//			}
//		}
//		return nil, err
//	}
//
//	func (q *quotes) once(ctx context.Context) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://quotes.internal/today", nil)
//		if err != nil {
//			return nil, err
//		}
//		return q.client.Do(req)
//	}
//
// # How to fix
//
//   - inverted: give the inner call less than what its caller has left, or nothing of its own
//     and let the caller's deadline decide. For a server, set WriteTimeout above the longest
//     handler's deadline.
//   - pertry: attempts × timeout + pauses must be below the whole. Take fewer attempts, or
//     give each less.
//   - retrybudget: context.WithTimeout over the whole retry, and short attempts in it.
//   - reuse: make the context in the loop, and call its cancel function at the end of the
//     round. Where one deadline for all is meant, leave the loop when ctx.Err() is not nil.
//   - fallback: less than the primary, and both together below what the caller waits.
//   - zero: write the unit: 30*time.Second, time.Duration(n)*time.Second.
//
// # When it stays silent
//
// Where a size is not constant: a parameter of an exported function that nobody in the
// program calls with a constant, an exported field or variable, what comes from the
// configuration. A function that asks ctx.Deadline suits its time to what is left.
//
// An http.Client's Timeout above the context's deadline is a backstop and does no harm.
// An inner timeout that some caller leaves time for has its use, and so has one of a
// function that others call through an interface or a function value.
//
// A call that its owner says ends in time, with //resilint:bounded 2s REASON, takes so much
// of an attempt. Longer than the deadline over it, it is a backstop.
//
// A context made before a loop is a total on purpose where the loop ends with it or at the
// first failure, where it is used outside the loop as well, where each item has a timeout
// of its own or all start together, in retries, and for clean-up.
//
// A bare number that is multiplied by a unit later, in any package of the program, is a
// number. So is one that stands in arithmetic, 1 where no timeout is meant, and 0.
//
// In tests, examples and generated code, and for what only an operator's command runs.
//
// # Options
//
// None.
//
// # Limits
//
// The number of attempts must be constant. Pauses of a loop count as far as they are
// constant, so that the true sum is larger where they grow; those of a library do not. Of a
// retry that a library wraps around a function, the deadline over it is looked for in its
// own package.
//
// Of several implementations of an interface none is followed. A server's handlers are
// followed through routers that get functions or handlers as arguments, not through maps
// and reflection.
//
// # References
//
// Deadlines in a context: https://pkg.go.dev/context#WithTimeout.
//
// What WriteTimeout bounds: https://pkg.go.dev/net/http#Server.
//
// Durations are nanoseconds: https://pkg.go.dev/time#Duration.
package deadlinebudget
