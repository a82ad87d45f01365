// Package good is the example on the page of missingdeadline/client, right.
package good

import (
	"net/http"
	"net/url"
	"time"
)

type payments struct{ client *http.Client }

func newPayments() *payments { return &payments{client: &http.Client{Timeout: 2 * time.Second}} }

func (p *payments) charge(form url.Values) error {
	resp, err := p.client.PostForm("https://payments.internal/charges", form)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
