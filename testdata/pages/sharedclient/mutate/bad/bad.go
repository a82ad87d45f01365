// Package bad is the example on the page of sharedclient/mutate, wrong.
package bad

import (
	"net/http"
	"time"
)

func newPayments() *http.Client {
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 100
	return &http.Client{Timeout: 2 * time.Second}
}

func charge(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "POST", "https://payments.internal/charges", nil)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	resp, err := newPayments().Do(req)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
