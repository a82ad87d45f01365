// # Kind client
//
// # What it reports
//
// A client whose every limit is off. An http.Client without Timeout that sends requests
// without a deadline; an http.Transport made by hand without any limit; an option that
// switches off the limit that a library has by default, such as ReadTimeout: -1 of
// go-redis. The finding stands where the client is made, since one line there mends all its
// calls.
//
// # Why it matters
//
// The zero http.Client waits for ever. In the example each order asks the payment service:
// at 20 orders a second, and a service that hangs, 20/s × 60 s = 1200 orders are held after
// one minute and 20/s × 600 s = 12000 after ten. With a Timeout of 2 s it is 20/s × 2 s =
// 40 at any time.
//
// # Example
//
// Neither the client nor the request has a limit:
//
//	type payments struct{ client *http.Client }
//
//	func newPayments() *payments { return &payments{client: &http.Client{}} }
//
//	func (p *payments) charge(form url.Values) error {
//		resp, err := p.client.PostForm("https://payments.internal/charges", form)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// The client has one for all its calls:
//
//	type payments struct{ client *http.Client }
//
//	func newPayments() *payments { return &payments{client: &http.Client{Timeout: 2 * time.Second}} }
//
//	func (p *payments) charge(form url.Values) error {
//		resp, err := p.client.PostForm("https://payments.internal/charges", form)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// # How to fix
//
//   - net/http: set Timeout on the http.Client, or give each request a context with a
//     deadline. For a transport, begin with
//     http.DefaultTransport.(*http.Transport).Clone(), which has limits for the dial, the
//     TLS handshake and idle connections, and set ResponseHeaderTimeout.
//   - retryablehttp: client.HTTPClient.Timeout bounds each attempt. A deadline in the
//     request's context bounds all of them.
//   - resty v2: client.SetTimeout(d).
//   - go-redis: leave DialTimeout, ReadTimeout and WriteTimeout unset, or above zero. A
//     value of -1 means no timeout.
//   - gRPC: there is no timeout of a connection for its calls. Use a deadline in the
//     context of each, or the service config.
//   - aws-sdk-go-v2: awshttp.NewBuildableClient().WithTimeout(d) as config.WithHTTPClient.
//   - client-go: rest.Config.Timeout, not for a config that watches use.
//
// # When it stays silent
//
// Where a Timeout is set later, in an option, in a helper or by whoever calls the
// constructor; where every request that goes through the client has a deadline; where the
// client is handed to code that can't be followed. For streams and watches. In tests,
// mocks, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// All values of one struct type count as one: where any constructor sets a timeout, the
// field counts as bounded. A Transport's ResponseHeaderTimeout counts as a bound, though it
// does not bound the reading of a body.
//
// # References
//
// What a zero client leaves open: https://pkg.go.dev/net/http#Client and
// https://pkg.go.dev/net/http#Transport.
//
// Timeouts of go-redis: https://pkg.go.dev/github.com/redis/go-redis/v9#Options.
package missingdeadline
