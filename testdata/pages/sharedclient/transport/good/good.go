// Package good is the example on the page of sharedclient/transport, right.
package good

import (
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

func parcel() (*http.Response, error) { return parcels.Get("https://api.parcels.example/") }

func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.example/") }
