// Package good is the example on the page of unboundedqueue/block, right.
package good

import (
	"net/http"
	"time"
)

type station struct{ audit chan string }

func newStation(write func(string)) *station {
	s := &station{audit: make(chan string, 64)}
	go func() {
		for line := range s.audit {
			write(line)
		}
	}()
	return s
}

func (s *station) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.audit <- r.URL.Path:
		w.WriteHeader(http.StatusNoContent)
	case <-r.Context().Done():
	case <-time.After(100 * time.Millisecond):
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
