// Package bad is the example on the page of sharedclient/default, wrong.
package bad

import (
	"context"
	"net/http"
	"time"
)

func rate(ctx context.Context, currency string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "https://rates.example.com/"+currency, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}
