package fixes

import (
	"context"
	"net/http"
)

func (s *stock) alive(w http.ResponseWriter, r *http.Request) {
	if s.db.PingContext(context.Background()) != nil { // want `the caller's context is dropped`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
