// Package limitzero is a case of its rule.
package limitzero

import (
	"container/list"
	"errors"
	"sync"
)

type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	l     *list.List
	limit int
}

func newQueue(limit int) *queue {
	q := &queue{l: list.New(), limit: limit}
	q.cond = sync.NewCond(&q.mu)
	return q
}
func (q *queue) put(v any) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.limit > 0 && q.l.Len() >= q.limit {
		return errors.New("full")
	}
	q.l.PushBack(v) // want `has no limit.*unboundedqueue/slice`
	q.cond.Signal()
	return nil
}
func (q *queue) run(sink func(any) error) {
	for {
		q.mu.Lock()
		for q.l.Len() == 0 {
			q.cond.Wait()
		}
		v := q.l.Remove(q.l.Front())
		q.mu.Unlock()
		if sink(v) != nil {
			return
		}
	}
}

type Broker struct{ logs *queue }

func NewBroker(sink func(any) error) *Broker {
	b := &Broker{logs: newQueue(0)}
	go b.logs.run(sink)
	return b
}
func (b *Broker) Publish(v any) error { return b.logs.put(v) }
