// Package bad is the example on the page of missingdeadline/request, wrong.
package bad

import "net/http"

type shop struct{ client *http.Client }

func newShop() *shop { return &shop{client: &http.Client{}} }

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "GET", "http://stock.internal/levels", nil)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	resp, err := s.client.Do(req)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
