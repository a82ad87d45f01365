// Package body never closes the body of a response, so that its connection is lost.
package body

import (
	"context"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 2 * time.Second}

// Up asks and forgets.
func Up(ctx context.Context) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/up", nil)
	if err != nil {
		return false, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, nil
}
