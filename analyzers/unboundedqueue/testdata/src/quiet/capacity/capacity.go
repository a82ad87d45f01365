// Package capacity is a case of its rule.
package capacity

import (
	"encoding/json"
	"net/http"
	"strconv"
)

type item struct{ n int }

func Export(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.URL.Query().Get("buffer"))
	if err != nil || n < 0 || n > 100 {
		http.Error(w, "no", 400)
		return
	}
	ch := make(chan item, n)
	go func() {
		defer close(ch)
		for i := range 10 {
			ch <- item{i}
		}
	}()
	for it := range ch {
		json.NewEncoder(w).Encode(it.n)
	}
}

type spec struct{ Workers, Buffer int }

func newQueue(size int) chan item { return make(chan item, size) }
func Start(w http.ResponseWriter, r *http.Request) {
	var s spec
	if json.NewDecoder(r.Body).Decode(&s) != nil {
		return
	}
	q := newQueue(min(s.Buffer, 64))
	_ = q
}
