// Package bad is the example on the page of retrypolicy/infinite, wrong.
package bad

import (
	"math/rand/v2"
	"net/http"
	"time"
)

type desk struct {
	base   string
	client *http.Client
}

func (d *desk) since(sku string) *http.Response {
	for {
		resp, err := d.client.Get(d.base + "/since/" + sku)
		if err == nil {
			return resp
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}
