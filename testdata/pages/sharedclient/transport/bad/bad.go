// Package bad is the example on the page of sharedclient/transport, wrong.
package bad

import (
	"net/http"
	"time"
)

var (
	parcels = &http.Client{Timeout: time.Second}
	maps    = &http.Client{Timeout: 30 * time.Second}
)

func parcel() (*http.Response, error) { return parcels.Get("https://api.parcels.example/") }

func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.example/") }
