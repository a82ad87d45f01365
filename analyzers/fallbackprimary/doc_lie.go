// # Kind lie
//
// # What it reports
//
// A failure that is answered with an empty list, or with a struct that holds one, and no
// error. Told at low confidence: empty recommendations may be, an empty order may not, and
// only the owner knows.
//
// # Why it matters
//
// Whoever reads the empty list takes it for the truth. If a job that cancels what is not in
// the list runs every 5 min = 300 s, and the list cannot be read for 30 min, it runs 30 min
// ÷ 5 min = 6 times with an empty list and cancels everything. And no rate of errors rises:
// of 1000 failures 1000 − 1000 = 0 are counted.
//
// # Example
//
// A failure looks like nothing to do:
//
//	type orders struct{ db *sql.DB }
//
//	func (o *orders) open(ctx context.Context) ([]string, error) {
//		ids, err := o.query(ctx)
//		if err != nil {
//			log.Print(err)
//			return []string{}, nil
//		}
//		return ids, nil
//	}
//
//	func (o *orders) query(ctx context.Context) ([]string, error) {
//		rows, err := o.db.QueryContext(ctx, "SELECT id FROM orders WHERE state = 'open' LIMIT 100")
//		if err != nil {
//			return nil, err
//		}
//		defer rows.Close()
//		var ids []string
//		for rows.Next() {
//			var id string
//			if err := rows.Scan(&id); err != nil {
//				return nil, err
//			}
//			ids = append(ids, id)
//		}
//		return ids, rows.Err()
//	}
//
// The caller learns of it:
//
//	type orders struct{ db *sql.DB }
//
//	func (o *orders) open(ctx context.Context) ([]string, error) {
//		ids, err := o.query(ctx)
//		if err != nil {
//			return nil, fmt.Errorf("open orders: %w", err)
//		}
//		return ids, nil
//	}
//
//	func (o *orders) query(ctx context.Context) ([]string, error) {
//		rows, err := o.db.QueryContext(ctx, "SELECT id FROM orders WHERE state = 'open' LIMIT 100")
//		if err != nil {
//			return nil, err
//		}
//		defer rows.Close()
//		var ids []string
//		for rows.Next() {
//			var id string
//			if err := rows.Scan(&id); err != nil {
//				return nil, err
//			}
//			ids = append(ids, id)
//		}
//		return ids, rows.Err()
//	}
//
// # How to fix
//
// Return the error. Where a part of an answer is better than none, say that it is a part: a
// field that names what is missing, a status of 206 or 503, a header.
//
//   - GraphQL: a null with an entry in errors, which gqlgen makes of a returned error.
//   - gRPC: an error, or a field in the message; an empty message with codes.OK is a lie.
//   - Caches: serve what is stale, with its age, as stale-if-error of RFC 5861 does.
//
// # When it stays silent
//
// Where the error is put into a result, a field, a list or a channel; where the branch
// proves an answer, such as "not found"; for calls that don't leave the process. In tests,
// examples, generated code and programs that run once and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks fallbackprimary/lie.
//
// # Limits
//
// Zero numbers, false and empty strings are not looked at: too many of them are right.
//
// # References
//
// Avoiding fallback in distributed systems:
// https://aws.amazon.com/builders-library/avoiding-fallback-in-distributed-systems/.
//
// stale-if-error: https://www.rfc-editor.org/rfc/rfc5861.
package fallbackprimary
