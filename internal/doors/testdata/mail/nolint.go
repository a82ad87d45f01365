package mail

import "net/smtp"

func Again(to string) error {
	return smtp.SendMail("mail.example:25", nil, "me", []string{to}, nil) //nolint:resilint // on this machine
}
