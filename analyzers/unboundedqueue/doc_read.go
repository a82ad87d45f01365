// # Kind read
//
// # What it reports
//
// A query without LIMIT, or a read of a whole key of redis, in a loop that polls: rows that
// are due in a table are a queue, too. Told at low confidence.
//
// # Why it matters
//
// On a good day 20 rows are due. After an outage of an hour, in which 50 came each second,
// it is 50/s × 3600 s = 180000: with 2 KB for each the next round reads 180000 × 2 KB = 360
// MB before it does the first. If that ends the process, the next one begins with the same
// rows. With LIMIT 100 a round reads 100 × 2 KB = 200 KB.
//
// # Example
//
// The table decides how much is read:
//
//	type store struct{ db *sql.DB }
//
//	func (s *store) poll(ctx context.Context, run func(string)) {
//		for range time.Tick(time.Second) {
//			rows, err := s.db.QueryContext(ctx, "SELECT job FROM jobs WHERE state = 'due'")
//			if err != nil {
//				continue
//			}
//			for rows.Next() {
//				var j string
//				if rows.Scan(&j) == nil {
//					run(j)
//				}
//			}
//			rows.Close()
//		}
//	}
//
// The reader decides:
//
//	type store struct{ db *sql.DB }
//
//	func (s *store) poll(ctx context.Context, run func(string)) {
//		for range time.Tick(time.Second) {
//			rows, err := s.db.QueryContext(ctx, "SELECT job FROM jobs WHERE state = 'due' ORDER BY due LIMIT 100")
//			if err != nil {
//				continue
//			}
//			for rows.Next() {
//				var j string
//				if rows.Scan(&j) == nil {
//					run(j)
//				}
//			}
//			rows.Close()
//		}
//	}
//
// # How to fix
//
// Give the statement a LIMIT of what the workers can take, ordered by age.
//
//   - database/sql and pgx with Postgres: ORDER BY due LIMIT 100 FOR UPDATE SKIP LOCKED, so
//     that several readers share the work.
//   - gorm: Limit(100), or FindInBatches. ent: Limit(100). sqlx: in the statement.
//   - redis: SCAN in place of KEYS, HSCAN and SSCAN in place of HGETALL and SMEMBERS, LPOP
//     with a count or LRANGE with a range that ends.
//   - MongoDB: options.Find().SetLimit(100). DynamoDB: Limit of QueryInput, and the pages
//     one by one.
//   - S3 and client-go: MaxKeys, and metav1.ListOptions.Limit with Continue.
//
// # When it stays silent
//
// Where the statement has a LIMIT, TOP or FETCH FIRST, counts or groups, or looks one row
// up by its key; where it is not constant; outside of loops that poll. In tests, examples,
// generated code and programs that run once and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks unboundedqueue/read.
//
// # Limits
//
// How large a table is is not known: one with the days of the week needs no LIMIT.
//
// # References
//
// SKIP LOCKED: https://www.postgresql.org/docs/current/sql-select.html.
//
// KEYS and its warning: https://redis.io/docs/latest/commands/keys/.
package unboundedqueue
