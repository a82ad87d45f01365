// Package dedupe is a case of its rule.
package dedupe

import "sync"

type Q struct {
	mu    sync.Mutex
	cond  *sync.Cond
	dirty map[string]bool
	keys  []string
}

func (q *Q) Add(k string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dirty[k] {
		return
	}
	q.dirty[k] = true
	q.keys = append(q.keys, k)
	q.cond.Signal()
}
func (q *Q) Get() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.keys) == 0 {
		q.cond.Wait()
	}
	k := q.keys[0]
	q.keys = q.keys[1:]
	delete(q.dirty, k)
	return k
}
