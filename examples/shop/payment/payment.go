// Package payment takes money.
package payment

import (
	"fmt"
	"net/http"
	"net/url"
)

// A Client talks to the payment service.
type Client struct{ http *http.Client }

// New makes a client.
func New() *Client {
	// Fault: these are everybody's settings. The rates, and each library that uses the
	// default transport, now keep a hundred idle connections to every host, for this
	// package's sake; and whoever writes last wins.
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 100

	// Fault: no limit here, and none in Charge. When the payment service hangs, so does
	// each order: at 20 orders a second there are 1 200 of them after a minute.
	return &Client{http: &http.Client{}}
}

// Charge takes an amount from a card.
func (c *Client) Charge(card string, cents int) error {
	form := url.Values{"card": {card}, "cents": {fmt.Sprint(cents)}}
	resp, err := c.http.PostForm("http://payment.internal/charges", form)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("payment: %s", resp.Status)
	}
	return nil
}
