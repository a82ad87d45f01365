// Package partners asks other firms.
package partners

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Fault: two firms behind one client. The map needs thirty seconds for a long way, so the
// parcel service gets thirty as well, though it answers in half a second or never: when it
// is down, each page about a delivery is held sixty times longer than need be.
var client = &http.Client{Timeout: 30 * time.Second}

// Delivery says where a parcel is.
func Delivery(ctx context.Context, id string) ([]byte, error) {
	return get(ctx, "https://api.parcels.example/v2/track/"+url.PathEscape(id))
}

// Way gives the way to a place, which takes a while.
func Way(ctx context.Context, place string) ([]byte, error) {
	return get(ctx, "https://maps.cartographers.example/route?to="+url.QueryEscape(place))
}

func get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("partners: %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}
