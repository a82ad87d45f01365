// Package writer is a case of its rule.
package writer

import (
	"net"
	"net/http"
)

type AsyncWriter struct {
	ch chan []byte
	c  net.Conn
}

func New(c net.Conn) *AsyncWriter {
	w := &AsyncWriter{make(chan []byte, 512), c}
	go w.pump()
	return w
}
func (w *AsyncWriter) pump() {
	for b := range w.ch {
		w.c.Write(b)
	}
}
func (w *AsyncWriter) Write(b []byte) (int, error) {
	w.ch <- append([]byte(nil), b...) // want `no way out.*unboundedqueue/block`
	return len(b), nil
}

type API struct{ log *AsyncWriter }

func (a *API) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	a.log.Write([]byte(r.URL.Path))
	rw.WriteHeader(200)
}
