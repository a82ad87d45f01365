// # Kind mutate
//
// # What it reports
//
// A write to http.DefaultClient or http.DefaultTransport, or to a field of either, also
// through an alias or a helper. Every user in the process gets the change. In code that
// only runs when the program starts it is reported at low confidence.
//
// # Why it matters
//
// The example wants 100 idle connections to one payment service. All hosts get them: a
// process that talks to 40 hosts may keep 40 × 100 = 4000 descriptors instead of 40 × 2 =
// 80, since the default for a host is 2; MaxIdleConns, 100 in all, stops it there, so that
// the payment service pushes the others' connections out. Whoever writes last wins, and a
// write while requests are under way is a data race.
//
// # Example
//
// These are everybody's settings:
//
//	func newPayments() *http.Client {
//		http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 100
//		return &http.Client{Timeout: 2 * time.Second}
//	}
//
//	func charge(w http.ResponseWriter, r *http.Request) {
//		req, err := http.NewRequestWithContext(r.Context(), "POST", "https://payments.internal/charges", nil)
//		if err != nil {
//			w.WriteHeader(http.StatusInternalServerError)
//			return
//		}
//		resp, err := newPayments().Do(req)
//		if err != nil {
//			w.WriteHeader(http.StatusBadGateway)
//			return
//		}
//		resp.Body.Close()
//	}
//
// A copy is changed:
//
//	var payments = newPayments()
//
//	func newPayments() *http.Client {
//		t := http.DefaultTransport.(*http.Transport).Clone()
//		t.MaxIdleConnsPerHost = 100
//		return &http.Client{Transport: t, Timeout: 2 * time.Second}
//	}
//
//	func charge(w http.ResponseWriter, r *http.Request) {
//		req, err := http.NewRequestWithContext(r.Context(), "POST", "https://payments.internal/charges", nil)
//		if err != nil {
//			w.WriteHeader(http.StatusInternalServerError)
//			return
//		}
//		resp, err := payments.Do(req)
//		if err != nil {
//			w.WriteHeader(http.StatusBadGateway)
//			return
//		}
//		resp.Body.Close()
//	}
//
// # How to fix
//
// Clone the transport, or copy the client, and change the copy: t :=
// http.DefaultTransport.(*http.Transport).Clone().
//
//   - go-cleanhttp: cleanhttp.DefaultPooledTransport() makes a new one with sensible
//     limits.
//   - otelhttp: otelhttp.NewTransport(t) around your own transport, not assigned to
//     http.DefaultTransport.
//   - A library that only knows http.DefaultClient: look for its option that takes a
//     client.
//   - For tests: httptest.Server's Client(), or a RoundTripper in the client under test.
//
// # When it stays silent
//
// In tests, examples and generated code, and in programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A write by reflection, or inside a library, is not seen.
//
// # References
//
// Clone: https://pkg.go.dev/net/http#Transport.Clone. The variables:
// https://pkg.go.dev/net/http#pkg-variables.
package sharedclient
