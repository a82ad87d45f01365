// Package good is the example on the page of sharedclient/percall, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type pictures struct{ client *http.Client }

func newPictures() *pictures {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	return &pictures{client: &http.Client{Transport: t, Timeout: time.Second}}
}

func (p *pictures) picture(ctx context.Context, name string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "https://pictures.example.com/"+name, nil)
	if err != nil {
		return nil, err
	}
	return p.client.Do(req)
}
