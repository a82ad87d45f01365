// Package bad is the example on the page of unboundedqueue/slice, wrong.
package bad

import (
	"sync"
	"time"
)

type outbox struct {
	mu      sync.Mutex
	parcels []string
	pack    func(string)
}

func newOutbox(pack func(string)) *outbox {
	o := &outbox{pack: pack}
	go o.run()
	return o
}

func (o *outbox) add(p string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.parcels = append(o.parcels, p)
}

func (o *outbox) run() {
	for range time.Tick(time.Second) {
		o.mu.Lock()
		batch := o.parcels
		o.parcels = nil
		o.mu.Unlock()
		for _, p := range batch {
			o.pack(p)
		}
	}
}
