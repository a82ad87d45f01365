// Package good is the example on the page of unboundedqueue/slice, right.
package good

import (
	"errors"
	"sync"
	"time"
)

type outbox struct {
	mu      sync.Mutex
	parcels []string
	pack    func(string)
}

var errFull = errors.New("the line is too far behind")

func newOutbox(pack func(string)) *outbox {
	o := &outbox{pack: pack}
	go o.run()
	return o
}

func (o *outbox) add(p string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.parcels) >= 100 {
		return errFull
	}
	o.parcels = append(o.parcels, p)
	return nil
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
