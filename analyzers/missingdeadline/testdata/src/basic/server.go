package basic

import (
	"net/http"
	"time"
)

func serve(h http.Handler) error {
	return http.ListenAndServe(":8080", h) // want `^http.ListenAndServe serves with no timeout at all: a peer that sends its header slowly, or never, holds a connection for ever; serve with an http.Server that sets ReadHeaderTimeout \(missingdeadline/server\)$`
}

func listen(h http.Handler) error {
	s := &http.Server{Addr: ":8080", Handler: h} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	return s.ListenAndServe()
}

// What bounds an answer does not bound a request's header.
var admin = http.Server{Addr: ":9090", WriteTimeout: time.Second} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
