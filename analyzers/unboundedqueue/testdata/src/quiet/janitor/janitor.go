// Package janitor is a case of its rule.
package janitor

import (
	"sync"
	"time"
)

type rec struct {
	at time.Time
	s  string
}
type Log struct {
	mu   sync.Mutex
	recs []rec
}

func (l *Log) Add(s string) { l.mu.Lock(); l.recs = append(l.recs, rec{time.Now(), s}); l.mu.Unlock() }
func (l *Log) Expire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := 0
	for i < len(l.recs) && time.Since(l.recs[i].at) > time.Hour {
		i++
	}
	l.recs = l.recs[i:]
}
func (l *Log) All() []rec { l.mu.Lock(); defer l.mu.Unlock(); return append([]rec(nil), l.recs...) }
