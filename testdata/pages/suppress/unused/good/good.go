// Package good is the example on the page of suppress/unused, right.
package good

import (
	"net/http"
	"time"
)

func serve(addr string, h http.Handler) error {
	s := &http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: 5 * time.Second}
	return s.ListenAndServe()
}
