// Package fixes holds servers in the shapes that their fix has to fit into.
package fixes

import (
	"log"
	"net/http"
)

func line(h http.Handler) error {
	s := &http.Server{Addr: ":8080", Handler: h} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	return s.ListenAndServe()
}

func lines(h http.Handler) error {
	s := http.Server{ // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
		// Addr is said by the platform.
		Addr:     ":8080",
		ErrorLog: log.Default(),
		Handler:  h, // the mux
		// More may come.
	}
	return s.ListenAndServe()
}

func empty() error {
	return (&http.Server{}).ListenAndServe() // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
}

func shadowed(h http.Handler, time string) error {
	log.Print(time)
	s := &http.Server{Addr: ":8080", Handler: h} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	return s.ListenAndServe()
}

var nested = struct{ server *http.Server }{
	server: &http.Server{ // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
		Addr: ":8080",
	},
}
