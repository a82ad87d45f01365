// Package bad is the example on the page of missingdeadline/client, wrong.
package bad

import (
	"net/http"
	"net/url"
)

type payments struct{ client *http.Client }

func newPayments() *payments { return &payments{client: &http.Client{}} }

func (p *payments) charge(form url.Values) error {
	resp, err := p.client.PostForm("https://payments.internal/charges", form)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
