package mail

import (
	"context"

	"example.com/mail/httpx"
)

func Fetch() error { return httpx.Get(context.Background(), "https://news.example") }
