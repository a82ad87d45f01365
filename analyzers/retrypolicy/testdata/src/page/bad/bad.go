// Package bad is the example of the page.
package bad

import (
	"context"
	"net/http"
	"time"
)

type prices struct{ client *http.Client }

func (p *prices) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	var resp *http.Response
	for range 3 {
		if resp, err = p.client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(10 * time.Second) // want `waits in time.Sleep before it tries http.Client.Do again and does not see ctx end: a caller that has gone, or a shutdown, waits up to 20s`
	}
	return nil, err
}
