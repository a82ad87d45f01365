// Command routes registers handlers as literals, where it starts: they run for each request.
package main

import (
	"context"
	"net/http"
	"time"
)

var client = &http.Client{}

func ask(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/", nil)
	if err != nil {
		return
	}
	if resp, err := client.Do(req); err == nil {
		resp.Body.Close()
	}
}

// onlyFromHandlers is called by nothing that runs at the start.
func onlyFromHandlers() {
	ask(context.Background()) // want `context.Background goes to http.Client.Do with no deadline`
}

func newServer() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/new", func(w http.ResponseWriter, r *http.Request) {
		ask(context.Background()) // want `the caller's context is dropped`
	})
	return &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: time.Second, IdleTimeout: time.Minute}
}

func main() {
	ask(context.Background()) // at the start, which is told at low confidence
	http.HandleFunc("/main", func(w http.ResponseWriter, r *http.Request) {
		ask(context.Background()) // want `the caller's context is dropped`
		onlyFromHandlers()
	})
	_ = newServer().ListenAndServe()
}
