// # Kind default
//
// # What it reports
//
// Service code calls through http.DefaultClient: by http.Get, http.Head, http.Post,
// http.PostForm, by the variable itself, or by a function value that holds one of these. It
// has no timeout, and the whole process uses it.
//
// # Why it matters
//
// The zero client waits for ever. A bank that hangs holds 20/s × 60 s = 1200 requests a
// minute after it began, at 20 a second. And what one package sets on the variable, another
// one has: a library that sets a Timeout of 60 s for its own sake gives the rates 60 s as
// well, 20/s × 60 s = 1200 again, and one that sets 1 s cuts a download off. With a client
// of its own and 1 s, 20/s × 1 s = 20 are held.
//
// # Example
//
// The client of the whole process:
//
//	func rate(ctx context.Context, currency string) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		req, err := http.NewRequestWithContext(ctx, "GET", "https://rates.example.com/"+currency, nil)
//		if err != nil {
//			return nil, err
//		}
//		return http.DefaultClient.Do(req)
//	}
//
// A client for this dependency:
//
//	type rates struct{ client *http.Client }
//
//	func newRates() *rates {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		return &rates{client: &http.Client{Transport: t, Timeout: time.Second}}
//	}
//
//	func (r *rates) rate(ctx context.Context, currency string) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, "GET", "https://rates.example.com/"+currency, nil)
//		if err != nil {
//			return nil, err
//		}
//		return r.client.Do(req)
//	}
//
// # How to fix
//
// Make one client for each dependency when the program starts, with a Timeout and a
// Transport of its own, and keep it in the struct that stands for the dependency.
//
//   - aws-sdk-go-v2: has clients of its own; config.WithHTTPClient sets another one.
//   - google.golang.org/api: option.WithHTTPClient, with an authenticated transport.
//   - go-github, Slack and other SDKs that take a nil client: hand one over. A nil falls
//     back to http.DefaultClient in many of them.
//   - oauth2: put your client into the context with oauth2.HTTPClient, else tokens are
//     fetched by http.DefaultClient.
//   - resty: resty.NewWithClient(c).
//
// # When it stays silent
//
// In programs that run once and end, and in what only a command reaches that ends by
// itself. At start-up, and where the host is data and the caller brings the context, it is
// told at low confidence. In tests, examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// What a library does inside with http.DefaultClient is not seen.
//
// # References
//
// DefaultClient: https://pkg.go.dev/net/http#Client.
package sharedclient
