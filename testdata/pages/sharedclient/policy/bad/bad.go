// Package bad is the example on the page of sharedclient/policy, wrong.
package bad

import (
	"net/http"
	"time"
)

const timeout = 3 * time.Second

var (
	stock = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: timeout}
	maps  = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: timeout}
)

func level() (*http.Response, error) { return stock.Get("https://stock.internal.example/") }

func way() (*http.Response, error) { return maps.Get("https://maps.cartographers.test/") }
