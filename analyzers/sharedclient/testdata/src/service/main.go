// Command service serves; what it does at its start is reported at low confidence.
package main

import (
	"net/http"
	"time"
)

func main() {
	http.DefaultClient.Timeout = time.Second
	http.HandleFunc("/", handle)
	_ = http.ListenAndServe(":8080", nil)
}

func handle(w http.ResponseWriter, r *http.Request) {
	_, _ = http.Get("https://api.example.com") // want `main.handle calls api.example.com through http.DefaultClient`
}
