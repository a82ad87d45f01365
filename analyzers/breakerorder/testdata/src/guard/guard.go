// Package guard has a wrapper of a breaker, and a breaker written by hand.
package guard

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// ErrRefused is what an open breaker gives.
var ErrRefused = errors.New("refused")

type Guard struct {
	cb *gobreaker.CircuitBreaker[struct{}]
}

func (g *Guard) Do(ctx context.Context, op func(context.Context) error) error {
	_, err := g.cb.Execute(func() (struct{}, error) { return struct{}{}, op(ctx) })
	if errors.Is(err, gobreaker.ErrOpenState) {
		return ErrRefused
	}
	return err
}

type Breaker struct {
	mu    sync.Mutex
	fails int
	until time.Time
}

func (b *Breaker) Allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Now().After(b.until)
}

func (b *Breaker) Record(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.fails = 0
		return
	}
	if b.fails++; b.fails > 5 {
		b.until = time.Now().Add(time.Minute)
	}
}

// Run refuses with ErrRefused.
func (b *Breaker) Run(op func() error) error {
	b.mu.Lock()
	if time.Now().Before(b.until) {
		b.mu.Unlock()
		return ErrRefused
	}
	b.mu.Unlock()
	err := op()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.fails++
		if b.fails > 5 {
			b.until = time.Now().Add(time.Minute)
		}
	}
	return err
}
