// # Kind transport
//
// # What it reports
//
// Clients of different dependencies over one Transport: in a variable, or because neither
// client has one, so that both use http.DefaultTransport. Told at low confidence.
//
// # Why it matters
//
// A Transport keeps the connections of hosts apart, so that a slow host takes none of
// another's. What the two do share is one budget of idle connections, 100 in all by
// default: when one dependency keeps 95 of them, 100 − 95 = 5 are left for the other, and
// at 20 calls at a time 20 − 5 = 15 of them pay for a new handshake, again and again. They
// also share the TLS, proxy and dialer settings, and one CloseIdleConnections closes both.
//
// # Example
//
// Two clients, one transport below:
//
//	var (
//		parcels = &http.Client{Timeout: time.Second}
//		maps    = &http.Client{Timeout: 30 * time.Second}
//	)
//
//	func parcel() (*http.Response, error) { return parcels.Get("https://api.parcels.example/") }
//
//	func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.example/") }
//
// A transport for each:
//
//	var (
//		parcels = newClient(time.Second)
//		maps    = newClient(30 * time.Second)
//	)
//
//	func newClient(timeout time.Duration) *http.Client {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		return &http.Client{Transport: t, Timeout: timeout}
//	}
//
//	func parcel() (*http.Response, error) { return parcels.Get("https://api.parcels.example/") }
//
//	func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.example/") }
//
// # How to fix
//
// Clone the default transport for each client, and set MaxIdleConnsPerHost by what the
// dependency needs: its calls at a time.
//
//   - retryablehttp and resty: by default each of their clients has a transport of its own.
//     One http.Client handed to two of them is shared.
//   - otelhttp.NewTransport(nil) stands over http.DefaultTransport: hand it a clone.
//   - oauth2.Transport: its Base is http.DefaultTransport where it is nil.
//
// # When it stays silent
//
// Where both clients have the same host or hosts are data; where a transport can't be
// followed. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks sharedclient/transport.
//
// # Limits
//
// A transport that wraps another one counts as its own where the base can't be seen.
//
// # References
//
// MaxIdleConns and what else a Transport holds: https://pkg.go.dev/net/http#Transport.
package sharedclient
