// Package bad is the example on the page of sharedclient/shared, wrong.
package bad

import (
	"context"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 30 * time.Second}

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

func parcel(ctx context.Context, id string) (*http.Response, error) {
	return get(ctx, "https://api.parcels.example/"+id)
}

func way(ctx context.Context, to string) (*http.Response, error) {
	return get(ctx, "https://maps.cartographers.example/"+to)
}
