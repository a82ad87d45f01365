package mail

import "net/smtp"

func Local(to string) error {
	//lint:ignore missingdeadline/noctx on this machine
	return smtp.SendMail("mail.example:25", nil, "me", []string{to}, nil)
}
