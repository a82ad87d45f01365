package mail

import "net/smtp"

var up = smtp.SendMail("mail.example:25", nil, "me", nil, nil)
