// Command login handles signals, waits for a login by a server of its own and polls: it
// ends by itself all the same.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	done := make(chan struct{})
	defer close(done)
	go spin(done)
	_ = wait(ctx, login(ctx))
}

// login is over when the browser has brought the code.
func login(ctx context.Context) string {
	codes := make(chan string)
	srv := &http.Server{Addr: "127.0.0.1:8976", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		codes <- r.URL.Query().Get("code")
	})}
	go func() { _ = srv.ListenAndServe() }()
	defer srv.Shutdown(ctx)
	return <-codes
}

// wait goes round until the build is done.
func wait(ctx context.Context, code string) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			resp, err := http.Get("https://ci.example.net/builds?code=" + code)
			if err != nil {
				return err
			}
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
}

func spin(done chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Second):
			fmt.Print(".")
		}
	}
}
