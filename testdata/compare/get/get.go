// Package get calls without a context and without a limit.
package get

import "net/http"

// ServeHTTP waits for as long as the stock service does not answer.
func ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resp, err := http.Get("http://stock.internal/levels")
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
