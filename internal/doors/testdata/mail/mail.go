// Package mail waits for a server in each of its files, under different comments.
package mail

import "net/smtp"

func Send(to string) error {
	return smtp.SendMail("mail.example:25", nil, "me", []string{to}, nil)
}
