// Package bad is the example on the page of missingdeadline/server, wrong.
package bad

import "net/http"

func serve(h http.Handler) error {
	s := &http.Server{Addr: ":8080", Handler: h}
	return s.ListenAndServe()
}
