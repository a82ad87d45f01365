// Package good is the example on the page of retrypolicy/permanent, right.
package good

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

type desk struct {
	base   string
	client *http.Client
}

func (d *desk) delivery(sku string) (*http.Response, error) {
	var last error
	for i := range 6 {
		resp, err := d.client.Get(d.base + "/delivery/" + sku)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		if err == nil {
			err = fmt.Errorf("delivery: %s", resp.Status)
			resp.Body.Close()
			if resp.StatusCode/100 == 4 && resp.StatusCode != http.StatusTooManyRequests {
				return nil, err
			}
		}
		last = err
		time.Sleep(time.Second<<i + rand.N(time.Second))
	}
	return nil, last
}
