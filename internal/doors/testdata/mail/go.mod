module example.com/mail

go 1.26
