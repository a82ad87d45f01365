// # Kind library
//
// # What it reports
//
// An exported constructor of a package other than main that falls back to
// http.DefaultClient when it is handed none. Told at low confidence.
//
// # Why it matters
//
// Whoever calls the constructor with nil gets a client without a limit, and does not see it
// there. If three services use the library with 20 requests a second each, and the far side
// hangs, 3 × 20/s × 60 s = 3600 requests are held after a minute; with a default of 10 s it
// is 3 × 20/s × 10 s = 600. And every change of http.DefaultClient anywhere in the process
// changes the library.
//
// # Example
//
// Nil means the client of the whole process:
//
//	type API struct{ client *http.Client }
//
//	func New(client *http.Client) *API {
//		if client == nil {
//			client = http.DefaultClient
//		}
//		return &API{client: client}
//	}
//
//	func (a *API) Fetch(r *http.Request) (*http.Response, error) { return a.client.Do(r) }
//
// Nil means a client of its own:
//
//	type API struct{ client *http.Client }
//
//	func New(client *http.Client) *API {
//		if client == nil {
//			t := http.DefaultTransport.(*http.Transport).Clone()
//			client = &http.Client{Transport: t, Timeout: 10 * time.Second}
//		}
//		return &API{client: client}
//	}
//
//	func (a *API) Fetch(r *http.Request) (*http.Response, error) { return a.client.Do(r) }
//
// # How to fix
//
// Make a client with a timeout where none is handed over, or demand one. Say in the comment
// of the constructor what the default is.
//
//   - go-cleanhttp: cleanhttp.DefaultPooledClient(), and set its Timeout.
//   - With options: WithHTTPClient(c), and a default made by the constructor.
//   - Generated clients (oapi-codegen: WithHTTPClient; go-swagger: a transport over a
//     client): hand yours over where you wrap them.
//
// # When it stays silent
//
// For constructors that are not exported, and in package main. In tests, examples and
// generated code.
//
// # Options
//
// None. It is shown with -confidence low, or -checks sharedclient/library.
//
// # Limits
//
// A fallback at each call, in place of the constructor, is told as sharedclient/default in
// a service.
//
// # References
//
// https://pkg.go.dev/net/http#Client.
package sharedclient
