// Package bad is the example on the page of sharedclient/library, wrong.
package bad

import "net/http"

type API struct{ client *http.Client }

func New(client *http.Client) *API {
	if client == nil {
		client = http.DefaultClient
	}
	return &API{client: client}
}

func (a *API) Fetch(r *http.Request) (*http.Response, error) { return a.client.Do(r) }
