// Command web serves.
package main

import (
	"net/http"

	"app/hosts"
	"app/store"
)

func main() {
	http.HandleFunc("/", handle)
	_ = http.ListenAndServe(":8080", nil)
}

func handle(w http.ResponseWriter, r *http.Request) {
	_ = store.Count(r.Context())
	_, _ = hosts.Weather()
	_, _ = store.Shared.Get("https://news.example.com/")
}
