// Package bad is the example on the page of sharedclient/percall, wrong.
package bad

import (
	"context"
	"net/http"
	"time"
)

func picture(ctx context.Context, name string) (*http.Response, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	client := &http.Client{Transport: t, Timeout: time.Second}
	req, err := http.NewRequestWithContext(ctx, "GET", "https://pictures.example.com/"+name, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}
