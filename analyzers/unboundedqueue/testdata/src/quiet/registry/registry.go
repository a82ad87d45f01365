// Package registry is a case of its rule.
package registry

import (
	"slices"
	"sync"
)

type sub struct{ f func(string) }
type Bus struct {
	mu   sync.Mutex
	subs []*sub
}

func (b *Bus) On(f func(string)) *sub {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := &sub{f}
	b.subs = append(b.subs, s)
	return s
}
func (b *Bus) Off(s *sub) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs = slices.DeleteFunc(b.subs, func(x *sub) bool { return x == s })
}
func (b *Bus) Emit(v string) {
	b.mu.Lock()
	l := slices.Clone(b.subs)
	b.mu.Unlock()
	for _, s := range l {
		s.f(v)
	}
}
