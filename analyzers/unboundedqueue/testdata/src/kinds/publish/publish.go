// Package publish is a case of its rule.
package publish

import "sync"

type Event struct{ n int }
type Bus struct {
	mu   sync.RWMutex
	subs []chan Event
}

func (b *Bus) Subscribe() <-chan Event {
	ch := make(chan Event, 8)
	b.mu.Lock()
	b.subs = append(b.subs, ch)
	b.mu.Unlock()
	return ch
}
func (b *Bus) Publish(e Event) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, ch := range b.subs {
		go func() { ch <- e }() // want `only sends.*unboundedqueue/send`
	}
}
