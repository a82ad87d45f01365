// # Kind pool
//
// # What it reports
//
// A sql.DB without SetMaxOpenConns. It opens a connection for every statement that finds
// none idle. Told at low confidence.
//
// # Why it matters
//
// A database that slows from 5 ms to 2 s, at 200 statements a second, has 200/s × 5 ms = 1
// connection open on a good day and 200/s × 2 s = 400 on that day. Postgres allows 100 for
// all its clients by default: the rest are refused, those of other services among them, and
// each connection takes memory from a database that is slow already. With
// SetMaxOpenConns(20) this service has 20, and 20 ÷ 2 s = 10 statements a second.
//
// # Example
//
// There is no limit:
//
//	type store struct{ db *sql.DB }
//
//	func open(dsn string) (*store, error) {
//		db, err := sql.Open("postgres", dsn)
//		if err != nil {
//			return nil, err
//		}
//		return &store{db}, nil
//	}
//
// Twenty for this service:
//
//	type store struct{ db *sql.DB }
//
//	func open(dsn string) (*store, error) {
//		db, err := sql.Open("postgres", dsn)
//		if err != nil {
//			return nil, err
//		}
//		db.SetMaxOpenConns(20)
//		db.SetMaxIdleConns(20)
//		db.SetConnMaxIdleTime(5 * time.Minute)
//		return &store{db}, nil
//	}
//
// # How to fix
//
// SetMaxOpenConns below what the database allows for all its clients together. Callers then
// wait for a connection: give them a context with a deadline.
//
//   - gorm: sqlDB, err := db.DB(), then as above. sqlx: the same methods. ent:
//     entsql.OpenDB over a sql.DB with limits.
//   - pgxpool: MaxConns has a default, the larger of 4 and the number of cores; set it, in
//     the Config or as pool_max_conns in the DSN.
//   - go-redis: PoolSize. MongoDB: SetMaxPoolSize, 100 by default. gocql: NumConns for each
//     host.
//
// resilint size pool -rate 500 -p99 20ms -margin 2 gives the number.
//
// # When it stays silent
//
// Where SetMaxOpenConns is called in the package, or by whom the value is handed to; for
// SQLite; for what a library opens when it starts. In tests, examples, generated code and
// programs that run once and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks unboundedqueue/pool.
//
// # Limits
//
// A limit of the database itself, or of a proxy such as PgBouncer, is not seen.
//
// # References
//
// https://pkg.go.dev/database/sql#DB.SetMaxOpenConns and
// https://go.dev/doc/database/manage-connections.
package unboundedqueue
