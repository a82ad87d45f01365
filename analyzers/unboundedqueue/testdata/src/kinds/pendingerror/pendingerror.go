// Package pendingerror is a case of its rule.
package pendingerror

import (
	"context"
	"errors"
	"sync"
)

type future struct{ ch chan []byte }

type remote interface {
	Write(ctx context.Context, id int, b []byte) error
}

type Mux struct {
	r    remote
	mu   sync.Mutex
	next int
	wait map[int]*future
}

func (m *Mux) register() (int, *future) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next++
	f := &future{make(chan []byte, 1)}
	m.wait[m.next] = f // want `for ever.*unboundedqueue/pending`
	return m.next, f
}

func (m *Mux) Resolve(id int, b []byte) {
	m.mu.Lock()
	f := m.wait[id]
	delete(m.wait, id)
	m.mu.Unlock()
	if f != nil {
		f.ch <- b
	}
}

func (m *Mux) Call(ctx context.Context, b []byte) ([]byte, error) {
	id, f := m.register()
	if err := m.r.Write(ctx, id, b); err != nil {
		return nil, err
	}
	select {
	case a := <-f.ch:
		return a, nil
	case <-ctx.Done():
		return nil, errors.New("given up")
	}
}
