// Package missingdeadline reports calls that leave the process and can wait for ever.
//
// # What it reports
//
// A call to another process that nothing ends in time: no deadline in its context, no
// timeout of its client, no default of its library. The kinds are background, noctx,
// client, detached, acquire, abandon, conn, request and server. One cause is told once, at
// its first call, and the message says how many more calls it leaves without an end.
//
// # Why it matters
//
// What is in flight is what arrives, times how long each is held. A dependency that slows
// from 50 ms to 5 s turns 20 requests a second from 1 in flight into 20 × 5 = 100. With no
// deadline at all there is no 5: a dependency that hangs holds 20 × 60 = 1 200 requests
// after a minute. Each has a goroutine, a connection, perhaps a slot of a pool. The pools
// fill, callers time out and try again, and what was healthy starves beside it. A deadline
// of 500 ms holds 20 × 0.5 = 10, whatever the other side does.
//
// # Example
//
// This waits for as long as the payment service does not answer:
//
//	type payments struct{ client *http.Client }
//
//	func newPayments() *payments { return &payments{client: &http.Client{}} }
//
//	func (p *payments) charge(order string) error {
//		req, err := http.NewRequest("POST", "https://payments.internal/charges/"+order, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := p.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// This gives up after two seconds, or when its caller does, and the client has a limit for
// whoever forgets:
//
//	type payments struct{ client *http.Client }
//
//	func newPayments() *payments { return &payments{client: &http.Client{Timeout: 10 * time.Second}} }
//
//	func (p *payments) charge(ctx context.Context, order string) error {
//		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "POST", "https://payments.internal/charges/"+order, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := p.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// # How to fix
//
// Take the caller's context as the first parameter, derive from it with
// context.WithTimeout, and hand it on. A root context in place of the caller's is no fix:
// it only quiets tools that look for a context.
//
//   - net/http, calling: http.NewRequestWithContext, and a Timeout on the Client as a
//     backstop. For a Transport start from http.DefaultTransport's Clone.
//   - net/http, serving: an http.Server with ReadHeaderTimeout and IdleTimeout, and a
//     WriteTimeout above what the slowest handler may take. resilint -fix writes
//     ReadHeaderTimeout: 5 * time.Second into the literal of a server; a header is a few lines,
//     so that no handler is cut off by it.
//   - database/sql, sqlx, gorm: the methods with Context, or db.WithContext(ctx). A connect
//     timeout in the DSN bounds the connect only.
//   - gRPC: a deadline in the context, an interceptor that adds one, or timeout in the
//     methodConfig of the service config.
//   - MongoDB: a deadline in the context, or SetTimeout on the client's options.
//   - etcd: a deadline for each call. DialTimeout bounds the connect only.
//   - go-redis: leave ReadTimeout and WriteTimeout at their defaults, or set them above zero.
//   - AWS, Google Cloud and Kubernetes clients: a deadline in the context of each call that
//     is no watch.
//   - net/smtp and net/rpc: connect with net.DialTimeout, call SetDeadline on the
//     connection, and make the client over it.
//   - os/exec: exec.CommandContext with a deadline, and WaitDelay, since a grandchild can
//     hold the output pipe open.
//   - Work that must outlive its request: context.WithTimeout(context.WithoutCancel(ctx), d).
//
// # When it stays silent
//
// Where a bound is seen: a deadline anywhere on the context's way, in the caller, the
// callee or a helper; a timeout on the client, set in its literal, later, in an option, in
// a helper or by whoever calls its constructor; a limit that the library has by default, as
// go-redis does; a dial with a timeout; a deadline on the connection below the client.
//
// Where a bound may be: a value that can't be followed counts as bounded, and of several
// origins one with a deadline, or one that can't be followed, is enough. A root that stands
// in for a nil parameter leaves the decision to the parameter. A request's own context is
// only reported where kind request is asked for.
//
// Where another package of the same program bounds the call: an option such as MongoDB's SetTimeout,
// a gRPC interceptor or service config with a timeout, a write to http.DefaultClient, a type
// that implements the interface and adds a deadline before it hands the call on, a package
// that replaces the exported field which holds the client.
//
// Where waiting is the purpose: watches, streams, subscriptions, consumers, accepting and
// serving. Where nothing leaves the machine: sockets of the file system, datagrams,
// embedded databases such as SQLite (Background in a caller's place is told all the same), and
// servers that only listen on the loopback address. A child process outside a request, one
// with os.Stdin attached, one that is started and supervised.
//
// In tests, mocks, fakes, examples and end-to-end tests, by the names of files and folders
// and by a parameter of a testing type; in generated code; in programs that run once and
// end, and what only they import. A server that goes through a function of another package
// which returns a server may get its limits there.
//
// What only a command of a command-line library runs, where another command serves: a
// person waits before it. Where a driver's DSN has a read or statement timeout, or a timer
// cancels the context.
//
// Where the owner says so, with //resilint:bounded 2s REASON on the call, on what is called,
// or on the field or variable that holds the client or the context.
//
// Only told at low confidence: what runs once when the program or a component starts, as
// far as the package shows it, which is main, init functions, constructors, methods named
// Start, Init, Setup or Open, and what only these call; a method that only makes a context
// for its twin, Find for FindContext; clean-up, which is what is deferred or named Close,
// Rollback, Shutdown, Stop, Unlock, Release, Revoke or Disconnect; a context that something
// can cancel, with a worker's loop under it or where it is used in the function that makes
// it; statements that change a schema, and types that have them; plain dials, which the
// operating system ends after minutes. A hand-made transport, a context that was kept in a
// field, one that only a branch drops, and a call that reaches its implementation through
// an interface are told at medium confidence.
//
// # Options
//
// None.
//
// # Limits
//
// It knows whether there is a bound, not how long it is: an hour counts. A bound counts
// for the whole call, though ResponseHeaderTimeout does not bound the reading of a body.
//
// Values are followed through variables, fields, parameters, results and literals, not
// through maps, slices, channels, reflection or function values kept in fields. A context
// or client that a constructor gets and keeps is not followed to the constructor's callers.
// All values of one struct type count as one: where any of them gets a client with a
// timeout, the field counts as bounded.
//
// A call through an interface reaches the implementations of its own package and of the
// packages that it imports. Where none of these waits, a method that takes a context is
// joined with the types that packages of the program put behind the interface, and told at
// medium confidence. A wait without a context is told where it stands.
//
// A function passes at most two waits for each parameter on to its callers. One that gets a
// context and returns one, and that is not seen to add a deadline, counts as handing it on.
// What functions of other modules do is known where the catalogue describes them, and else
// counts as harmless.
//
// # References
//
// Deadlines in a context: https://pkg.go.dev/context and https://go.dev/blog/context.
//
// What a Client, a Transport and a Server leave unbounded by default:
// https://pkg.go.dev/net/http#Client, https://pkg.go.dev/net/http#Transport and
// https://pkg.go.dev/net/http#Server.
//
// Ending a statement in time: https://go.dev/doc/database/cancel-operations.
//
// Ending a child process, and WaitDelay: https://pkg.go.dev/os/exec#Cmd.
package missingdeadline
