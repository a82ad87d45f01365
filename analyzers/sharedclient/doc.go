// Package sharedclient reports clients, transports and connection pools that tie
// dependencies together, or that are made anew for each call.
//
// # What it reports
//
// default: service code that calls through http.DefaultClient, by http.Get, http.Head,
// http.Post, http.PostForm or by the variable itself. It has no timeout, and the whole
// process uses it.
//
// shared: one client that calls two or more dependencies. They get one timeout, one
// redirect policy, one cookie jar, one set of TLS, proxy and dialer settings, and no limit
// can be set for one alone. Dependencies are told apart by the constant hosts of their
// URLs; subdomains of one provider count as one.
//
// mutate: a write to http.DefaultClient or http.DefaultTransport, or to a field of
// either, also through an alias or a helper. Every user in the process gets the change.
// In code that only runs when the program starts it is reported at low confidence.
//
// percall: an http.Transport or a connection pool that is made for each call and not
// kept. Each call pays for connections and handshakes, and idle connections pile up.
//
// bulkhead: one limiter, semaphore or worker pool at which callers of two or more
// dependencies wait. While calls to a slow one fill it, calls to the others wait.
//
// library: an exported constructor of a package other than main that falls back to
// http.DefaultClient.
//
// transport: clients of different dependencies over one Transport, in a variable, or
// because neither client has one, so that both use http.DefaultTransport.
//
// policy: clients of different dependencies whose timeout is one constant or variable.
//
// size: a pool for work that waits for other machines, sized by the number of cores.
//
// # Why it matters
//
// A fault goes from one dependency to another by the road of what they share. In Go's
// net/http a slow host does not take the connections of another host: a Transport keeps
// them apart by host. What two dependencies on one Client do share is its Timeout, redirect
// policy, jar, TLS, proxy and dialer settings, one budget of idle connections,
// CloseIdleConnections, and whatever a wrapping RoundTripper holds. The slowest of them
// sets the timeout for all.
//
// A Transport that is dropped with its idle connections leaves two goroutines and one
// descriptor for each of them, until the idle timeout ends them, or for ever where none
// is set.
//
// # Example
//
//	func rate(ctx context.Context, currency string) (*http.Response, error) {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		client := &http.Client{Transport: t, Timeout: time.Second}
//		req, err := http.NewRequestWithContext(ctx, "GET", "https://rates.example.com/"+currency, nil)
//		if err != nil {
//			return nil, err
//		}
//		return client.Do(req)
//	}
//
// # How to fix
//
// Make one client for each dependency, when the program starts, with a Transport and a
// Timeout of its own, and keep it in the struct that stands for the dependency.
//
//	type rates struct{ client *http.Client }
//
//	func newRates() *rates {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		return &rates{client: &http.Client{Transport: t, Timeout: time.Second}}
//	}
//
// To change a default, Clone the Transport or copy the Client first, and change the copy.
//
// # When it stays silent
//
// In tests, examples, generated code and programs that run once and end. A program is a
// service where it serves others, consumes messages, runs jobs, or works until it is told
// to stop; handling signals, polling for a result or waiting for a browser's answer makes
// none. What only a command reaches that ends by itself is silent, too, where another
// command of the program serves.
//
// Where there is one dependency only. Where hosts are data, as with webhooks, proxies and
// crawlers. For a Transport or pool that is returned, stored or handed on, that has
// keep-alive off or is closed, that is made once by sync.Once, or by the function whose
// loop uses it. For a pool that is closed in the same function outside a request, or only
// pinged or migrated.
//
// # Options
//
// None.
//
// # Limits
//
// A value that can't be followed counts as kept, and a host that can't be read counts as
// data. Two dependencies on different hosts of one registered domain count as one. Which
// command reaches a function is known within one package only.
//
// # References
//
// The comments on Client, Transport and DefaultClient in https://pkg.go.dev/net/http, and
// on DB in https://pkg.go.dev/database/sql.
package sharedclient
