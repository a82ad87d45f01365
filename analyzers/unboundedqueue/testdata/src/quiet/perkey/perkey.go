// Package perkey is a case of its rule.
package perkey

type msg struct {
	key string
	b   []byte
}
type D struct {
	in      chan msg
	workers map[string]chan msg
	do      func(msg) error
}

func (d *D) Run() {
	for m := range d.in {
		w, ok := d.workers[m.key]
		if !ok {
			w = make(chan msg, 16)
			d.workers[m.key] = w
			go d.worker(w)
		}
		w <- m
	}
}
func (d *D) worker(in chan msg) {
	for m := range in {
		d.do(m)
	}
}
