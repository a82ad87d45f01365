// # Kind request
//
// # What it reports
//
// The context of a request goes out with no deadline. net/http gives a request none: it
// ends only when the peer leaves. Off until it is named, since many programs bound all
// requests in a middleware.
//
// # Why it matters
//
// A proxy in front of the service keeps its connection while it waits, often for 60 s. A
// dependency that hangs then holds 20/s × 60 s = 1200 requests at 20 a second. With a
// deadline of 1 s in the handler it is 20/s × 1 s = 20.
//
// # Example
//
// The request's context has no deadline, so that the call has none:
//
//	type shop struct{ client *http.Client }
//
//	func newShop() *shop { return &shop{client: &http.Client{}} }
//
//	func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		req, err := http.NewRequestWithContext(r.Context(), "GET", "http://stock.internal/levels", nil)
//		if err != nil {
//			w.WriteHeader(http.StatusInternalServerError)
//			return
//		}
//		resp, err := s.client.Do(req)
//		if err != nil {
//			w.WriteHeader(http.StatusBadGateway)
//			return
//		}
//		resp.Body.Close()
//	}
//
// The handler says how long it takes:
//
//	type shop struct{ client *http.Client }
//
//	func newShop() *shop { return &shop{client: &http.Client{}} }
//
//	func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/levels", nil)
//		if err != nil {
//			w.WriteHeader(http.StatusInternalServerError)
//			return
//		}
//		resp, err := s.client.Do(req)
//		if err != nil {
//			w.WriteHeader(http.StatusBadGateway)
//			return
//		}
//		resp.Body.Close()
//	}
//
// # How to fix
//
// Set one deadline for all handlers where requests come in, and shorter ones for single
// calls.
//
//   - net/http: http.TimeoutHandler, or a middleware that calls next with r.WithContext of
//     a context with a timeout. A server's WriteTimeout does not end the context.
//   - chi: middleware.Timeout(d). It sets the context; the handler has to heed it.
//   - gin: c.Request = c.Request.WithContext(ctx) in a middleware.
//   - echo: middleware.ContextTimeout(d).
//   - gRPC servers: the client's deadline arrives by itself. A unary interceptor sets one
//     for clients that send none.
//
// # When it stays silent
//
// Where a middleware of the program that sets a deadline is seen; where the client or
// library has a limit of its own; for streams. In tests, examples, generated code and
// programs that run once and end.
//
// # Options
//
// None. Name it: -checks default,missingdeadline/request.
//
// # Limits
//
// A middleware of another module is known where the catalogue describes it. One that bounds
// some routes only counts for all.
//
// # References
//
// When a request's context ends: https://pkg.go.dev/net/http#Request.Context.
//
// https://pkg.go.dev/net/http#TimeoutHandler.
package missingdeadline
