// Package taint asks an address that its caller chooses, with a timeout.
package taint

import (
	"context"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 2 * time.Second}

// ServeHTTP fetches what the request names.
func ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resp, err := client.Get(r.FormValue("url"))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}

// Fetch takes the address from a variable, through the default client.
func Fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
