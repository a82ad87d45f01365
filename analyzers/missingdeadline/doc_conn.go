// # Kind conn
//
// # What it reports
//
// A network connection is read or written and nobody who has it sets a deadline on it: not
// the function, not its callers, not what it is handed to. Told at low confidence.
//
// # Why it matters
//
// A TCP peer that vanishes, because its machine lost power or a firewall dropped the state,
// sends nothing. A read then waits for as long as the process lives. Each such peer costs a
// goroutine and a descriptor: with a limit of 1024 descriptors, and 3 such peers an hour,
// the process refuses everybody after 1024 ÷ 3 = 341 hours, two weeks after it was started,
// and nobody knows why. With a deadline of 30 s the three cost 3 × 30 s = 90 s of one
// goroutine an hour.
//
// # Example
//
// A peer that says nothing is waited for without end:
//
//	type board struct{ seen func(line string) }
//
//	func (b *board) serve(ln net.Listener) error {
//		for {
//			conn, err := ln.Accept()
//			if err != nil {
//				return err
//			}
//			go b.lines(conn)
//		}
//	}
//
//	func (b *board) lines(conn net.Conn) {
//		defer conn.Close()
//		buf := make([]byte, 64)
//		for {
//			n, err := conn.Read(buf)
//			if err != nil {
//				return
//			}
//			b.seen(string(buf[:n]))
//		}
//	}
//
// After thirty seconds of silence it is let go:
//
//	type board struct{ seen func(line string) }
//
//	func (b *board) serve(ln net.Listener) error {
//		for {
//			conn, err := ln.Accept()
//			if err != nil {
//				return err
//			}
//			go b.lines(conn)
//		}
//	}
//
//	func (b *board) lines(conn net.Conn) {
//		defer conn.Close()
//		buf := make([]byte, 64)
//		for {
//			if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
//				return
//			}
//			n, err := conn.Read(buf)
//			if err != nil {
//				return
//			}
//			b.seen(string(buf[:n]))
//		}
//	}
//
// # How to fix
//
// Call SetDeadline, SetReadDeadline or SetWriteDeadline before each wait. A deadline is a
// point in time, so that a connection that lives long needs a new one for each message.
//
//   - net and crypto/tls: SetDeadline on the connection; tls.Dialer.DialContext for the
//     handshake.
//   - gorilla/websocket: SetReadDeadline, and a new one in the pong handler;
//     SetWriteDeadline before each write. coder/websocket: a deadline in the context of
//     Read and Write.
//   - net/http: http.ResponseController's SetReadDeadline and SetWriteDeadline, or the
//     server's ReadTimeout and WriteTimeout.
//   - net/rpc and net/smtp: make the client over a connection with a deadline.
//   - golang.org/x/crypto/ssh: a deadline on the net.Conn below ssh.NewClientConn.
//
// # When it stays silent
//
// For tunnels, which copy between two connections and live as long as their ends; for
// connections of other types than net.Conn, *net.TCPConn and *tls.Conn; where a deadline is
// set anywhere on the connection's way, or may be, since it is handed to code that can set
// one and can't be followed. In tests, examples, generated code and programs that run once
// and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks missingdeadline/conn.
//
// # Limits
//
// A connection kept in a map or sent over a channel is not followed. TCP keep-alive, which
// Go turns on, ends a dead peer after some minutes in many cases, but not one that lives
// and says nothing.
//
// # References
//
// Deadlines of a connection: https://pkg.go.dev/net#Conn.
package missingdeadline
