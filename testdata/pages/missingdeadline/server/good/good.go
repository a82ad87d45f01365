// Package good is the example on the page of missingdeadline/server, right.
package good

import (
	"net/http"
	"time"
)

func serve(h http.Handler) error {
	s := &http.Server{
		Addr:              ":8080",
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return s.ListenAndServe()
}
