// Package bad is the example on the page of sharedclient/bulkhead, wrong.
package bad

import (
	"net/http"
	"time"
)

type adviser struct {
	places         chan struct{}
	tastes, trends *http.Client
}

func newAdviser() *adviser {
	return &adviser{
		places: make(chan struct{}, 10),
		tastes: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: 2 * time.Second},
		trends: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: time.Second},
	}
}

func (a *adviser) taste() (*http.Response, error) {
	a.places <- struct{}{}
	defer func() { <-a.places }()
	return a.tastes.Get("https://api.tastes.example/")
}

func (a *adviser) trend() (*http.Response, error) {
	a.places <- struct{}{}
	defer func() { <-a.places }()
	return a.trends.Get("https://trends.oracle.example/")
}
