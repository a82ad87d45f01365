// # Kind noctx
//
// # What it reports
//
// A call that leaves the process has no way to carry a deadline, and nothing else ends it:
// http.Get with http.DefaultClient, DB.Exec without Context, smtp.SendMail, rpc.Dial. A
// child process is reported where a request waits for it.
//
// # Why it matters
//
// The example sends a mail in each order. A mail server that takes the connection and then
// says nothing holds the order for ever. At 20 orders a second, 20/s × 60 s = 1200 are held
// after a minute. With a deadline of 5 s on the connection it is 20/s × 5 s = 100, and no
// more.
//
// # Example
//
// Nothing can end this:
//
//	type mailer struct{ addr string }
//
//	func (m *mailer) confirm(to string, text []byte) error {
//		return smtp.SendMail(m.addr, nil, "shop@example.com", []string{to}, text)
//	}
//
// The connection has a limit for all that is done with it:
//
//	type mailer struct{ addr string }
//
//	func (m *mailer) confirm(ctx context.Context, to string, text []byte) error {
//		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
//		defer cancel()
//		var d net.Dialer
//		conn, err := d.DialContext(ctx, "tcp", m.addr)
//		if err != nil {
//			return err
//		}
//		defer conn.Close()
//		if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
//			return err
//		}
//		c, err := smtp.NewClient(conn, "mail.internal")
//		if err != nil {
//			return err
//		}
//		if err := c.Mail("shop@example.com"); err != nil {
//			return err
//		}
//		if err := c.Rcpt(to); err != nil {
//			return err
//		}
//		w, err := c.Data()
//		if err != nil {
//			return err
//		}
//		if _, err := w.Write(text); err != nil {
//			return err
//		}
//		if err := w.Close(); err != nil {
//			return err
//		}
//		return c.Quit()
//	}
//
// # How to fix
//
// Use the form that takes a context, and give it a deadline. Where there is none, bound the
// connection below.
//
//   - net/http: http.NewRequestWithContext and Client.Do in place of Get, Post and Head.
//   - database/sql and sqlx: QueryContext, ExecContext, PrepareContext, BeginTx,
//     PingContext. gorm: db.WithContext(ctx).
//   - net: net.Dialer.DialContext; conn.SetDeadline before reading and writing.
//   - net/smtp and net/rpc: connect with net.DialTimeout, call SetDeadline, and make the
//     client over the connection.
//   - os/exec: exec.CommandContext with a deadline, and Cmd.WaitDelay, since a grandchild
//     can hold the output pipe open.
//   - redigo: redis.DialConnectTimeout, redis.DialReadTimeout and redis.DialWriteTimeout
//     when dialling.
//   - aws-sdk-go (v1): the methods that end in WithContext.
//
// Where the function has a context, -fix uses the form that takes it: net/http,
// database/sql and others of the kind.
//
// # When it stays silent
//
// Where the client has a Timeout, the driver's DSN a read or statement timeout, or the
// connection a deadline. For plain dials, which the operating system ends after minutes, at
// start-up, and for a method that only makes a context for its twin: these are told at low
// confidence. For a child process outside a request, or one that has os.Stdin. In tests,
// mocks, examples, generated code and programs that run once and end.
//
// # Options
//
// None.
//
// # Limits
//
// A function of another module is known where the catalogue describes it, and else counts
// as harmless. A DSN that is not constant is not read.
//
// # References
//
// Ending a statement in time: https://go.dev/doc/database/cancel-operations.
//
// Deadlines of a connection: https://pkg.go.dev/net#Conn.
//
// Ending a child process: https://pkg.go.dev/os/exec#Cmd.
package missingdeadline
