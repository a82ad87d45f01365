// Package good is the example on the page of missingdeadline/request, right.
package good

import (
	"context"
	"net/http"
	"time"
)

type shop struct{ client *http.Client }

func newShop() *shop { return &shop{client: &http.Client{}} }

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://stock.internal/levels", nil)
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
