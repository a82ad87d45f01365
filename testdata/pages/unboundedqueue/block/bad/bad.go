// Package bad is the example on the page of unboundedqueue/block, wrong.
package bad

import "net/http"

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
	s.audit <- r.URL.Path
	w.WriteHeader(http.StatusNoContent)
}
