// # Kind server
//
// # What it reports
//
// An http.Server with neither ReadHeaderTimeout nor ReadTimeout, and the functions that
// make such a server themselves, such as http.ListenAndServe. Where the header is bounded
// and nothing else is, and no handler of the package streams, it is told at low confidence.
//
// # Why it matters
//
// A peer that sends a letter of the header a minute holds a connection, a goroutine and a
// descriptor for as long as it likes. One machine that opens 10 connections a second holds
// 10/s × 60 s = 600 after a minute and 10/s × 3600 s = 36000 after an hour. With a
// ReadHeaderTimeout of 5 s it holds 10/s × 5 s = 50.
//
// # Example
//
// There is no limit for the header:
//
//	func serve(h http.Handler) error {
//		s := &http.Server{Addr: ":8080", Handler: h}
//		return s.ListenAndServe()
//	}
//
// Who has not sent the header after five seconds is sent away:
//
//	func serve(h http.Handler) error {
//		s := &http.Server{
//			Addr:              ":8080",
//			Handler:           h,
//			ReadHeaderTimeout: 5 * time.Second,
//			WriteTimeout:      30 * time.Second,
//			IdleTimeout:       2 * time.Minute,
//		}
//		return s.ListenAndServe()
//	}
//
// # How to fix
//
// Set ReadHeaderTimeout. -fix writes ReadHeaderTimeout: 5 * time.Second into the literal of
// a server; a header is a few lines, so that no handler is cut off by it. IdleTimeout
// bounds connections between requests; without it ReadTimeout counts for them.
//
//   - net/http: make an http.Server instead of calling http.ListenAndServe. Set
//     WriteTimeout above what the slowest handler may take; a handler that streams sets its
//     own with http.ResponseController.
//   - gin, echo, chi: hand the router to an http.Server of your own: Handler: router. Echo
//     has its server in e.Server.
//   - fiber and fasthttp: ReadTimeout, WriteTimeout and IdleTimeout in fiber.Config or
//     fasthttp.Server.
//   - gRPC: grpc.ConnectionTimeout bounds the handshake, keepalive.ServerParameters the
//     rest.
//
// # When it stays silent
//
// For a server that listens on the loopback address only, one whose fields another function
// or package may set, and one that goes through a function of another package that returns
// a server. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A proxy in front that bounds the header is not seen: silence the finding there with a
// reason.
//
// # References
//
// What each timeout of a server bounds: https://pkg.go.dev/net/http#Server.
//
// Slow headers as an attack:
// https://www.cloudflare.com/learning/ddos/ddos-attack-tools/slowloris/.
package missingdeadline
