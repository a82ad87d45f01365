// Package mail tells buyers what they bought.
package mail

import (
	"context"
	"fmt"
	"net"
	"net/smtp"
	"time"
)

const from = "shop@example.com"

// A Sender sends by one mail server.
type Sender struct{ addr string }

// New makes a sender by the server at addr.
func New(addr string) *Sender { return &Sender{addr: addr} }

// Confirm says that an order was taken.
func (s *Sender) Confirm(to string, order int64) error {
	// Fault: there is no way to say how long this may take. The order is paid, the page
	// does not come, the buyer orders again.
	return smtp.SendMail(s.addr, nil, from, []string{to}, fmt.Appendf(nil, "We have your order %d.\r\n", order))
}

// Ping is right: it dials with a limit, and gives the connection one for all that follows.
func (s *Sender) Ping(ctx context.Context) error {
	d := net.Dialer{Timeout: time.Second}
	conn, err := d.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(3 * time.Second)); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, "mail.internal")
	if err != nil {
		return err
	}
	return c.Noop()
}
