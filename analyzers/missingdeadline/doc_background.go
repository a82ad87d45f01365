// # Kind background
//
// # What it reports
//
// A context that has no deadline reaches a call that leaves the process:
// context.Background, context.TODO, or one that only adds values or cancellation to these.
//
// The context is followed through variables, fields, function literals, helpers and other
// packages, up to the call. A parameter that is handed on is not reported where it stands.
// The finding stands where a caller supplies the context without a deadline, and its path
// shows the way down.
//
// # Why it matters
//
// The example asks for a stock level once a second. A stock service that hangs gives no
// error, so each round starts a wait that never ends. After an hour 1/s × 3600 s = 3600
// goroutines and as many connections are held, and the process has reported nothing. With a
// deadline of 2 s it is never more than 1/s × 2 s = 2, and each failure is an error that a
// log shows.
//
// # Example
//
// This waits for as long as the stock service does not answer:
//
//	type stock struct{ client *http.Client }
//
//	func newStock() *stock { return &stock{client: &http.Client{}} }
//
//	func (s *stock) level(ctx context.Context, sku string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/levels/"+sku, nil)
//		if err != nil {
//			return nil, err
//		}
//		return s.client.Do(req)
//	}
//
//	func (s *stock) watch(sku string, seen func(*http.Response)) {
//		for range time.Tick(time.Second) {
//			go func() {
//				if resp, err := s.level(context.Background(), sku); err == nil {
//					seen(resp)
//				}
//			}()
//		}
//	}
//
// This gives each round two seconds:
//
//	type stock struct{ client *http.Client }
//
//	func newStock() *stock { return &stock{client: &http.Client{}} }
//
//	func (s *stock) level(ctx context.Context, sku string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/levels/"+sku, nil)
//		if err != nil {
//			return nil, err
//		}
//		return s.client.Do(req)
//	}
//
//	func (s *stock) watch(sku string, seen func(*http.Response)) {
//		for range time.Tick(time.Second) {
//			go func() {
//				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
//				defer cancel()
//				if resp, err := s.level(ctx, sku); err == nil {
//					seen(resp)
//				}
//			}()
//		}
//	}
//
// # How to fix
//
// Set the deadline where the work begins: context.WithTimeout(context.Background(), d), and
// call its cancel function. Where a caller has a context, take it as the first parameter
// instead, and derive from it.
//
//   - net/http: a Timeout on the http.Client is a second bound. It holds for calls whose
//     context has none.
//   - database/sql and pgx: the deadline of the context ends the statement and the wait for
//     a connection.
//   - gRPC: a deadline in the context, or a timeout in the methodConfig of the service
//     config.
//   - go-redis v9: its ReadTimeout and WriteTimeout bound each call by default. The
//     deadline of a context does so only with ContextTimeoutEnabled in redis.Options.
//   - MongoDB: options.Client().SetTimeout(d) bounds each operation without a deadline of
//     its own.
//   - Kubernetes client-go: the context of each Get, List, Create and Update, or
//     rest.Config.Timeout where no watch uses the same config.
//   - aws-sdk-go-v2: the context of the call, which then bounds all attempts of the SDK
//     together.
//
// # When it stays silent
//
// Where any bound is seen or may be: a deadline in the caller, the callee or a helper; a
// timeout of the client; a limit that the library has by default; a value that can't be
// followed. For watches, streams, subscriptions and consumers. For what runs once at
// start-up, for clean-up, and for a worker's context that something cancels: these are told
// at low confidence. In tests, mocks, examples, generated code and programs that run once
// and end.
//
// # Options
//
// None. //resilint:bounded 2s REASON on the call, the function or the field says that it
// ends.
//
// # Limits
//
// Whether there is a deadline is known, not whether it is short enough: an hour counts. A
// context in a map, slice or channel is not followed. A call through an interface reaches
// implementations of the package and of what it imports; those elsewhere in the program are
// told at medium confidence.
//
// # References
//
// Deadlines in a context: https://pkg.go.dev/context#WithTimeout and
// https://go.dev/blog/context.
//
// Deadlines in gRPC: https://grpc.io/docs/guides/deadlines/.
package missingdeadline
