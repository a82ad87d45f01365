// Package good is the example on the page of sharedclient/mutate, right.
package good

import (
	"net/http"
	"time"
)

var payments = newPayments()

func newPayments() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 100
	return &http.Client{Transport: t, Timeout: 2 * time.Second}
}

func charge(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "POST", "https://payments.internal/charges", nil)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	resp, err := payments.Do(req)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
