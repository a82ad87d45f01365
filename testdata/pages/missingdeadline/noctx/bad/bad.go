// Package bad is the example on the page of missingdeadline/noctx, wrong.
package bad

import "net/smtp"

type mailer struct{ addr string }

func (m *mailer) confirm(to string, text []byte) error {
	return smtp.SendMail(m.addr, nil, "shop@example.com", []string{to}, text)
}
