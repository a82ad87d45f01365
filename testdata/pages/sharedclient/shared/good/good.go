// Package good is the example on the page of sharedclient/shared, right.
package good

import (
	"context"
	"net/http"
	"time"
)

var (
	parcels = newClient(time.Second)
	maps    = newClient(30 * time.Second)
)

func newClient(timeout time.Duration) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	return &http.Client{Transport: t, Timeout: timeout}
}

func get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func parcel(ctx context.Context, id string) (*http.Response, error) {
	return get(ctx, parcels, "https://api.parcels.example/"+id)
}

func way(ctx context.Context, to string) (*http.Response, error) {
	return get(ctx, maps, "https://maps.cartographers.example/"+to)
}
