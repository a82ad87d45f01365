// Package oneflight is a case of its rule.
package oneflight

import "sync"

type update struct{ v int }
type R struct {
	mu          sync.Mutex
	busy, again bool
	in          chan update
	refresh     func() error
}

func (r *R) Run() {
	for range r.in {
		r.kick()
	}
}
func (r *R) kick() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy {
		r.again = true
		return
	}
	r.busy = true
	go r.work()
}
func (r *R) work() {
	for {
		r.refresh()
		r.mu.Lock()
		if !r.again {
			r.busy = false
			r.mu.Unlock()
			return
		}
		r.again = false
		r.mu.Unlock()
	}
}
