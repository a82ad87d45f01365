// Package bad is the example on the page of unboundedqueue/send, wrong.
package bad

import "net/http"

type board struct{ sales chan string }

func newBoard() *board { return &board{sales: make(chan string, 16)} }

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sku := r.URL.Path
	go func() { b.sales <- sku }()
}

func (b *board) show(line func(string)) {
	for s := range b.sales {
		line(s)
	}
}
