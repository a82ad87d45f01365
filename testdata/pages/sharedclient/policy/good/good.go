// Package good is the example on the page of sharedclient/policy, right.
package good

import (
	"net/http"
	"time"
)

const (
	stockTimeout = 500 * time.Millisecond
	mapsTimeout  = 3 * time.Second
)

var (
	stock = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: stockTimeout}
	maps  = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: mapsTimeout}
)

func level() (*http.Response, error) { return stock.Get("https://stock.internal.example/") }

func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.test/") }
