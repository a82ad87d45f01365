// Package bad is the first half of the page's example.
package bad

import "net/http"

type payments struct{ client *http.Client }

func newPayments() *payments { return &payments{client: &http.Client{}} } // want `an http.Client without timeout sends requests without deadline: bad.payments.charge → http.Client.Do`

func (p *payments) charge(order string) error {
	req, err := http.NewRequest("POST", "https://payments.internal/charges/"+order, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
