// Package servers has HTTP servers that are bounded: nothing is found in it.
package servers

import (
	"net/http"
	"time"
)

func servers(h http.Handler) {
	header := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: time.Second}
	whole := http.Server{Addr: ":8081", Handler: h, ReadTimeout: time.Second}
	later := &http.Server{Addr: ":8082", Handler: h}
	later.ReadHeaderTimeout = time.Second
	helped := limit(&http.Server{Addr: ":8083", Handler: h})
	for _, s := range []*http.Server{header, &whole, later, helped, made(h)} {
		s.ListenAndServe()
	}
	onlyHere := &http.Server{Addr: "127.0.0.1:6060", Handler: h}
	onlyHere.ListenAndServe()
	http.ListenAndServe("localhost:6060", nil)
}

func limit(s *http.Server) *http.Server {
	s.ReadHeaderTimeout = time.Second
	return s
}

// The caller sets what the constructor leaves out.
func bare(h http.Handler) *http.Server { return &http.Server{Handler: h} }

func made(h http.Handler) *http.Server {
	s := bare(h)
	s.ReadHeaderTimeout = time.Second
	return s
}

// A server that is a package variable.
var (
	metrics = http.Server{Addr: ":9090", ReadHeaderTimeout: time.Second}
	debug   http.Server
)

func init() { debug.ReadHeaderTimeout = time.Second }

func alsoServe() {
	metrics.ListenAndServe()
	debug.ListenAndServe()
}
