// # Kind detached
//
// # What it reports
//
// A function has the context of its caller, be it that of a request, and calls out with
// context.Background, context.TODO or context.WithoutCancel instead, with no new deadline.
// When the caller gives up, the work goes on.
//
// # Why it matters
//
// In the example a visitor waits for ten seconds and tries again, while the table is
// locked. The insert of the first try is still there, and so is that of each later one: a
// lock of a minute leaves 60 s ÷ 10 s = 6 statements for each visitor, and 200 visitors
// hold 200 × 6 = 1200 connections, or wait for one. With the caller's context each visitor
// has one.
//
// # Example
//
// The caller's deadline ends here:
//
//	type store struct{ db *sql.DB }
//
//	func (s *store) save(ctx context.Context, id int64, sku string) error {
//		_, err := s.db.ExecContext(context.Background(), "INSERT INTO orders (id, sku) VALUES ($1, $2)", id, sku)
//		return err
//	}
//
// This ends with its caller:
//
//	type store struct{ db *sql.DB }
//
//	func (s *store) save(ctx context.Context, id int64, sku string) error {
//		_, err := s.db.ExecContext(ctx, "INSERT INTO orders (id, sku) VALUES ($1, $2)", id, sku)
//		return err
//	}
//
// # How to fix
//
// Hand on the context that is there. -fix does so where nothing else changes by it.
//
// Where the work must outlive its caller, keep the values and set a new limit:
// context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second). It then ends by itself.
//
//   - database/sql and pgx: a statement of a cancelled context is cancelled. Roll back with
//     a context of its own, as above.
//   - gRPC and OpenTelemetry: WithoutCancel keeps metadata and spans, which
//     context.Background loses.
//   - Kafka, NATS and AMQP: what must be sent even when the request has gone belongs into a
//     queue with a worker, which has a context of its own.
//
// # When it stays silent
//
// Where the new context gets a deadline, also in the callee; where the client has a
// timeout; for a goroutine that the function starts and nobody waits for, where a bound is
// seen; for clean-up, such as what is deferred or named Close, Rollback or Unlock, which is
// told at low confidence. In tests, mocks, examples, generated code and programs that run
// once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A context that only one branch drops, and one that was kept in a field, are told at
// medium confidence. A caller's context in a struct that is handed over is not recognised
// as one.
//
// # References
//
// WithoutCancel: https://pkg.go.dev/context#WithoutCancel.
//
// Why a context is a parameter: https://go.dev/blog/context-and-structs.
package missingdeadline
