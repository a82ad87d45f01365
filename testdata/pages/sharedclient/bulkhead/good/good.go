// Package good is the example on the page of sharedclient/bulkhead, right.
package good

import (
	"net/http"
	"time"
)

type adviser struct {
	tasting, trending chan struct{}
	tastes, trends    *http.Client
}

func newAdviser() *adviser {
	return &adviser{
		tasting:  make(chan struct{}, 5),
		trending: make(chan struct{}, 5),
		tastes:   &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: 2 * time.Second},
		trends:   &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Timeout: time.Second},
	}
}

func (a *adviser) taste() (*http.Response, error) {
	a.tasting <- struct{}{}
	defer func() { <-a.tasting }()
	return a.tastes.Get("https://api.tastes.example/")
}

func (a *adviser) trend() (*http.Response, error) {
	a.trending <- struct{}{}
	defer func() { <-a.trending }()
	return a.trends.Get("https://trends.oracle.example/")
}
