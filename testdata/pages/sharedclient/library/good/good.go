// Package good is the example on the page of sharedclient/library, right.
package good

import (
	"net/http"
	"time"
)

type API struct{ client *http.Client }

func New(client *http.Client) *API {
	if client == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		client = &http.Client{Transport: t, Timeout: 10 * time.Second}
	}
	return &API{client: client}
}

func (a *API) Fetch(r *http.Request) (*http.Response, error) { return a.client.Do(r) }
