// # Kind percall
//
// # What it reports
//
// An http.Transport or a connection pool is made for each call and not kept: a Transport, a
// sql.DB, a redis client, a gRPC connection. Each call pays for connections and handshakes,
// and idle connections pile up.
//
// # Why it matters
//
// Each call of the example leaves a connection that stays open for the 90 s of
// IdleConnTimeout and that nobody can use again: at 20 calls a second 20/s × 90 s = 1800
// descriptors, and two goroutines for each, 2 × 1800 = 3600. With one transport the 20
// calls of 50 ms each need 20/s × 50 ms = 1 connection. And each call pays for a TCP and a
// TLS handshake, two round trips or more: over 40 ms of way and back, 2 × 40 ms = 80 ms
// before the first byte.
//
// # Example
//
// A pool of connections for one call:
//
//	func picture(ctx context.Context, name string) (*http.Response, error) {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		t.DisableCompression = true
//		client := &http.Client{Transport: t, Timeout: time.Second}
//		req, err := http.NewRequestWithContext(ctx, "GET", "https://pictures.example.com/"+name, nil)
//		if err != nil {
//			return nil, err
//		}
//		return client.Do(req)
//	}
//
// One for all calls:
//
//	type pictures struct{ client *http.Client }
//
//	func newPictures() *pictures {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		t.DisableCompression = true
//		return &pictures{client: &http.Client{Transport: t, Timeout: time.Second}}
//	}
//
//	func (p *pictures) picture(ctx context.Context, name string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "https://pictures.example.com/"+name, nil)
//		if err != nil {
//			return nil, err
//		}
//		return p.client.Do(req)
//	}
//
// # How to fix
//
// Make it when the program starts, and keep it in the struct that stands for the
// dependency; or once, with sync.OnceValue.
//
//   - database/sql, pgxpool, go-redis, MongoDB, gocql: what their constructors return is a
//     pool, safe for use by many goroutines, and made to be kept.
//   - grpc: grpc.NewClient once for a target.
//   - aws-sdk-go-v2: config.LoadDefaultConfig and NewFromConfig once; the first reads files
//     and may ask for credentials.
//   - sarama, franz-go, kafka-go: one producer a process.
//   - Where settings differ by tenant: a map from the tenant to its client, with a bound.
//
// # When it stays silent
//
// For a Transport or pool that is returned, stored or handed on, that has keep-alive off or
// is closed, that is made once by sync.Once, or by the function whose loop uses it. For a
// pool that is closed in the same function outside a request, or only pinged or migrated.
// In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A value that can't be followed counts as kept.
//
// # References
//
// Clients and transports are to be reused: https://pkg.go.dev/net/http#Client.
//
// A sql.DB is made once: https://pkg.go.dev/database/sql#Open.
package sharedclient
