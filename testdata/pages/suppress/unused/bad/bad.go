// Package bad is the example on the page of suppress/unused, wrong.
package bad

import (
	"net/http"
	"time"
)

func serve(addr string, h http.Handler) error {
	//lint:ignore missingdeadline/server behind a proxy that limits the header time
	s := &http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: 5 * time.Second}
	return s.ListenAndServe()
}
