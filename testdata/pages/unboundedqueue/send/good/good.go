// Package good is the example on the page of unboundedqueue/send, right.
package good

import "net/http"

type board struct{ sales chan string }

func newBoard() *board { return &board{sales: make(chan string, 16)} }

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case b.sales <- r.URL.Path:
	default:
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (b *board) show(line func(string)) {
	for s := range b.sales {
		line(s)
	}
}
