// Package good is the example on the page of missingdeadline/noctx, right.
package good

import (
	"context"
	"net"
	"net/smtp"
	"time"
)

type mailer struct{ addr string }

func (m *mailer) confirm(ctx context.Context, to string, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", m.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, "mail.internal")
	if err != nil {
		return err
	}
	if err := c.Mail("shop@example.com"); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}
