// Package perkeyqueue is a case of its rule.
package perkeyqueue

import (
	"sync"
	"time"
)

type note struct{ s string }
type N struct {
	mu     sync.Mutex
	byUser map[string][]note
	send   func(string, []note) error
}

func (n *N) Notify(u string, x note) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.byUser[u] = append(n.byUser[u], x) // want `has no limit.*unboundedqueue/slice`
}
func (n *N) Start() {
	go func() {
		for range time.Tick(time.Second) {
			n.mu.Lock()
			all := n.byUser
			n.byUser = map[string][]note{}
			n.mu.Unlock()
			for u, xs := range all {
				n.send(u, xs)
			}
		}
	}()
}
