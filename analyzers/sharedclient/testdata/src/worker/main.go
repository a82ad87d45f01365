// Command worker serves nobody, but works until it is told to stop.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := scan(); err != nil {
				return
			}
		}
	}
}

func scan() error {
	resp, err := http.Get("https://api.example.com/changes") // want `main.scan calls api.example.com through http.DefaultClient`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
