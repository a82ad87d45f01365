// Package metrics is a case of its rule.
package metrics

import (
	"context"
	"sync"
	"time"
)

type point struct {
	name string
	v    float64
}
type Sink interface {
	Write(ctx context.Context, p []point) error
}
type Metrics struct {
	mu   sync.Mutex
	buf  []point
	sink Sink
}

func New(s Sink) *Metrics { m := &Metrics{sink: s}; go m.loop(); return m }
func (m *Metrics) Add(p point) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.buf) == cap(m.buf) && len(m.buf) >= 10000 {
		return
	}
	m.buf = append(m.buf, p)
}
func (m *Metrics) loop() {
	for range time.Tick(time.Second) {
		m.flush()
	}
}
func (m *Metrics) flush() {
	m.mu.Lock()
	out := m.buf
	m.buf = nil
	m.mu.Unlock()
	m.sink.Write(context.Background(), out)
}
