// Package good is the second half of the page's example.
package good

import (
	"context"
	"net/http"
	"time"
)

type payments struct{ client *http.Client }

func newPayments() *payments { return &payments{client: &http.Client{Timeout: 10 * time.Second}} }

func (p *payments) charge(ctx context.Context, order string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", "https://payments.internal/charges/"+order, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
