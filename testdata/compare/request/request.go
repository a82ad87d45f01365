// Package request makes a request without a context for a client that has a timeout.
package request

import (
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 2 * time.Second}

// Level ends after two seconds, though not with its caller.
func Level() (*http.Response, error) {
	req, err := http.NewRequest("GET", "http://stock.internal/levels", nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}
